"""Drawings of the dependency graph: Mermaid and Graphviz DOT as text, SVG with a layout.

`edges` says what is drawn, `boxes` what stands in each box, `layout` where it stands, `svg` and `notations` write it.
"""
