"""Runs the notebooks and stores what they show: ``python -m notebooks.run [NAME ...]``.

A notebook is run from top to bottom by the Python that runs this module, in an empty folder, so nothing depends on what
is installed or lies around elsewhere. Its first code cell has the tag ``parameters`` and holds what may be changed,
above all ``HANDS``. What is stored is the same wherever it was run: no times, no paths, no versions.

With ``--hands`` the notebooks are only tried, with other numbers of hands, and nothing is stored.
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager, KernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from traitlets import default

from simulate.errors import UserError

FOLDER = Path(__file__).resolve().parent
"""Where the notebooks are."""
PARAMETERS = "parameters"
"""Tag of the cell whose values may be changed."""
MOST_PICTURE_BYTES = 150_000
"""How large a picture may be."""
PICTURE = "image/png"
"""How pictures are stored."""

_TIMEOUT = 600
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_HANDS = re.compile(r"^HANDS = [\d_]+$", re.MULTILINE)
_ABSOLUTE = re.compile(r"""(?<![\w.:/<])/(?:[\w.-]+/)+[\w.-]+|\b[A-Z]:\\\\?\w+""")
_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_DROPPED = frozenset({"execution", "collapsed", "scrolled"})


class _ThisPython(KernelSpecManager):
    """Knows one kernel, the interpreter that runs this module, whatever kernels are installed."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name=_KERNEL["display_name"], language=_KERNEL["language"])


class _Kernel(AsyncKernelManager):
    @default("kernel_spec_manager")
    def _this_python(self) -> KernelSpecManager:
        return _ThisPython(parent=self)


def found(names: Iterable[str] = ()) -> list[Path]:
    """Return the paths of notebooks in order; of all, if none is named.

    Parameters
    ----------
    names
        Such as ``01_first_look``, ``01`` or a path.

    Raises
    ------
    UserError
        If a name is that of no notebook, or of several.
    """
    known = sorted(FOLDER.glob("*.ipynb"))
    return sorted({_named(name, known) for name in names}) or known


