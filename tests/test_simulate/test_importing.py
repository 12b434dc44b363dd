"""Recorded games become a dataset: what people may write, what is refused and why, what is on the disk afterwards."""

import csv
import hashlib
import json
import shutil

import polars as pl
import pytest

from simulate.cards import CardSet, Notation, parse_cards
from simulate.dataset.convert import hands_table
from simulate.dataset.dictionary import README
from simulate.dataset.frames import to_frame
from simulate.dataset.manifest import MANIFEST, Manifest
from simulate.dataset.reader import open_dataset
from simulate.errors import UserError
from simulate.importing import import_games, read_games
from simulate.importing.columns import COLUMNS, REQUIRED
from simulate.importing.csv_rows import open_csv
from simulate.rules import Rules
from simulate.run import run
from simulate.tell import tell
from simulate.tell_text import text_of
from simulate.verify import verify
from tests.test_simulate.datasets import fingerprint
from tests.test_simulate.recorded_files import CARDS, PASSED, RUF, SIE, csv_file


def hands_of(games):
    """Return the hands kept as rows, without the ids."""
    return to_frame(hands_table(games.hands)).drop("hand_id").rows(named=True)


def told(folder, **changes):
    """Return why a game with some values changed is refused."""
    games = read_games(csv_file(folder, RUF | changes))
    assert len(games.hands) == 0
    (refused,) = games.refused
    assert refused.line == 2
    assert "\n" not in refused.reason
    return refused.reason


@pytest.fixture(scope="module")
def imported(shared, tmp_path_factory):
    return import_games(shared / "data" / "real_games.csv", tmp_path_factory.mktemp("import") / "real")


