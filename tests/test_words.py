"""What a card says is read in the language of the page."""

from django.utils.translation import override

from kb.wording import say
from tracefix.phrases import Phrase, Template

DOCKER = Phrase(Template.of_text("it runs in {Docker}", {"zh-hans": "在 {Docker} 里运行"}))


def test_a_text_of_a_card_is_said_in_the_language_that_it_brings():
    with override("zh-hans"):
        assert say(DOCKER) == "在 {Docker} 里运行"
        assert say(Phrase("your system is {system}, and {condition}", system="Linux", condition=DOCKER)) == (
            "系统是 Linux，并且在 {Docker} 里运行"
        )


def test_a_text_of_a_card_is_english_where_the_page_is():
    with override("en"):
        assert say(DOCKER) == "it runs in {Docker}"