def read(path: Path) -> NotebookNode:
    """Return a stored notebook."""
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """Return the cells with code, in order."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def with_hands(notebook: NotebookNode, hands: int | None) -> NotebookNode:
    """Return a notebook with another number of hands in its cell of parameters; None leaves it as it is.

    Raises
    ------
    UserError
        If the notebook has no such cell, or no number of hands there.
    """
    copy = nbformat.from_dict(notebook)
    if hands is None:
        return copy
    cells = [cell for cell in code_cells(copy) if PARAMETERS in cell.metadata.get("tags", [])]
    if len(cells) != 1 or not _HANDS.search(cells[0].source):
        raise UserError(
            f"{len(cells)} cells have the tag {PARAMETERS!r}: give one cell the tag and a line 'HANDS = 1000'"
        )
    cells[0].source = _HANDS.sub(f"HANDS = {hands:_}", cells[0].source)
    return copy


def environment(folder: Path) -> dict[str, str]:
    """Return the environment variables of a kernel that keeps its files in a folder, and finds there what it needs."""
    own = dict.fromkeys(("IPYTHONDIR", "JUPYTER_RUNTIME_DIR"), str(folder))
    variables = {"MPLCONFIGDIR": str(folder), **os.environ, **own}
    # Matplotlib lists the fonts when it is first imported, and says so where warnings go.
    subprocess.run(
        [sys.executable, "-c", "import matplotlib.font_manager"], env=variables, check=True, capture_output=True
    )
    return variables


def execute(notebook: NotebookNode, folder: Path, variables: Mapping[str, str]) -> NotebookNode:
    """Return a notebook as it is after running it from top to bottom, ready to be stored.

    Parameters
    ----------
    notebook
        Is not changed.
    folder
        An empty folder to run it in.
    variables
        From `environment`.

    Raises
    ------
    CellExecutionError
        If a cell fails.
    """
    copy = nbformat.from_dict(notebook)
    client = NotebookClient(
        copy,
        timeout=_TIMEOUT,
        kernel_manager_class=_Kernel,
        kernel_name=_KERNEL["name"],
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    )
    _connect_by_file(client.create_kernel_manager(), Path(variables["JUPYTER_RUNTIME_DIR"]))
    client.execute(env=dict(variables))
    return normalised(copy)


def normalised(notebook: NotebookNode) -> NotebookNode:
    """Return a notebook without what differs from run to run and from machine to machine."""
    copy = nbformat.from_dict(notebook)
    copy.metadata = nbformat.from_dict({"kernelspec": _KERNEL, "language_info": {"name": _KERNEL["language"]}})
    for cell in copy.cells:
        cell.metadata = nbformat.from_dict({key: value for key, value in cell.metadata.items() if key not in _DROPPED})
        for output in cell.get("outputs", []):
            output.pop("metadata", None) if output.output_type == "stream" else output.update(metadata={})
    return copy


def complaints(notebook: NotebookNode) -> list[str]:
    """Return what is wrong with what a notebook shows, a line each: warnings, paths, pictures that are too large."""
    lines = []
    for number, cell in enumerate(code_cells(notebook), 1):
        for output in cell.outputs:
            if output.output_type == "error" or output.get("name") == "stderr":
                lines.append(f"code cell {number} complains: {_text(output)}")
            lines += [f"code cell {number} shows the path {path}" for path in _ABSOLUTE.findall(_text(output))]
    sizes = [len(picture) for picture in pictures(notebook)]
    return lines + [f"a picture has {size} bytes: make it smaller" for size in sizes if size > MOST_PICTURE_BYTES]


def pictures(notebook: NotebookNode) -> Iterator[bytes]:
    """Yield the pictures of a notebook."""
    for cell in code_cells(notebook):
        for output in cell.outputs:
            if PICTURE in output.get("data", {}):
                yield base64.b64decode(output.data[PICTURE])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run notebooks, store what they show; return 0, or 1 if one has failed."""
    options = _options(arguments)
    try:
        paths = found(options.names)
        with tempfile.TemporaryDirectory() as home:
            variables = environment(Path(home))
            failed = [path for path in paths if not _run(path, options.hands, variables)]
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return int(bool(failed))


def _run(path: Path, hands: int | None, variables: Mapping[str, str]) -> bool:
    began = time.perf_counter()
    try:
        with tempfile.TemporaryDirectory() as folder:
            notebook = execute(with_hands(read(path), hands), Path(folder), variables)
        wrong = complaints(notebook)
    except CellExecutionError as error:
        wrong = [_COLOURS.sub("", str(error))]
    if not wrong and hands is None:
        nbformat.write(notebook, path)
    print(f"{path.stem:45} {time.perf_counter() - began:6.1f} s", *wrong, sep="\n  ", flush=True)
    return not wrong


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m notebooks.run", description="Run notebooks and store what they show.")
    parser.add_argument("names", metavar="NAME", nargs="*", help="such as 01_first_look or 01; all, if none is given")
    parser.add_argument("--hands", metavar="N", type=int, help="try them with so many hands, store nothing")
    return parser.parse_args(arguments)


def _named(name: str, known: Sequence[Path]) -> Path:
    stem = Path(name).stem
    matches = [path for path in known if path.stem == stem] or [path for path in known if path.stem.startswith(stem)]
    if len(matches) != 1:
        raise UserError(f"notebook {name!r} is unknown: use one of {', '.join(path.stem for path in known)}")
    return matches[0]


def _connect_by_file(manager: KernelManager, folder: Path) -> None:
    # A kernel that listens on the network says so where warnings go; Windows has no other way.
    if sys.platform != "win32":
        manager.connection_file = str(folder / "kernel.json")
        manager.transport = "ipc"


def _text(output: NotebookNode) -> str:
    if output.output_type == "error":
        return f"{output.ename}: {output.evalue}"
    data = output.get("data", {})
    return str(output.get("text", "")) + str(data.get("text/plain", "")) + str(data.get("text/html", ""))


if __name__ == "__main__":
    sys.exit(main())
