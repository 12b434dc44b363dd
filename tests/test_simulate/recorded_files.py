"""Recorded games as people write them into CSV files, for tests."""

import csv

RUF = {
    "contract": "Rufspiel",
    "suit": "E",
    "declarer": "0",
    "hand_0": "EO SO GU HA H7 E10 G7 S8",
    "hand_1": "HO HU H9 EA E7 GK S10 S7",
    "hand_2": "GO EU H10 H8 EK GA G9 SK",
    "hand_3": "SU HK E9 E8 G10 G8 SA S9",
    "plays": "E10 EA EK E9 HO GO SU EO SO H9 H8 HK GU HU EU E8 H10 S9 H7 S7 SK SA S8 S10 G8 G7 GK GA G9 G10 HA E7",
}
SIE = RUF | {
    "contract": "Sie",
    "suit": "",
    "declarer": "1",
    "hand_0": "HA HK H9 H8 H7 H10 E7 E8",
    "hand_1": "EO GO HO SO EU GU HU SU",
    "hand_2": "EA E10 EK E9 GA G10 GK G9",
    "hand_3": "G8 G7 SA S10 SK S9 S8 S7",
    "plays": "",
}
PASSED = RUF | {"contract": "", "suit": "", "declarer": "", "plays": ""}
CARDS = ("hand_0", "hand_1", "hand_2", "hand_3", "plays")
"""Columns that hold cards."""


def csv_file(folder, *games, separator=",", encoding="utf-8", name="club.csv"):
    """Write games as a CSV file and return its path; columns are those of all games together."""
    columns = list(dict.fromkeys(column for game in games for column in game))
    path = folder / name
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.DictWriter(file, columns, delimiter=separator)
        writer.writeheader()
        writer.writerows(games)
    return path
