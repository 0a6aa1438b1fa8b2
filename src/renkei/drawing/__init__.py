"""Drawings of the dependency graph: Mermaid and Graphviz DOT as text, SVG with a layout.

`edges` selects the part of the graph, `boxes` fills its nodes, `layout` places them, `svg` and `notations` render.
"""
