"""The yardstick "limit": hands per second of plain C dealing and playing a random Rufspiel on one thread.

A speed of the simulator is reported as a share of this one, measured on the same machine in the same
run, so that it means something on any machine. What the C program does is told at the top of limit.c.

Run ``python benchmarks/limit.py [HANDS] [SEED] [--plain]``.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from simulate.errors import UserError

SOURCE = Path(__file__).with_name("limit.c")
BUILD_DIR = SOURCE.parent / "build"
FLAGS = ("-std=gnu11", "-O3", "-march=native")


@dataclass(frozen=True, slots=True)
class Limit:
    """What one run of the C program measured.

    `seconds` leaves out the start of the program. `checksum` depends on hands and seed alone, so two
    builds that differ in it do not play the same game. Rates are per hand; eyes and score are those of
    the declarer's side (score: units won by the declarer), values and laufende those of the game.
    """

    hands: int
    seconds: float
    hands_per_second: float
    checksum: str
    declarer_win_rate: float
    mean_eyes: float
    schneider_rate: float
    schwarz_rate: float
    mean_laufende: float
    mean_value: float
    mean_score: float
    redealt: int


def compiler() -> list[str]:
    """Return the C compiler's command: $CC if set, else the first of cc, gcc and clang on the path.

    Raises
    ------
    UserError
        If there is none.
    """
    named = os.environ.get("CC")
    candidates = [shlex.split(named)] if named else [["cc"], ["gcc"], ["clang"]]
    for command in candidates:
        if command and shutil.which(command[0]):
            return command
    if named:
        raise UserError(f"CC={named!r} is no program on the path: unset CC or name a C compiler such as gcc")
    raise UserError("no C compiler found (cc, gcc, clang): install one, such as gcc, or name it in CC")


def build(build_dir: Path = BUILD_DIR, *, plain: bool = False, trace: bool = False) -> Path:
    """Return the path of the program, freshly compiled into `build_dir`.

    Parameters
    ----------
    build_dir
        Made if absent.
    plain
        Do without the machine's bit-deposit instruction (slower, same hands).
    trace
        Print every hand; for checking, not for timing.

    Raises
    ------
    UserError
        If there is no C compiler, or it refuses the source.
    """
    build_dir.mkdir(parents=True, exist_ok=True)
    switches = [f"-D{name}" for name, on in (("PLAIN", plain), ("TRACE", trace)) if on]
    program = build_dir / "_".join(["limit", *(switch[2:].lower() for switch in switches)])
    command = [*compiler(), *FLAGS, *switches, "-o", str(program), str(SOURCE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no message"])[0]
        raise UserError(f"{shlex.join(command)} failed ({reason}): name another C compiler in CC")
    return program


def run(hands: int = 2_000_000, seed: int = 1, program: Path | None = None) -> Limit:
    """Return what `program` (default: built now) measures over `hands` hands.

    Raises
    ------
    UserError
        If there is no C compiler, or hands < 1 or seed < 0.
    """
    if hands < 1 or seed < 0:
        raise UserError(f"hands={hands}, seed={seed} can't be run: use hands of 1 or more and a seed of 0 or more")
    command = [str(program or build()), str(hands), str(seed)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return Limit(**json.loads(printed.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("hands", nargs="?", type=int, default=2_000_000)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="do without the bit-deposit instruction")
    args = parser.parse_args()
    try:
        measured = run(args.hands, args.seed, build(plain=args.plain))
    except UserError as error:
        parser.error(str(error))
    print(json.dumps(asdict(measured)))


if __name__ == "__main__":
    main()
