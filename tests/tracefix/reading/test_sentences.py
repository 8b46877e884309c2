"""An error that somebody retells, where the paste has no error line."""

import pytest

from tracefix.reading.cleaning import clean
from tracefix.reading.tracebacks import parse

# The message that is told follows §, up to the next one or the end.
TOLD = {
    "a wording that only an error has": "Help: my export stops, §'Net' object has no attribute 'head'§?\nI run it on a GPU.",
    "… before a sentence about a failure": "The upload failed yesterday, too.\nNow it says §No module named acme.train",
    "what a person quotes": "加载成功但调用失败，错误信息提示“§too few channels in layer§”",
    "what a person quotes, with quotes in it": (
        'the kitchen shows: "§Error serving soup "miso": not a valid soup: no pot "/srv/pots/miso"§"\nThe pot is there'
    ),
    "the first of two quotes": 'it says "§the soup was not found§" and then "the pot is not valid"',
    "what a person quotes as code": "the program then raises the warning `§ladles 4 > bowls in the kitchen§` and never starts",
    "what a person quotes before the word": '系统还报告了"§Mean of empty slice§"警告',
    "a line in a block of code, before prose": "Here the server fails to start:\n```\n§acme failed to start. Retry with --verbose§\n```\n",
    "a line that is code, before prose": "I hit this error when training starts, and it fails:\n\n`§Restoring from the store failed.§`\n",
    "what a program says inside a Chinese sentence": "加载的时候,出现§Store error: soup was not found§错误,不清楚原因",
    "what a program says in English, before what is told in Chinese": "后来用工具转换的时候出现很多错误,都记在下面\n1.2 §The soup for this bowl is not supported yet.§\n",
    "a heading with a number and quotes": '2.1 "§soup not found§"',
    "an item of a list": "some notes\n3. **§Soup cannot be served§**",
    "a title with a mark": "[Bug]: §Soup cannot be served",
    "… of another form": "Issue: §the soup cannot be served",
    "a mark that says all": "[Crash] §on every start, soup fails",
    "a number that is none of a heading": "§0.5 seconds (SOUP FAILED): bowl",
    "a line that was logged as an error, before a title": "Error while cooking the soup\nERROR:root:§Bowl 12 was dropped on the floor§\n",
    "… by a logger that begins with the time": (
        "SOUP error\n2026-05-28 02:13:12,411 INFO  Main:7 [cook.py:run():209] Bowl 11 served\n"
        "2026-05-28 02:13:13,585 ERROR   Main:7 [cook.py:run():113] §500 answers of the kitchen.§\n"
    ),
    "… behind the name of a logger": "SOUP error\n10:00:00 - cook - ERROR - §Bowl 12 was dropped on the floor§\n",
    "… whose message begins with a plain word": "SOUP error\n2026-05-28 02:13:13,585 ERROR §The bowl was dropped§\n",
    "… behind its file in brackets": (
        "SOUP error\n[ERROR|cook.py:113] 2026-05-28 02:13:13,585 >> §Bowl 12 was dropped on the floor§\n"
    ),
    "an error that occurred": "Cook, v2\n§Error occurred while salting. Restarting the cook …§\n",
    "a sentence, before a progress bar": (
        "19/19 [==============================] - loss: 0.26 [WARNING] Invalid soup received.\n§the soup cannot be kept"
    ),
    "two words that a person quotes": "上传到一半提示“§upload failed§”，不知道为什么",
    "a signal inside a sentence": "I tried to cook on my board, but `§Illegal instruction§` occurred.",
    "a signal in a title": "Crash (§Killed signal§) in the first round",
    "a quoted failure, before what else is quoted as a message": 'I get a message ("Soup was cooked well") but its status is "Failed" ("§Failed to connect to the kitchen§") - see',
    "a quoted line below the word that announces it": (
        "I cooked yesterday and could continue\nBut I got error \n'§error --resume soup doesn't exist§ '\nHow to solve"
    ),
    "a failure in bold": "will you tell what fails, see **§soup pot not found§** . I did all",
    "a line in single quotes": "'§Salt is incompatible with sugar in soup.§'",
    "what is refused by name": "Output:\n\n§ladle is not a valid tool, try one of [pot, pan]",
    "a statement that raises, quoted as code": 'It stops at\n`raise KitchenError("§You asked for salt, but there is none.§ ")`\nI followed the recipe',
    "a line that goes on, before the one that announces it": "Cooking failed with output:\n`\n§Soup export failure: unexpected number of ladles§\n`",
    "a kernel of a notebook": "The kernel dies:\n```\nWARNING:root:§kernel 0c2a9b1e-6add-49a0-85be-71c5da457a5c restarted§\n```",
    "a Chinese sentence that names no message": "§cook.py 运行的时候 soup 加载失败,不清楚原因",
    "prose, where no block says more": "§Here the server fails to start:§\n```\nready\n```\n",
}


@pytest.mark.parametrize("marked", TOLD.values(), ids=TOLD)
def test_the_surest_sentence_tells_the_error(marked):
    (error,) = parse(clean(marked.replace("§", ""))).errors

    assert error.message == marked.split("§")[1]


@pytest.mark.parametrize(
    "text",
    [
        'The word "error" in "my file" is fine',
        'soup("the pot has failed so far: %d", count)',
        "except KitchenError as error:",
        "from kitchen import KitchenError",
        "the KitchenErrors are counted",
        "For example: 'Net' object has no attribute 'head'",
        "提示“训练”",
        "a quiet day",
        "19/19 [==============================] - loss: 0.26 [WARNING] Invalid soup received.",
        "2026-05-28 02:13:13 | ERROR | stderr | INFO:     Started the server process",
        "2026-05-28 02:13:13 INFO [cook.py:113] 500 answers of the kitchen",
    ],
)
def test_what_is_no_error_is_not_told_as_one(text):
    assert not parse(clean(text)).errors


def test_a_signal_that_somebody_tells_of_is_a_death():
    (error,) = parse(clean("My cook stops and says `Killed` after an hour")).errors

    assert (error.program, error.message, error.is_root) == ("signal", "Killed", True)
    assert error.end - error.start == len("Killed")


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("Auto models get kitchen.exceptions.CookDiedError when run on two stoves", "kitchen.exceptions.CookDiedError"),
        ("bind NotImplementedError when using Soup", "NotImplementedError"),
        ("Exception has occurred: KeyError in cook.py at line number 94", "KeyError"),
    ],
)
def test_a_title_that_only_names_a_class_tells_the_class(text, type_):
    (error,) = parse(clean(text)).errors

    assert (error.type, error.message, error.is_root) == (type_, "", True)