class TestRealGames:
    def test_all_are_kept_and_verified(self, imported):
        assert (imported.receipt.hands, imported.games.refused) == (2000, ())
        report = verify(imported.path, None)
        assert str(report) == "2,000 hands checked, 2,000 judged once more: no difference"

    def test_the_cards_are_those_of_the_file(self, imported, shared):
        dataset = open_dataset(imported.path)
        hands, tricks = dataset.hands.collect(), dataset.tricks.collect()
        with (shared / "data" / "real_games.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        plays = tricks.select(pl.concat_list(f"card_{n}" for n in range(1, 5))).to_series().explode().to_list()
        assert plays == [card for row in rows for card in row["plays"].split()]
        assert hands["contract"].to_list() == [row["contract"].lower() for row in rows]
        assert hands["declarer"].to_list() == [int(row["declarer"]) for row in rows]
        assert hands["hand_id"].to_list() == list(range(2000))

    def test_what_was_not_recorded_is_null(self, imported):
        hands = open_dataset(imported.path).hands.collect()
        assert all(hands[f"bid_{seat}"].null_count() == 2000 for seat in range(4))
        assert hands["forehand"].sum() == hands["redeals"].sum() == hands["assigned"].sum() == 0

    def test_the_manifest_says_where_they_come_from(self, imported):
        provenance = Manifest.load(imported.path).provenance
        assert provenance.source == "imported"
        assert (provenance.file.name, provenance.file.games) == ("real_games.csv", 2000)
        assert provenance.load_rules() == Rules.preset("official")
        assert (provenance.seed, provenance.players) == (None, ())

    def test_a_game_can_be_told(self, imported):
        text = text_of(tell(imported.path, 3), Notation.GERMAN)
        assert "Herz-Solo, won with 86 eyes" in text
        assert "Auction: not recorded." in text

    def test_under_other_rules_some_are_refused(self, shared):
        games = read_games(shared / "data" / "real_games.csv", "standard")
        assert len(games.refused) == 2000 - len(games.hands) == 17
        assert all("the called ace may not be played to another suit" in reason for _, reason in games.refused)


class TestPaidGames:
    """A file with more columns, other names, and games that are not in the rules."""

    def test_those_under_the_rules_are_kept_and_the_others_have_a_reason(self, shared, tmp_path):
        path = shared / "data" / "paid_games.csv"
        imported = import_games(path, tmp_path / "paid")
        with path.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        refused = {line - 2: reason for line, reason in imported.games.refused}
        for number, row in enumerate(rows):
            variant = row["contract"] in ("ramsch", "geier") or (row["contract"] == "wenz" and row["suit"])
            short = len(row["plays"].split()) != 32
            assert (number in refused) == bool(variant or short or int(row["lay_doubles"]))
            if number in refused and row["contract"] == "ramsch":
                assert refused[number].startswith("a Ramsch has no declarer")
        kept = [row for number, row in enumerate(rows) if number not in refused]
        hands = open_dataset(imported.path).hands.collect()
        assert hands["kontra"].to_list() == [int(row["kontra_re"]) for row in kept]
        won = [int(row["payout"].split()[int(row["declarer"])]) > 0 for row in kept]
        assert hands["won"].to_list() == won
        assert verify(imported.path).ok
        assert imported.games.unread == ("base", "extra", "laufende_paid", "jungfrau", "price", "payout")


class TestWhatMayBeWritten:
    @pytest.fixture
    def plain(self, tmp_path):
        return hands_of(read_games(csv_file(tmp_path, RUF, name="plain.csv")))

    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
    def test_separators_and_encodings(self, tmp_path, plain, separator, encoding):
        path = csv_file(tmp_path, RUF | {"table": "Stüberl"}, separator=separator, encoding=encoding)
        assert hands_of(read_games(path)) == plain

    def test_french_cards(self, tmp_path, plain):
        french = {name: " ".join(card.french for card in parse_cards(RUF[name])) for name in CARDS}
        for suit in ("C", "clubs", "Eichel", "acorns"):
            assert hands_of(read_games(csv_file(tmp_path, RUF | french | {"suit": suit}))) == plain

    def test_spades_are_gras_and_schellen_are_not(self, tmp_path):
        """The letter S means two suits; the hands say which notation it is."""
        solo = RUF | {"contract": "solo", "suit": "G", "plays": ""}
        french = {name: " ".join(card.french for card in parse_cards(RUF[name])) for name in CARDS[:4]}
        for game, suit in ((solo, "Gras"), (solo | french | {"suit": "S"}, "Gras"), (solo | {"suit": "S"}, "Schellen")):
            with_hearts = read_games(csv_file(tmp_path, game | {"kontra": "9"})).refused[0].reason
            assert f"kontra 9 in {suit}-Solo" in with_hearts

    def test_names_in_any_case_and_order_and_commas_between_cards(self, tmp_path, plain):
        game = {name.upper().replace("_", "-"): RUF[name].lower() for name in reversed(RUF)}
        game["HAND-0"] = ", ".join(RUF["hand_0"].split())
        assert hands_of(read_games(csv_file(tmp_path, game))) == plain

    def test_sauspiel_is_another_word_for_rufspiel(self, tmp_path, plain):
        assert hands_of(read_games(csv_file(tmp_path, RUF | {"contract": "Sauspiel"}))) == plain

    def test_empty_lines_and_more_separators_at_the_end_of_a_line(self, tmp_path, plain):
        path = csv_file(tmp_path, RUF)
        head, game = path.read_text().splitlines()
        path.write_text(f"\n{head}\n\n{game},,,\n\n,,,,\n{game}\n")
        games = read_games(path)
        assert hands_of(games) == plain * 2
        assert games.refused == ()

    def test_kontra_and_forehand(self, tmp_path, plain):
        (row,) = hands_of(read_games(csv_file(tmp_path, RUF | {"kontra": "2", "forehand": "3"})))
        assert (row["kontra"], row["forehand"], row["value"]) == (2, 3, 4 * plain[0]["value"])

    def test_a_tout_as_a_column_or_in_the_contract(self, tmp_path):
        game = RUF | {"contract": "solo", "suit": "H", "tout": "1", "plays": ""}
        assert "32" in read_games(csv_file(tmp_path, game)).refused[0].reason
        assert "Herz-Solo-Tout" in told(tmp_path, contract="solo", suit="H", tout="1", kontra="3")
        assert "Herz-Solo-Tout" in told(tmp_path, contract="Solo Tout", suit="herz", kontra="3")

    def test_a_sie_and_a_deal_that_was_passed_out(self, tmp_path):
        imported = import_games(csv_file(tmp_path, SIE, PASSED, RUF), tmp_path / "out", "standard")
        hands = open_dataset(imported.path).hands.collect()
        assert hands["contract"].to_list() == ["sie", None, "rufspiel"]
        assert hands["value"].to_list() == [15, None, hands["value"][2]]
        assert verify(imported.path, None).ok

    def test_columns_that_are_not_read_are_named(self, tmp_path):
        assert read_games(csv_file(tmp_path, RUF | {"kontr": "1"})).unread == ("kontr",)


REFUSED = [
    ({"contract": "Bettel"}, "contract 'bettel' is unknown: use rufspiel, wenz"),
    ({"contract": "Ramsch"}, "a Ramsch has no declarer"),
    ({"contract": "wenz"}, "Eichel-Farbwenz"),
    ({"suit": "X"}, "suit 'X' is unknown: use E G H S"),
    ({"suit": "H"}, "a suit is named in a Rufspiel (not Herz)"),
    ({"suit": ""}, "a suit is named in a Rufspiel"),
    ({"declarer": "4"}, "declarer 4 is out of range: use 0 to 3"),
    ({"declarer": "-1"}, "declarer '-1' is no whole number"),
    ({"declarer": ""}, "declarer -1 is no seat"),
    ({"declarer": "__import__('os')"}, "is no whole number"),
    ({"kontra": "3"}, "kontra 3 in Rufspiel (Eichel)"),
    ({"forehand": "7"}, "forehand 7 is out of range"),
    ({"lay_doubles": "1"}, "doubles laid before the auction"),
    ({"hand_0": "EO SO GU HA H7 E10 G7"}, "hands of 7 8 8 8 cards were dealt"),
    ({"hand_0": "EO SO GU HA H7 E10 G7 GA"}, "GA dealt twice, S8 missing"),
    ({"hand_0": "EO SO GU HA H7 E10 G7 S1"}, "hand_0: 'S1' (word 8"),
    ({"hand_0": "EO SO GU HA H7 E10 G7 EO"}, "hand_0: card EO is named twice"),
    ({"plays": "E10 EA"}, "2 cards were played: a hand is over after 32"),
    (
        {"plays": RUF["plays"].replace("E10 EA EK", "E10 E7 EK")},
        "card 2 of 32, trick 1, seat 1, E7: the called ace must",
    ),
    ({"plays": RUF["plays"].replace("EK", "XX")}, "plays: 'XX' (word 3"),
    ({"contract": "", "suit": ""}, "declarer without a contract"),
]


@pytest.mark.parametrize(("changes", "reason"), REFUSED)
def test_a_game_that_can_not_be_kept_is_told_with_its_line_and_reason(tmp_path, changes, reason):
    assert reason in told(tmp_path, **changes)


class TestBadFiles:
    def test_good_games_are_kept_between_bad_ones(self, tmp_path):
        bad = RUF | {"suit": "X"}
        imported = import_games(csv_file(tmp_path, bad, RUF, bad, RUF), tmp_path / "out")
        assert [refused.line for refused in imported.games.refused] == [2, 4]
        assert imported.receipt.hands == 2
        assert Manifest.load(tmp_path / "out").provenance.file.games == 4
        assert open_dataset(tmp_path / "out").hands.collect()["hand_id"].to_list() == [0, 1]

    def test_strict_writes_nothing(self, tmp_path):
        path = csv_file(tmp_path, RUF, RUF | {"suit": "X"})
        with pytest.raises(UserError, match=r"1 of 2 games of 'club.csv' were refused, so nothing is written: line 3"):
            import_games(path, tmp_path / "out", strict=True)
        assert not (tmp_path / "out").exists()
        assert import_games(csv_file(tmp_path, RUF, RUF), tmp_path / "out", strict=True).receipt.hands == 2

    def test_without_any_good_game_nothing_is_written(self, tmp_path):
        bad = RUF | {"suit": "X"}
        with pytest.raises(UserError, match=r"2 of 2 games .* line 2: suit 'X' is unknown.*; and 1 more"):
            import_games(csv_file(tmp_path, bad, bad), tmp_path / "out")
        assert not (tmp_path / "out").exists()

    def test_values_that_are_missing_or_too_many(self, tmp_path):
        path = csv_file(tmp_path, RUF)
        head, game = path.read_text().splitlines()
        path.write_text("\n".join([head, "Rufspiel,E,0", f"{game},more", game, '"Rufspiel,E', game, game]))
        reasons = dict(read_games(path).refused)
        assert reasons == {
            2: "3 values where the first line names 8 columns",
            3: "9 values where the first line names 8 columns",
            5: "1 values where the first line names 8 columns on lines 5 to 7: is a quotation mark missing?",
        }

    def test_a_value_without_end(self, tmp_path):
        path = csv_file(tmp_path, RUF, RUF | {"plays": "E10 " * 50_000}, RUF)
        games = read_games(path)
        assert len(games.hands) == 2
        assert "it can't be read as CSV: field larger than field limit" in games.refused[0].reason

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            ("", "names nothing"),
            ("contract,suit\n", "lacks the columns declarer, hand_0, hand_1, hand_2, hand_3, plays"),
            (",".join([*REQUIRED, "plays"]), "names the column plays twice"),
            (",".join(REQUIRED), "holds no games"),
            ("\0\0\0", "lacks the columns contract"),
        ],
    )
    def test_files_of_something_else(self, tmp_path, content, reason):
        (tmp_path / "club.csv").write_text(content)
        with pytest.raises(UserError, match=reason):
            import_games(tmp_path / "club.csv", tmp_path / "out")

    @pytest.mark.parametrize("name", ["nowhere.csv", "."])
    def test_files_that_can_not_be_read(self, tmp_path, name):
        with pytest.raises(UserError, match=r"can't be read: .*; name a CSV file of games"):
            import_games(tmp_path / name, tmp_path / "out")

    def test_a_folder_with_something_else_is_left_alone(self, tmp_path):
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "thesis.txt").write_text("precious")
        with pytest.raises(UserError, match="holds other files"):
            import_games(csv_file(tmp_path, RUF), tmp_path / "out")

    def test_another_file_is_not_mixed_in(self, tmp_path):
        import_games(csv_file(tmp_path, RUF), tmp_path / "out")
        with pytest.raises(UserError, match=r"holds a dataset with file\.sha256"):
            import_games(csv_file(tmp_path, RUF, RUF), tmp_path / "out")

    def test_names_in_a_file_lead_nowhere(self, tmp_path):
        """Nothing is written but below the folder of the dataset, whatever a file is called and holds."""
        evil = {"game": "../../evil", "contract": "../evil", "suit": "/etc/passwd"}
        folder = tmp_path / "in"
        folder.mkdir()
        path = csv_file(folder, RUF | {"game": "../../evil"}, RUF | evil, name="..%2Fevil.csv")
        import_games(path, tmp_path / "work" / "out")
        written = {file.relative_to(tmp_path).parts[0] for file in tmp_path.rglob("*") if file.is_file()}
        assert written == {"in", "work"}
        assert {file.name for file in (tmp_path / "work").iterdir()} == {"out"}


