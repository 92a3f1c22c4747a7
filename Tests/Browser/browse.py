#!/usr/bin/env python3
"""Browses the list: first words, new memos, check marks, tags, empty lists, and a reload that keeps the place.

usage: browse.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import os, tempfile

from selenium.webdriver.common.action_chains import ActionChains

from browser import Script, noise

script = Script()
server = script.server
server.start()
memo = server.memos()[0]["id"]
server.edit(memo, "Words that begin the transcript.")
folder = tempfile.TemporaryDirectory()
browser = script.open()


def upload(title, number, tags=()):
    id = server.upload(title, noise(os.path.join(folder.name, f"{number}.wav"), number))
    if tags:
        server.change("PATCH", f"api/memos/{id}", {"tags": tags})
    return id


def titles():
    return browser.script("[...document.querySelectorAll('.row .name')].map((name) => name.textContent)")


def expect_titles(*expected):
    browser.until(lambda: sorted(titles()) == sorted(expected), f"{expected}")


def row(id):
    return f".row[data-id='{id}']"


def expect_checked(count):
    browser.until(lambda: f"{count} selected" in browser.one(".bulk").text, f"{count} selected")


def boxes():
    """Returns whether each check box is visible."""
    return browser.script("[...document.querySelectorAll('.row input')]"
                          ".map((box) => getComputedStyle(box).filter === 'none')")


def address():
    return browser.script("location.search")


def first():
    """Returns the title of the first row below the top of the list."""
    return browser.script("""(() => {
      const top = document.querySelector('.scroller').getBoundingClientRect().top;
      return [...document.querySelectorAll('.row')]
        .find((row) => row.getBoundingClientRect().bottom > top + 1)?.querySelector('.name').textContent;
    })()""")


def search(text):
    browser.script(
        "(field => { field.value = arguments[0]; field.dispatchEvent(new Event('input')); })"
        "(document.querySelector('#search'))", text)


with script, folder:
    # The first words are the subject, unless the title has them.
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: browser.one(".row .subject").text.startswith("Words that begin"), "the first words")
    server.change("PATCH", f"api/memos/{memo}", {"title": "Words that begin…"})
    browser.until(lambda: browser.one(".row .subject").text.startswith("the transcript."), "the other words")
    title = "Words that begin…"

    # A memo that arrives is new until it is opened, also after a reload.
    assert not browser.all(".row .new")
    other = upload("Arrived", 0, ["Work", "two words"])
    browser.until(lambda: browser.all(f"{row(other)} .new"), "the new memo")
    browser.driver.refresh()
    browser.until(lambda: browser.all(f"{row(other)} .new"), "the new memo")
    browser.click(f"{row(other)} a")
    browser.until(lambda: not browser.all(".row .new"), "no new memo")
    browser.driver.refresh()
    expect_titles(title, "Arrived")
    assert not browser.all(".row .new")
    third = upload("Third", 1, ["work"])
    expect_titles(title, "Arrived", "Third")

    # Check boxes appear with the mouse, the focus, or a selection.
    ActionChains(browser.driver).move_to_element(browser.one(".top h1")).perform()
    browser.until(lambda: not any(boxes()), "no check boxes")
    ActionChains(browser.driver).move_to_element(browser.one(f"{row(other)} .name")).perform()
    browser.until(lambda: boxes().count(True) == 1, "a check box")
    browser.script("document.querySelector('.row input').focus()")
    browser.press(" ")
    expect_checked(1)
    browser.until(lambda: all(boxes()), "all check boxes")

    # Shift selects a range, and a button everything.
    ActionChains(browser.driver).key_down("\ue008").click(browser.all(".row input")[2]).key_up("\ue008").perform()
    expect_checked(3)
    browser.click_button("Cancel")
    browser.until(lambda: not browser.one(".bulk").is_displayed(), "the end of the selection")

    # A long press selects a memo and does not open it.
    browser.script("location.hash = '#/'")
    browser.script("""(link => {
      const at = link.getBoundingClientRect();
      const event = (name) => link.dispatchEvent(new PointerEvent(name, {
        pointerType: 'touch', bubbles: true, clientX: at.left + 20, clientY: at.top + 20 }));
      event('pointerdown');
      setTimeout(() => { event('pointerup'); link.click(); }, 900);
    })(document.querySelectorAll('.row a')[1])""")
    expect_checked(1)
    browser.until(lambda: all(boxes()), "all check boxes")
    browser.click_button("Select all")
    expect_checked(3)
    browser.click_button("Cancel")
    assert browser.script("location.hash") == "#/"

    # So does one that a browser turns into the link's menu, which stays closed.
    assert browser.script("""(link => {
      link.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
      return !link.dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true }));
    })(document.querySelectorAll('.row a')[1])""")
    expect_checked(1)
    browser.click_button("Cancel")

    # The tags with their numbers of memos, in the list and in a search.
    browser.click_button("Tags")
    browser.one(".menu")
    items = browser.script("[...document.querySelectorAll('.menu button')].map((item) => item.innerText.split(/\\s*\\n\\s*/))")
    assert items == [["two words", "1"], ["work", "2"]], items
    browser.click_button("two words")
    expect_titles("Arrived")
    assert browser.script("document.querySelector('#search').value") == 'tag:"two words"'
    search("tag:WORK")
    expect_titles("Arrived", "Third")
    search("begin tag:work")
    browser.until(lambda: "No results" in browser.one(".message").text, "no results")
    server.change("PATCH", f"api/memos/{memo}", {"tags": ["work"]})
    search("tag:work begin")
    browser.until(lambda: len(browser.all(".hit")) == 1, "the memo")

    # Another order keeps the search.
    browser.script("(field => { field.value = 'title'; field.dispatchEvent(new Event('change')); })"
                   "(document.querySelector('select.chip'))")
    browser.until(lambda: len(browser.all(".hit")) == 1, "the memo")

    # Empty lists say what to do.
    search("tag:none")
    browser.until(lambda: "No memos with the tag “none”" in browser.one(".message").text, "no memos")
    browser.click_button("Show all memos")
    expect_titles(title, "Arrived", "Third")
    browser.click_button("Favorites")
    browser.until(lambda: "heart" in browser.one(".message").text, "no favorites")
    search("begin")
    browser.click_button("Search all memos")
    browser.until(lambda: len(browser.all(".hit")) == 1, "the memo")

    # A reload keeps the search, the filter, and the place.
    browser.driver.refresh()
    browser.until(lambda: len(browser.all(".hit")) == 1, "the same search")
    assert browser.script("document.querySelector('#search').value") == "begin"
    browser.click_button("Trash")
    browser.until(lambda: "The trash is empty" in browser.one(".message").text, "the trash")
    browser.driver.refresh()
    browser.until(lambda: "The trash is empty" in browser.one(".message").text, "the trash")
    browser.click_button("All memos")
    for number in range(30):
        upload(f"Memo {number:02}", 10 + number)
    browser.until(lambda: len(browser.all(".row")) > 8, "the memos")
    browser.script("document.querySelector('.scroller').scrollTo(0, 1500)")
    browser.until(lambda: "top=1500" in address(), "the place in the address")
    shown = first()
    browser.script(f"location.hash = '#/memo/{memo}'")
    browser.one(".memo .title")
    browser.driver.refresh()
    browser.until(lambda: first() == shown, "the same place")
    browser.one(".memo .title")

    # A file that is not uploaded is in the list.
    server.end()
    browser.one("input[type=file]").send_keys(noise(os.path.join(folder.name, "Late.wav"), 99))
    browser.until(lambda: "Late.wav" in browser.one(".unsent").text, "the file")
    assert "not uploaded yet" in browser.one(".unsent").text
    server.start()
    browser.until(lambda: not browser.all(".unsent li"), "the end of the upload")
