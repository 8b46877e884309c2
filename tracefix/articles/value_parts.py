"""Parts of captured values that articles name on their own: the folder of a path, the last name of a dotted one."""


def folder_of(path: str) -> str:
    """The folder of a file, as far as the path names one; "" for a bare name.

    Windows prints a path with each backslash twice where it is Python's repr.

    >>> folder_of("data/train/a.png"), folder_of("a.png"), folder_of("D:\\\\\\\\data\\\\\\\\a.png")
    ('data/train', '', 'D:\\\\data')
    """
    path = path.replace("\\\\", "\\")
    folder = path[: max(path.rfind("/"), path.rfind("\\")) + 1]
    return folder.rstrip("/\\") or folder[:1]


def last_part_of(name: str) -> str:
    """The last part of a dotted name.

    >>> last_part_of("Pot.stir"), last_part_of("stir")
    ('stir', 'stir')
    """
    return name.rpartition(".")[2]


def module_file_of(module: str) -> str:
    """The file that a module usually is; "" if it is no module's name.

    >>> module_file_of("models.encoder.pointnet"), module_file_of("some words")
    ('pointnet.py', '')
    """
    last = last_part_of(module)
    return f"{last}.py" if last.isidentifier() else ""
