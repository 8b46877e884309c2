"""What people who read Chinese type finds its article first."""

import pytest

from kb.library import get_library

QUERIES = {
    "磁盘空间不足": "disk-full",
    "磁盘满了": "disk-full",
    "无法序列化": "pickle-other-object", "没有名为cv2的模块": "module-not-found", "缺少模块": "module-not-found",
    "cuda不可用": "torch-no-cuda", "文件不存在": "input-file-not-found", "下载模型失败": "hub-repo-not-found",
    "意外的关键字参数": "call-signature-mismatch", "参数不匹配": "call-signature-mismatch",
    "windows 下 num_workers 报错": "mp-bootstrapping", "埠被佔用": "address-in-use", "训练卡死": "nccl-timeout",
    "多卡训练卡住": "nccl-timeout", "NCCL 超时": "nccl-timeout", "形状不匹配": "tensor-shape-mismatch",
    "[WinError 2] 系统找不到指定的文件。": "command-not-found", "已杀死": "process-killed-host-oom",
    "段错误 (核心已转储)": "native-crash", "没有模块": "module-not-found", "卡住不动": "nccl-timeout",
    "[WinError 5] 拒绝访问。": "permission-denied",
    "[WinError 10013]": "address-in-use", "[WinError 109]": "dataloader-worker-exited",
    "无法将“torchrun”项识别为 cmdlet": "command-not-found",
}  # fmt: skip
MESSAGES = {  # what a system says in Chinese, and in English
    "FileNotFoundError: [WinError 2] 系统找不到指定的文件。": "FileNotFoundError: [WinError 2] The system cannot find the file specified",
    "FileNotFoundError: [WinError 3] 系统找不到指定的路径。": "FileNotFoundError: [WinError 3] The system cannot find the path specified",
    "PermissionError: [WinError 5] 拒绝访问。": "PermissionError: [WinError 5] Access is denied",
    "FileNotFoundError: [Errno 2] 没有那个文件或目录: 'a.json'": "FileNotFoundError: [Errno 2] No such file or directory: 'a.json'",
    "ConnectionRefusedError: [Errno 111] 拒绝连接": "ConnectionRefusedError: [Errno 111] Connection refused",
    "OSError: [WinError 1455] 页面文件太小，无法完成操作。": "OSError: [WinError 1455] The paging file is too small for this operation to complete",
    "OSError: [WinError 112] 磁盘空间不足。": "OSError: [WinError 112] There is not enough space on the disk",
    "OSError: [Errno 28] 设备上没有空间": "OSError: [Errno 28] No space left on device",
    "已杀死": "Killed",
    "段错误 (核心已转储)": "Segmentation fault (core dumped)",
}


def test_each_query_finds_its_article_first(use_articles, settings):
    use_articles(settings.BASE_DIR / "articles")

    found = {query: get_library().search(query, language="zh-hans").hits for query in QUERIES}

    assert {query: hits[0].slug if hits else "" for query, hits in found.items()} == QUERIES


@pytest.mark.parametrize(("chinese", "english"), MESSAGES.items(), ids=range(len(MESSAGES)))
def test_a_system_is_understood_in_both_languages(use_articles, settings, chinese, english):
    use_articles(settings.BASE_DIR / "articles")

    ours, theirs = (get_library().match(text) for text in (chinese, english))

    assert [match.article.slug for match in ours.matches] == [match.article.slug for match in theirs.matches]
    assert ours.verdict == theirs.verdict


LEADS = {  # what a system says in Chinese, alone: the article that it leads to
    "bash: torchrun: 未找到命令": "command-not-found",
    "bash: ./run.sh: 没有那个文件或目录": "input-file-not-found",
    "已杀死": "process-killed-host-oom",
    "段错误（核心已转储）": "native-crash",
    "curl: (7) Failed to connect to localhost port 8000: 拒绝连接": "server-connection-refused",
    "FileNotFoundError: [WinError 2] 系统找不到指定的文件。: 'x.csv'": "input-file-not-found",
    "OSError: [WinError 1455] 页面文件太小，无法完成操作。": "windows-dll-load-failed",
    "页面文件太小，无法完成操作": "windows-dll-load-failed",
}
FOUND = {  # words without an error around them: no answer, and the first article of the search
    "没有那个文件或目录": "input-file-not-found",
    "拒绝连接": "server-connection-refused",
    "系统找不到指定的文件": "command-not-found",
}


@pytest.mark.parametrize(("message", "slug"), LEADS.items(), ids=range(len(LEADS)))
def test_a_message_of_a_system_leads_to_its_article(use_articles, settings, message, slug):
    use_articles(settings.BASE_DIR / "articles")

    found = get_library().match(message)

    assert found.verdict == "likely"
    assert found.matches[0].article.slug == slug


def test_words_alone_are_no_answer_and_find_their_article_first(use_articles, settings):
    use_articles(settings.BASE_DIR / "articles")
    library = get_library()

    assert {words: library.search(words, language="zh-hans").hits[0].slug for words in FOUND} == FOUND
    assert {library.match(words).verdict for words in FOUND} == {"none"}


@pytest.mark.parametrize("message", ["磁盘空间不足", "已终止"])
def test_a_message_without_an_article_gets_none(use_articles, settings, message):
    use_articles(settings.BASE_DIR / "articles")

    assert get_library().match(message).verdict == "none"


def test_what_no_article_covers_finds_none(use_articles, settings):
    use_articles(settings.BASE_DIR / "articles")

    assert not get_library().search("训练速度太慢", language="zh-hans").hits