class TestTheDataset:
    @pytest.fixture
    def folder(self, tmp_path):
        import_games(csv_file(tmp_path, RUF, SIE, PASSED, RUF | {"kontra": "1"}), tmp_path / "out", "standard")
        return tmp_path / "out"

    def test_the_same_bytes_each_time(self, folder, tmp_path):
        again = tmp_path / "again"
        import_games(csv_file(tmp_path, RUF, SIE, PASSED, RUF | {"kontra": "1"}), again, "standard")
        assert fingerprint(again) == fingerprint(folder)
        before = {path: path.stat().st_mtime_ns for path in again.rglob("*")}
        import_games(tmp_path / "club.csv", again, "standard")
        assert {path: path.stat().st_mtime_ns for path in again.rglob("*")} == before

    def forge(self, folder, table, **columns):
        """Change values and make the hashes fit, as a careful forger would."""
        manifest = json.loads((folder / MANIFEST).read_text())
        for part in manifest["parts"]:
            if part["path"].startswith(table):
                path = folder / part["path"]
                frame = pl.read_parquet(path)
                frame.with_columns(**columns).cast(dict(frame.schema)).write_parquet(path)
                part |= {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        (folder / MANIFEST).write_text(json.dumps(manifest))

    @pytest.mark.parametrize("name", ["eyes", "value", "laufende", "ran_away", "declarer_trumps", "ace_trick"])
    def test_a_result_that_is_not_that_of_the_cards_is_found(self, folder, name):
        first = pl.col("hand_id") == 0
        value = ~pl.col(name) if name == "ran_away" else pl.col(name) + 1
        self.forge(folder, "hands", **{name: pl.when(first).then(value).otherwise(pl.col(name))})
        assert name in [finding.column for finding in verify(folder).findings]

    def test_cards_against_the_rules_are_found(self, folder):
        first = (pl.col("hand_id") == 0) & (pl.col("trick") == 1)
        swapped = {
            "card_1": pl.when(first).then(pl.col("card_2")).otherwise(pl.col("card_1")),
            "card_2": pl.when(first).then(pl.col("card_1")).otherwise(pl.col("card_2")),
        }
        self.forge(folder, "tricks", **swapped)
        assert "hand 0: card 1 of 32, trick 1, seat 0, EA: the card is not in the player's hand" in str(verify(folder))

    def test_a_damaged_file_is_told(self, folder):
        part = folder / Manifest.load(folder).parts_of("tricks")[0].path
        part.write_bytes(part.read_bytes()[:-8] + b"\0" * 8)
        report = verify(folder)
        assert "is damaged" in str(report)
        assert "can't be read" in str(report)
        assert report.imported

    def test_another_engine_is_no_reason_not_to_judge(self, folder):
        manifest = json.loads((folder / MANIFEST).read_text()) | {"engine_version": 0}
        (folder / MANIFEST).write_text(json.dumps(manifest))
        assert verify(folder).ok

    def test_it_is_no_run_to_go_on_with(self, folder, tmp_path):
        shutil.copytree(folder, tmp_path / "copy")
        with pytest.raises(UserError, match="holds a dataset with"):
            run(4, out=tmp_path / "copy")


def test_the_format_is_described():
    text = README.read_text(encoding="utf-8")
    described = " ".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    for column in COLUMNS:
        assert f"`{column.name}`" in described, column.name


def test_the_example_in_the_description_can_be_imported(tmp_path):
    text = README.read_text(encoding="utf-8")
    (tmp_path / "example.csv").write_text(text.split("```csv\n")[1].split("```")[0])
    games = read_games(tmp_path / "example.csv")
    assert games.refused == ()
    assert len(games.hands) == 2


def test_a_csv_file_knows_its_hash(tmp_path):
    path = csv_file(tmp_path, RUF)
    assert open_csv(path, REQUIRED).sha256 == fingerprint(tmp_path)["club.csv"]


def test_the_hands_of_these_tests_are_deals():
    for game in (RUF, SIE):
        assert CardSet.of(card for name in CARDS[:4] for card in parse_cards(game[name])) == CardSet(2**32 - 1)
