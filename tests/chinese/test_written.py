"""Tables of what Chinese grammars write, and of what they leave."""

from __future__ import annotations

import pytest

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import make_options
from legibly.languages import language
from legibly.transcript import Transcript, Word, as_heard
from tests.languages.writing import apart, formatted, written

TABLES = {
    "cardinal": [
        ("一百零一", "101"),
        ("一千一百一十", "1110"),
        ("一千一百十", "1110"),
        ("一万零五十", "10050"),
        ("一万五", "15000"),
        ("两千三百人", "2300人"),
        ("九十一万五千八百二十五", "915825"),
        ("一百二", "120"),
        ("伍拾壹", "51"),
        ("负二十", "-20"),
    ],
    "scaled": [
        ("一万", "1万"),
        ("三点五亿", "3.5亿"),
        ("十萬", "10萬"),
        ("十一亿九千万", "11亿9000万"),
    ],
    "decimal": [("三点一四", "3.14"), ("零点六个百分点", "0.6个百分点"), ("负一点一", "-1.1")],
    "ordinal": [("第一百一十一", "第111"), ("第二十一章", "第21章")],
    "fraction": [("十六分之三", "3/16"), ("三又五分之一", "3又1/5")],
    "percent": [
        ("百分之六点三", "6.3%"),
        ("百分之百", "100%"),
        ("百分之三十到四十", "30%到40%"),
    ],
    "money": [
        ("一千元", "1000元"),
        ("一点五万美元", "1.5万美元"),
        ("十二块五毛", "12块5毛"),
        ("三千三百八十元五角八分", "3380元5角8分"),
    ],
    "time": [
        ("下午三点半", "下午3:30"),
        ("八点零五分", "8:05"),
        ("两点一刻", "2:15"),
        ("十三点五分十秒", "13:05:10"),
        ("晚上八点", "晚上8点"),
        ("八点三十", "8:30"),
    ],
    "date": [
        ("二〇二四年三月五日", "2024年3月5日"),
        ("一九九八年", "1998年"),
        ("两千零五年八月五号", "2005年8月5号"),
        ("五月三十日", "5月30日"),
        ("公元前二八零九年", "公元前2809年"),
        ("八十年代", "80年代"),
        ("二十一世纪", "21世纪"),
    ],
    "measure": [
        ("三百二十四点七五克", "324.75克"),
        ("每小时十五公里", "每小时15公里"),
        ("十五分钟", "15分钟"),
    ],
    "houses": [
        ("中山路六十九号", "中山路69号"),
        ("五百零三号房间", "503号房间"),
        ("一百二十三号线", "123号线"),
        ("神舟二十三号", "神舟23号"),
    ],
    "large sums": [
        ("三百五十万欧元", "350万欧元"),
        ("两千三百亿元", "2300亿元"),
        ("一千日元", "1000日元"),
    ],
    "rather decimals": [
        ("零点零一", "0.01"),
        ("十八点零四版", "18.04版"),
        ("上午八点零五", "上午8:05"),
        ("八点零五分", "8:05"),
    ],
    "strings": [
        ("零一零八二三四五六七八", "010-82345678"),
        ("幺三五零幺二三四五六七", "13501234567"),
        ("幺幺零", "110"),
        ("零零七", "007"),
        ("七十八比九十六", "78:96"),
        ("幺二七点零点零点幺", "127.0.0.1"),
        ("鄂 a 七 l 六二 u", "鄂A7L62U"),
    ],
}
LEFT = [
    "九九八十一难",
    "正月十五",
    "一时半会",
    "大年三十",
    *("一起", "三心二意", "十三五", "一下", "一点也不", "有一点", "统一", "一共有多少人"),
    *("十分好", "七八个人", "三四十", "十几万", "几十", "数十亿", "三个人", "一个", "第一"),
    *("三分之一", "一块儿", "一块石头", "众人拾柴", "十八大", "十三届全国人大", "二两", "十年"),
    *("五六十年代", "千万不要", "万一", "三点意见", "一日三餐", "星期三", "双十一"),
]


def spaced(text: str) -> str:
    return text if " " in text else apart(text)


@pytest.mark.parametrize(
    ("spoken", "expected"), [row for table in TABLES.values() for row in table]
)
def test_is_written(spoken: str, expected: str) -> None:
    assert written(spaced(spoken), "zh") == expected


@pytest.mark.parametrize("spoken", LEFT)
def test_is_left(spoken: str) -> None:
    assert written(spaced(spoken), "zh") == spoken


@pytest.mark.parametrize(
    ("styles", "spoken", "expected"),
    [
        (("hours=24",), "下午三点半", "15:30"),
        (("hours=24",), "晚上八点", "20:00"),
        (("scales=digits",), "三点五亿", "350000000"),
        (("thousands=,",), "一万二千三百", "12,300"),
        (("currency=sign",), "一千元", "¥1000"),
        (("currency=sign",), "十二块五", "¥12.5"),
        (("fractions=digits",), "三分之一", "1/3"),
        (("guesses=digits",), "三五千", "3000~5000"),
        (("dates=iso",), "二〇二四年三月五日", "2024-03-05"),
        (("numerals=words",), "二〇二四年三月五日", "二〇二四年三月五日"),
        (("numerals=words",), "百分之五", "百分之五"),
        (("numerals=words",), "一百二十元", "一百二十元"),
    ],
)
def test_styles(styles: tuple[str, ...], spoken: str, expected: str) -> None:
    assert written(apart(spoken), "zh", *styles) == expected


def test_one_is_an_article_however_small_numbers_are_written() -> None:
    assert written(apart("三个人一起买一个"), "zh", digits_from=0) == "3个人一起买一个"


SEGMENTED = [
    "会议 在 二〇二四年 三月 五日 下午 三点半 开始",
    "他 花了 一百 二十 块 钱",
    "大约 三百五十 公里",
    "三心二意 一起 去",
    "总共三百人 来了",
    "他今年三十岁了",
    "有一百多个 人",
    "十八大 以来 的 十三五 规划",
]


@pytest.mark.parametrize("words", SEGMENTED)
def test_words_and_characters_are_written_alike(words: str) -> None:
    heard = tuple(Word(text, i, i + 1.0, i / 10) for i, text in enumerate(words.split()))
    formatter = Formatter([], language("zh"), make_options(punctuation=False))
    found = formatter(Transcript(heard, tuple(as_heard(heard)), "zh"))
    assert found.words == heard
    assert found.text == written(apart(words.replace(" ", "")), "zh")


def test_times_are_kept_a_character() -> None:
    found = formatted("他 下 午 三 点 半 来", "zh")
    assert [(t.text, t.first, t.last) for t in found.tokens] == [
        ("他", 0, 1),
        ("下午", 1, 3),
        ("3:30", 3, 6),
        ("来", 6, 7),
    ]
