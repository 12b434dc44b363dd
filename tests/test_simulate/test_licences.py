"""Everything this project installs may be used together with its own licence (MIT) and passed on."""

import ast
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = re.findall(r"^([\w.-]+)==", CONSTRAINTS, re.MULTILINE)

COMPATIBLE = {
    "0BSD", "Apache", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "ISCL", "MIT", "MIT-0",
    "MIT-CMU", "MPL-2.0", "PSF", "PSF-2.0", "Zlib",
}  # fmt: skip
"""Licences that ask for no more than their own text, or (MPL) bind only changes of the package itself."""

SPOKEN = {
    r"apache( software)?( license)?,?( version)?( 2\.0)?( license)?": "Apache",
    r"(the )?bsd( license)?": "BSD",
    r"mit( license)?": "MIT",
    r"isc license \(iscl\)": "ISC",
    r"mozilla public license 2\.0 \(mpl 2\.0\)": "MPL-2.0",
    r"python software foundation license": "PSF",
}


def licences(about) -> list[list[str]]:
    """Return what may be chosen from: each choice is a list of licences that hold together."""
    expression = about.get("License-Expression") or ""
    if not expression:
        named = [
            text.split("::")[-1].strip() for text in about.get_all("Classifier", []) if text.startswith("License ::")
        ]
        named = [name for name in named if name != "OSI Approved"] or (about.get("License") or "").splitlines()[:1]
        return [[spoken(name) for name in named]]
    choices = re.sub(r" WITH [\w.-]+|[()]", "", expression).split(" OR ")
    return [choice.split(" AND ") for choice in choices]


def spoken(name: str) -> str:
    """Return the short name of a licence."""
    for pattern, short in SPOKEN.items():
        if re.fullmatch(pattern, name.strip(), re.IGNORECASE):
            return short
    return name.strip()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_dependency_may_be_used_here(package):
    try:
        about = metadata(package)
    except PackageNotFoundError:
        pytest.skip(f"{package} is not installed on this system")
    choices = licences(about)
    assert any(choice and set(choice) <= COMPATIBLE for choice in choices), f"{package} is under {choices}"


@pytest.mark.parametrize(
    ("about", "allowed"),
    [
        ({"License-Expression": "MIT"}, True),
        ({"License-Expression": "Apache-2.0 OR GPL-3.0-only"}, True),
        ({"License-Expression": "BSD-3-Clause AND GPL-3.0-only"}, False),
        ({"License-Expression": "BSD-2-Clause AND Apache-2.0 WITH LLVM-exception"}, True),
        ({"License": "GPLv3"}, False),
        ({"License": "BSD License"}, True),
        ({"License": "ask me"}, False),
        ({}, False),
    ],
)
def test_what_is_allowed(about, allowed):
    class About(dict):
        def get_all(self, name, default):
            return default

    assert any(choice and set(choice) <= COMPATIBLE for choice in licences(About(about))) is allowed


def declared(names):
    return {re.split(r"[<>=!;\[ ]", name, maxsplit=1)[0].lower().replace("_", "-") for name in names}


def test_every_direct_dependency_is_pinned():
    needed = declared(chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()))
    assert needed <= declared(PACKAGES)


def imported(folder: str) -> set[str]:
    """Return the packages from elsewhere that the code of a folder imports, at any time."""
    found: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add((node.module or "").split(".")[0])
    return found - set(sys.stdlib_module_names) - {"simulate", "analysis"}


@pytest.mark.parametrize("folder", ["simulate", "analysis"])
def test_nothing_is_imported_that_is_not_declared(folder):
    extras = PROJECT["optional-dependencies"]
    allowed = declared([*PROJECT["dependencies"], *extras["lab"], *extras["cluster"]])
    # llvmlite comes with numba, by which it is chosen.
    assert {name.replace("_", "-").lower() for name in imported(folder)} - {"llvmlite"} <= allowed


def test_readme_says_why_each_dependency_is_there():
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Dependencies")[2].partition("\n## ")[0]
    for name in declared([*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["cluster"]]):
        assert f"`{name}`" in table, f"the section Dependencies of README says nothing of {name}"
