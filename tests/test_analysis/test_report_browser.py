"""The page of a report in a browser: laid out for desktops and phones, all is shown, nothing asked of the network."""

import html
import json
import re
import shutil
import subprocess

import matplotlib as mpl
import matplotlib.image
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from analysis.plots.style import CONTRACT_COLORS
from analysis.report import Report
from simulate.run import run

mpl.use("agg")

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
DESKTOP, PHONE = 1280, 390
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=10000",
)  # fmt: skip

# A browser's window can't be as narrow as a phone's, a frame can; and a page that forbids scripts is measured from
# outside.
FRAME = """<!DOCTYPE html><style>body {{ margin: 0 }} iframe {{ border: 0; display: block }}</style>
<iframe width="{width}" height="{height}" srcdoc="{page}"></iframe>
<script>
onload = () => {{
  const page = document.querySelector("iframe").contentDocument
  page.querySelectorAll("details").forEach(e => e.open = true)
  const all = [...page.body.querySelectorAll("*")]
  const wide = all.filter(e => !e.closest(".table") && e.getBoundingClientRect().right > {width} + 0.5)
  const hidden = [...page.querySelectorAll(".table")].filter(e => e.scrollWidth > e.clientWidth + 1)
  const texts = all.filter(e => [...e.childNodes].some(n => n.nodeType == 3 && n.textContent.trim()))
  const links = [...page.querySelectorAll("nav a, summary")]
  const told = {{
    scrolls: page.documentElement.scrollWidth,
    wide: wide.map(e => e.outerHTML.slice(0, 80)),
    hidden: hidden.map(e => e.innerText.slice(0, 80)),
    smallest: Math.min(...texts.map(e => parseFloat(page.defaultView.getComputedStyle(e).fontSize))),
    targets: Math.min(...links.map(e => e.getBoundingClientRect().height)),
    pictures: [...page.images].map(e => [e.complete, e.naturalWidth, e.getBoundingClientRect().width]),
    sections: page.querySelectorAll("section").length,
    rows: page.querySelectorAll("tbody tr").length,
  }}
  document.body.innerHTML = ""
  document.body.append("TOLD" + JSON.stringify(told) + "END")
}}
</script>"""


@pytest.fixture(scope="module")
def browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser to look with: install one of {', '.join(BROWSERS)}")
    return found


@pytest.fixture(scope="module", params=["bid", "assigned"])
def report(request):
    if request.param == "assigned":
        return Report(run(hands=20_000, seed=1, assign="all"))
    return Report(
        run(hands=20_000, seed=1, players="bold,normal(rufspiel=5.25,solo=11.5,wenz=5),cautious,normal/random")
    )


@pytest.fixture(scope="module")
def page(report):
    return report.to_html()


def look(browser, folder, *arguments):
    command = [browser, *QUIET, f"--user-data-dir={folder / 'profile'}", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def measure(browser, folder, page, width):
    wrapped = FRAME.format(width=width, height=900, page=html.escape(page))
    (folder / "frame.html").write_text(wrapped, "utf-8")
    shown = look(browser, folder, "--dump-dom", (folder / "frame.html").as_uri())
    return json.loads(html.unescape(re.search(r"TOLD(.*)END", shown, re.DOTALL)[1]))


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_the_page_fits_and_shows_everything(browser, report, page, tmp_path, width):
    told = measure(browser, tmp_path, page, width)
    assert told["scrolls"] <= width
    assert told["wide"] == []
    assert told["hidden"] == []
    assert told["smallest"] >= 11
    assert told["targets"] >= 24
    assert told["sections"] == len(report.sections)
    assert told["rows"] == sum(len(report.reading(section).rows) for section in report.sections)
    assert len(told["pictures"]) == sum(len(section.pictures) for section in report.sections)
    for complete, natural, shown in told["pictures"]:
        assert complete
        assert natural > 0
        assert 300 < shown <= width


def test_what_does_not_fit_is_found(browser, page, tmp_path):
    spoiled = page.replace(
        "</dl>", '</dl><p style="width: 3000px; font-size: 5px">wide</p><img src="data:image/png;base64,AA">', 1
    )
    told = measure(browser, tmp_path, spoiled, PHONE)
    assert told["scrolls"] >= 3000
    assert len(told["wide"]) == 1
    assert told["smallest"] == 5
    assert [picture[1] for picture in told["pictures"]].count(0) == 1


def test_a_screenshot_shows_text_and_colours(browser, page, tmp_path):
    file, picture = tmp_path / "report.html", tmp_path / "shot.png"
    file.write_text(page, "utf-8")
    look(browser, tmp_path, f"--window-size={DESKTOP},1600", f"--screenshot={picture}", file.as_uri())
    shown = matplotlib.image.imread(picture)[:, :, :3]
    assert shown.shape == (1600, DESKTOP, 3)
    blue = np.abs(shown - to_rgb(CONTRACT_COLORS["rufspiel"])).max(axis=2) < 0.02
    dark = shown.max(axis=2) < 0.25
    assert blue.sum() > 50
    assert 0.002 < dark.mean() < 0.2
    assert (shown > 0.99).all(axis=2).mean() > 0.7
