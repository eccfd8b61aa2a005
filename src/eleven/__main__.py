"""`python -m eleven` is the command `eleven`."""

from eleven.cli import main

if __name__ == "__main__":
    main()
