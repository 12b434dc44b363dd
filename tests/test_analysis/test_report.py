import re
import sys
from base64 import b64decode
from collections import Counter
from html.parser import HTMLParser

import matplotlib as mpl
import matplotlib.pyplot as plt
import polars as pl
import pytest

from analysis import standard
from analysis.load import Origin
from analysis.report import Report
from analysis.report_sections import SECTIONS
from analysis.totals import Survey
from simulate.dataset.reader import open_dataset
from simulate.errors import UserError
from simulate.rules import Rules
from simulate.run import run

mpl.use("agg")

HOSTILE = '"><script>alert(1)</script><img src="https://example.org/x" onerror=alert(1)>&lt;$\\frac$\x1b[31m'
NEVER = "normal(rufspiel=99,wenz=99,solo=99,tout=99)"


class Tags(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.texts, self.open = Counter(), [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attributes]
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture(scope="module")
def bid():
    return run(hands=20_000, seed=1, players="bold,normal,cautious,normal")


@pytest.fixture(scope="module")
def page(bid):
    return Report(bid).to_html()


def datasets(folder):
    """Return datasets of many kinds, by name."""
    hands = run(hands=5000, seed=1).hands
    return {
        "no tricks": run(hands=2000, seed=1, out=folder / "no_tricks").path,
        "tricks": run(hands=2000, seed=1, out=folder / "tricks", tricks=True).path,
        "passed out": run(hands=2000, seed=1, players=NEVER, out=folder / "passed").path,
        "redeals": run(hands=2000, seed=1, rules="official", out=folder / "redeals").path,
        "assigned": run(hands=3000, seed=1, assign="all", out=folder / "assigned").path,
        "few assigned": run(hands=60, seed=1, assign="all").hands,
        "one assigned": run(hands=1, seed=1, assign="all").hands,
        "assigned Wenz": run(hands=500, seed=1, assign="wenz", out=folder / "wenz").path,
        "one contract": hands.filter(pl.col("contract") == "solo"),
        "one hand": hands.filter(pl.col("contract") == "rufspiel").head(1),
        "pandas": hands.collect().to_pandas(),
        "bid and assigned": pl.concat([hands, run(hands=3000, seed=2, assign="all").hands]),
    }


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    return datasets(tmp_path_factory.mktemp("datasets"))


KINDS = (
    "no tricks", "tricks", "passed out", "redeals", "assigned", "few assigned", "one assigned", "assigned Wenz",
    "one contract", "one hand", "pandas", "bid and assigned",
)  # fmt: skip


def test_tables_are_the_standard_ones(bid):
    expected = standard.tables(bid)
    found = Report(bid).tables()
    assert list(found) == list(expected)
    assert all(found[name].equals(expected[name]) for name in expected)


def test_classes_of_60_hands_are_all_of_few(kinds):
    found = Report(kinds["few assigned"]).tables()
    assert all(found[f"choices_{count}"]["few"].all() for count in ("ober", "unter", "aces"))


def test_every_section_has_a_table_that_some_data_fills(kinds, bid):
    filled = {section for kind in ("bid and assigned", "tricks") for section in Report(kinds[kind]).sections}
    assert filled | set(Report(bid).sections) == set(SECTIONS)
    for section in SECTIONS:
        tables = (Report(kinds["bid and assigned"]).tables()[section.table], Report(bid).tables().get(section.table))
        assert set(section.columns) <= {name for table in tables if table is not None for name in table.columns}
    assert len({section.table for section in SECTIONS}) == len(SECTIONS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_tells_what_data_tells_and_says_what_not(kinds, kind):
    report = Report(kinds[kind])
    page = Tags(report.to_html())
    text = " ".join(page.texts)
    ids = [value for tag, name, value in page.attributes if (tag, name) == ("section", "id")]
    assert ids == [section.table for section in report.sections]
    assert sorted(report.sections + report.left_out, key=SECTIONS.index) == list(SECTIONS)
    assert all(section.title in text for section in SECTIONS)
    assert ("Left out" in text) == bool(report.left_out)
    assert page.tags["table"] == len(report.sections)
    assert page.tags["img"] == sum(len(section.pictures) for section in report.sections)
    assert page.open == []


@pytest.mark.parametrize(
    ("kind", "told", "left_out"),
    [
        ("passed out", {"contracts", "seats"}, {"expected", "results", "ace_fates", "eyes_distribution", "kontra"}),
        ("assigned", {"expected", "seats", "choices_ober", "choices_aces"}, {"contracts", "contracts_by_seat", "risk"}),
        ("assigned Wenz", {"expected", "choices_ober"}, {"contracts", "ace_fates", "suits"}),
        ("one contract", {"contracts", "expected", "suits"}, {"ace_fates", "ace_tricks", "choices_ober"}),
        ("no tricks", {"contracts", "ace_fates"}, {"choices_ober", "styles", "contracts_by_style"}),
        ("bid and assigned", {"contracts", "expected", "choices_ober"}, {"styles", "risk"}),
        ("pandas", {"contracts", "seats"}, {"styles", "contracts_by_style", "risk"}),
    ],
)
def test_what_is_told_of_which_data(kinds, kind, told, left_out):
    report = Report(kinds[kind])
    assert told <= {section.table for section in report.sections}
    assert left_out <= {section.table for section in report.left_out}


def test_assigned_and_bid_hands_stand_apart(kinds, bid):
    section = next(section for section in SECTIONS if section.table == "expected")
    mixed = Report(kinds["bid and assigned"]).reading(section)
    assert mixed.heads[0].text == "contract was"
    assert [row[0].text for row in mixed.rows if row[0].text] == ["bid", "assigned"]
    assert Report(bid).reading(section).heads[0].text == "contract"
    (first, _) = Report(kinds["bid and assigned"]).figures(section)
    shown = kinds["bid and assigned"].filter(~pl.col("assigned")).select("contract").drop_nulls().unique().collect()
    assert len(first.axes[0].get_yticks()) == len(shown)


def notes(report):
    return {section.table: report.note(section) for section in report.sections}


def test_where_contracts_were_assigned_nothing_is_said_of_passing_out_or_evenings(kinds, bid):
    report = Report(kinds["assigned"])
    page = " ".join(Tags(report.to_html()).texts).partition("Left out")[0]
    assert not re.search("passed.out|evening", page)
    assert all(note.endswith("Of assigned contracts.") for note in notes(report).values())
    assert "passed-out deals included" in notes(Report(bid))["seats"]
    assert "Of contracts" not in " ".join(notes(Report(bid)).values())


def test_of_mixed_hands_it_is_said_which_figures_are_of_which(kinds):
    both = standard.survey(run(3000, seed=1)) + standard.survey(run(3000, seed=2, assign="all"))
    report = Report(both)
    told = notes(report)
    for name in ("contracts", "contracts_by_seat", "risk"):
        assert told[name].endswith("Of contracts that were bid.")
        (section,) = (section for section in report.sections if section.table == name)
        assert "contract was" not in {head.text for head in report.reading(section).heads}
    assert told["choices_ober"].endswith("Of assigned contracts.")
    (expected,) = (section for section in report.sections if section.table == "expected")
    assert not told["expected"].endswith(("assigned contracts.", "were bid."))
    assert report.caption(expected).endswith("Of contracts that were bid.")
    assert Report(kinds["assigned"]).caption(expected) == expected.caption


def test_where_passed_out_deals_are_dealt_again_nothing_is_said_of_all_deals():
    again = run(3000, rules="tournament", seed=1)
    told = notes(Report(again))
    assert told["contracts"] == told["contracts_by_seat"] == "Share of hands played."
    assert "passed-out" not in told["seats"]
    redeals = int(again.hands.select("redeals").sum().collect().item())
    fact = f"{redeals:,}, as all passed: {redeals / 3000:.3g} for each hand"
    assert Report(again).facts["deals thrown in"] == fact
    counted = Report(run(3000, rules="official", seed=1))
    assert notes(counted)["contracts"] == "Share of all deals."
    assert "passed-out deals included" in notes(counted)["seats"]
    assert "deals thrown in" not in counted.facts
    # Nobody passes out four times among so few hands, but he could.
    assert notes(Report(run(1, rules="official", seed=3)))["contracts"] == "Share of all deals."


def test_recorded_games_are_not_all_deals(real_games):
    report = Report(real_games)
    assert report.facts["contracts"] == "as in the games recorded"
    assert notes(report)["contracts"] == "Share of hands played."
    assert "passed-out" not in " ".join(notes(report).values())


def test_means_without_an_interval_are_explained_where_there_are_any(kinds, bid):
    sentence = "Means without an interval: of fewer than 30 hands, or of hands all alike."
    told = notes(Report(bid))
    assert Report(bid).tables()["expected"].filter(pl.col("score_low").is_null())["n"].to_list()
    assert told["expected"].endswith(sentence)
    assert sentence not in told["seats"] + told["results"] + told["ace_tricks"]
    assert sentence in notes(Report(kinds["one contract"].head(29)))["expected"]


def test_facts_are_those_of_the_data(kinds, bid):
    facts = Report(kinds["assigned"]).facts
    assert facts == {
        "hands": "3,000",
        "contracts": "assigned, whatever the cards: nobody has bid them",
        "players": "normal/club",
        "rules": "standard, scores in units",
        "dataset": str(kinds["assigned"]),
        "seed": "1",
        "intervals": "95 %",
    }
    assert Report(bid).facts["players"] == "bold/club, normal/club, cautious/club, normal/club"
    assert Report(kinds["one hand"]).facts == {"hands": "1", "contracts": "bid", "intervals": "95 %"}
    assert Report(kinds["bid and assigned"]).facts["contracts"] == "assigned in 3,000 hands, bid in 5,000"
    assert Report(open_dataset(kinds["tricks"])).facts == Report(kinds["tricks"]).facts


def test_a_survey_is_reported_like_its_hands(bid):
    assert Report(standard.survey(bid)).tables().keys() == Report(bid).tables().keys()


def test_the_level_is_that_of_all_tables(bid):
    narrow, wide = (Report(bid, level).tables()["contracts"]["share_high"] for level in (0.5, 0.99))
    assert (narrow < wide).all()
    assert Report(bid, 0.99).facts["intervals"] == "99 %"


def test_data_without_hands_is_refused(bid):
    with pytest.raises(UserError, match="no hands"):
        Report(bid.hands.filter(pl.col("hand_id") > 10**6)).tables()


# ---- the page ----


def test_the_page_is_one_file_that_asks_for_nothing(page):
    found = Tags(page)
    assert page.startswith("<!DOCTYPE html>\n")
    assert len(page.encode()) < 2_000_000
    assert not re.search(r"https?:|//[a-z]|url\(|@import", page)
    assert not {"script", "link", "iframe", "object", "embed", "base", "form"} & set(found.tags)
    for tag, name, value in found.attributes:
        assert not name.startswith("on")
        assert name not in ("src", "href") or value.startswith({"img": "data:image/svg+xml;base64,", "a": "#"}[tag])
    ids = {value for _, name, value in found.attributes if name == "id"}
    assert {value.removeprefix("#") for _, name, value in found.attributes if name == "href"} == ids


def test_the_page_is_made_for_phones_and_forbids_the_network(page):
    metas = [(name, value) for tag, name, value in Tags(page).attributes if tag == "meta"]
    assert ("content", "width=device-width, initial-scale=1") in metas
    assert ("content", "default-src 'none'; img-src data:; style-src 'unsafe-inline'") in metas
    assert ("html", "lang", "en") in Tags(page).attributes


def test_pictures_ask_for_nothing_and_are_told_in_words(page):
    attributes = Tags(page).attributes
    pictures = [value for tag, name, value in attributes if (tag, name) == ("img", "src")]
    assert len(pictures) > 15
    for picture in pictures:
        drawn = b64decode(picture.partition(",")[2]).decode()
        assert drawn.startswith("<?xml")
        assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', drawn))
        assert not re.search(r"<script|<image|<foreignObject|@import|url\((?!#)", drawn)
    alternatives = [value for tag, name, value in attributes if (tag, name) == ("img", "alt")]
    assert len(alternatives) == len(pictures)
    assert all(re.fullmatch(r"Figure: \w.{8,}", text) for text in alternatives)


def test_every_number_of_a_main_table_is_on_the_page(bid, page):
    text = " ".join(Tags(page).texts)
    for row in Report(bid).tables()["contracts"].iter_rows(named=True):
        assert f"{row['n']:,}" in text
    for row in Report(bid).tables()["seats"].iter_rows(named=True):
        assert f"{row['score_sd']:.2f}" in text


def test_names_of_users_are_escaped(bid, page):
    rules = Rules.from_mapping(Rules.load("standard").to_mapping() | {"name": HOSTILE, "unit": HOSTILE})
    known = Origin((HOSTILE, HOSTILE + "2", "<b>", "normal"), rules)
    hostile = Report(Survey(standard.survey(bid).totals, known))
    shown = hostile.to_html()
    found, usual = Tags(shown), Tags(page)
    assert set(found.tags) == set(usual.tags)
    assert found.tags["img"] == usual.tags["img"]
    assert {name for _, name, _ in found.attributes} == {name for _, name, _ in usual.attributes}
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
    assert any(HOSTILE in text for text in found.texts)


def test_the_same_hands_make_the_same_page(bid, page):
    assert Report(bid).to_html() == page


def test_no_figures_are_left_open_and_settings_stay(bid):
    plt.close("all")  # those of other tests
    settings = mpl.rcParams.copy()
    mine = plt.figure()
    report = Report(bid)
    assert len(report.figures(report.sections[1])) == 2
    assert plt.get_fignums() == [mine.number]
    assert plt.gcf() is mine
    assert mpl.rcParams == settings
    plt.close(mine)


def test_a_page_is_written_in_full_or_not_at_all(bid, page, tmp_path, monkeypatch):
    file = tmp_path / "report.html"
    assert Report(bid).write_html(file) == len(page.encode())
    assert file.read_text("utf-8") == page
    file.write_text("old")

    def broken(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", broken)
    monkeypatch.setattr("analysis.report_html.page", lambda _: page)
    with pytest.raises(UserError, match=r"report.html' can't be written: No space left on device; name another file$"):
        Report(bid).write_html(file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_place_that_is_none_is_refused(bid, tmp_path):
    with pytest.raises(UserError, match=r"is a folder: name a file in it, such as '.*report.html'$"):
        Report(bid).write_html(tmp_path)
    with pytest.raises(UserError, match=r"there is no folder '.*nowhere', make it first$"):
        Report(bid).write_html(tmp_path / "nowhere" / "report.html")


@pytest.mark.parametrize("missing", ["matplotlib", "seaborn", "jinja2"])
def test_without_the_extra_it_is_said_how_to_install_it(bid, missing, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("analysis.plots")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)  # what Python then says is that there is no such module
    with pytest.raises(
        UserError, match=rf"need {missing}, which is not installed: pip install -c constraints.txt -e '.\[lab\]' in the"
    ):
        Report(bid).to_html()
    assert not Report(bid).tables()["contracts"].is_empty()
