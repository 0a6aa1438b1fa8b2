"""The board as the machine sees it: who may write what, what a write links, what follows, and what rules see."""
