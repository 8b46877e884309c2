"""What people who read Chinese type finds its article first."""

import pytest

from kb.library import get_library

QUERIES = {
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


def test_what_no_article_covers_finds_none(use_articles, settings):
    use_articles(settings.BASE_DIR / "articles")

    assert not get_library().search("磁盘空间不足", language="zh-hans").hits
