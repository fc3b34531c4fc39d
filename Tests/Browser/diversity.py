"""Facts about books and authors, and the figures made of them."""

from playwright.sync_api import expect

from flows import flow


def shelf(server):
    """Adds two books by one author and one by another."""
    for title, author in (
        ("Sula", "Toni Morrison"), ("Jazz", "Toni Morrison"), ("Emma", "Jane Austen")
    ):
        server.run("book", "add", title, "--author", author, "--page-count", "300")


@flow
def stop_and_answer(page, server):
    """Stop after ten minutes, answer the question, see the radar, and undo the answer."""
    shelf(server)
    server.run("start", "read", "Sula")
    server.set_clock("2026-03-05T19:10:00Z")
    page.goto("/")
    page.get_by_label("Page", exact=True).fill("12")
    page.get_by_role("button", name="Stop").click()
    question = page.get_by_role("heading", name="Which part of the world is Toni Morrison from?")
    expect(question).to_be_visible()
    expect(page.get_by_role("radio", name="All 2 books by Toni Morrison")).to_be_checked()
    page.get_by_role("button", name="North America").click()
    expect(page.get_by_role("heading", name="0 % → 13 % known")).to_be_visible()
    expect(page.get_by_text("+6 points")).to_be_visible()
    expect(page.get_by_role("img", name="Data completeness").filter(visible=True)).to_be_visible()
    expect(question).to_have_count(0)
    answered = page.url
    page.get_by_role("link", name="See results").click()
    expect(page.get_by_role("heading", name="13 % of details filled in")).to_be_visible()
    page.get_by_text("Radar charts").click()
    expect(page.get_by_role("row", name="Cultural origin 67 %").first).to_be_visible()
    page.get_by_role("link", name="North America").click()
    expect(page.get_by_role("link", name="Jazz")).to_be_visible()
    page.goto(answered)
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    page.goto("/insights/diversity")
    expect(page.get_by_role("heading", name="0 % of details filled in")).to_be_visible()


@flow
def answer_from_the_radar(page, server):
    """The plus of an axis opens its questions; one is skipped, one answered, one declined for good."""
    shelf(server)
    page.goto("/insights/diversity")
    page.get_by_text("Radar charts").click()
    way = page.get_by_role("link", name="Fill in details: Gender").filter(visible=True).first
    box = way.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44, f"the way is {box}"
    way.click()
    first = page.get_by_role("heading", level=2).first.inner_text()
    page.get_by_role("link", name="Not sure, skip").click()
    expect(page.get_by_role("heading", name=first)).to_have_count(0)
    page.get_by_role("button", name="Female").click()
    expect(page.get_by_role("heading", name="known")).to_contain_text("→")
    expect(page.get_by_role("heading", name=first)).to_be_visible()
    page.get_by_role("button", name="Don’t ask again about").click()
    expect(page.get_by_text("No more questions about gender.")).to_be_visible()


@flow
def correct_an_author_and_a_book(page, server):
    """Edit the facts of an author, override one for a book, and undo that."""
    shelf(server)
    page.goto("/authors")
    page.get_by_role("link", name="Toni Morrison").click()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Cultural region").select_option("North America")
    page.get_by_label("Year of birth").fill("soon")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("“soon” is not a year")
    page.get_by_label("Year of birth").fill("1931")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("1931")).to_be_visible()
    page.get_by_role("link", name="Jazz").click()
    expect(page.get_by_text("from the author")).to_be_visible()
    page.get_by_text("Edit details").click()
    page.get_by_label("Original language").fill("English")
    page.get_by_label("Cultural region").select_option("Africa")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("this book only", exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove this book’s own cultural region").click()
    expect(page.get_by_text("from the author")).to_be_visible()


@flow
def set_a_share_goal(page, server):
    """Set a share goal, get an error, see its progress, and end it."""
    shelf(server)
    server.run("author", "set", "Jane Austen", "--gender", "female")
    server.run("author", "set", "Toni Morrison", "--gender", "female")
    server.run("book", "status", "Emma", "read")
    page.goto("/insights/diversity")
    expect(page.get_by_role("heading", name="Diversity", level=1)).to_be_visible()
    page.get_by_text("Set a goal").click()
    page.get_by_label("Category", exact=True).select_option("gender female")
    page.get_by_label("Percent").fill("300")
    page.get_by_label("Period", exact=True).select_option("yearly")
    page.get_by_role("button", name="Set goal").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Percent")).to_have_value("300")
    page.get_by_label("Percent").fill("50")
    page.get_by_role("button", name="Set goal").click()
    goal = page.get_by_role("listitem").filter(has_text="50 % Female")
    expect(goal).to_contain_text("of books finished this year")
    expect(goal).to_contain_text("✓ Reached: 100 % of 1 known book.")
    page.get_by_role("button", name="Remove goal 50 % Female").click()
    expect(goal).to_have_count(0)
