"""`python -m tfgpu_migrate` is the command line."""

from tfgpu_migrate.cli import main

if __name__ == "__main__":
    main()
