"""`python -m tools.icons`: renders the icons of the installable app from `static/icon.svg` with Chromium."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.system_packages import CHROMIUM

STATIC = Path(__file__).parents[1] / "src" / "eleven" / "server" / "static"
GREEN = "#35583f"
SAFE = 0.72
"""The safe zone of a maskable icon, which is visible in every shape."""
DRAWN = (("192.png", 192, 1.0, "transparent"), ("512.png", 512, 1.0, "transparent"), ("maskable.png", 512, SAFE, GREEN))


def main() -> None:
    """Render the icons."""
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, size, share, ground in DRAWN:
            page = browser.new_page(viewport={"width": size, "height": size})
            inside = drawing.replace("<svg ", f'<svg width="{size * share:.0f}" height="{size * share:.0f}" ', 1)
            style = f"margin:0;height:100vh;display:grid;place-items:center;background:{ground}"
            page.set_content(f'<body style="{style}">{inside}</body>')
            page.screenshot(path=folder / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
