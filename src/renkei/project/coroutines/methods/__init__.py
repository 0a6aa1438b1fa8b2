"""The generated methods of the asynchronous form. `make docs` writes them from `Project`, `Turn` and the acts."""
