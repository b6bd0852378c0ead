"""The WebSocket, as a client sees it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from legibly.server import stream_socket
from tests.server.fixtures import Ask

SPOKEN = "so we met bill in london on monday".split()


def texts(answers: list[dict[str, Any]]) -> str:
    tokens = [token for answer in answers for token in answer["committed"]]
    return " ".join(token["text"] + token["after"] for token in tokens)


def asked(socket: WebSocketTestSession, message: object) -> dict[str, Any]:
    socket.send_text(json.dumps(message))
    return dict(socket.receive_json())


def test_each_message_has_its_answer(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream?max_delay=2") as socket:
        answers = [asked(socket, {"words": [{"text": word}]}) for word in SPOKEN]
        assert [len(answer["committed"]) for answer in answers] == [0, 0, 1, 1, 1, 1, 1, 1]
        assert answers[1]["provisional"] == "So we"
        assert "resume" not in answers[-1]
        answers.append(asked(socket, {"end": True}))
        assert answers[-1]["end"]
        assert texts(answers) == "So we met bill in London on Monday."
        assert [answer["position"] for answer in answers[-2:]] == [6, 8]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1000


def test_words_may_be_strings_and_come_with_the_end(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        answer = asked(socket, {"words": SPOKEN, "end": True})
        assert texts([answer]) == "So we met bill in London on Monday."


def test_messages_of_recognisers_are_read(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream?max_delay=0") as socket:
        partial = asked(socket, {"partial": "so we"})
        assert (partial["committed"], partial["provisional"]) == ([], "So we")
        vosk = {"result": [{"word": "so", "start": 0.1, "end": 0.2, "conf": 1.0}], "text": "so"}
        answers = [asked(socket, vosk)]
        whisper = {"segments": [{"start": 1, "text": "we can", "completed": True}]}
        answers += [asked(socket, whisper), asked(socket, whisper), asked(socket, {"end": True})]
        assert texts(answers).lower().replace(".", "") == "so we can"


def test_options_come_in_the_query_or_in_a_first_message(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream?max_delay=1&case=false") as socket:
        assert texts([asked(socket, {"words": SPOKEN[:2], "end": True})]) == "so we."
    with client.websocket_connect("/v1/stream?case=false") as socket:
        start = {"start": {"lexicon": ["BiLL"], "case": True, "mask_words": "london"}}
        assert asked(socket, start) == {"committed": [], "provisional": "", "position": 0}
        answer = asked(socket, {"words": SPOKEN, "end": True})
        assert texts([answer]) == "So we met BiLL in *** on Monday."


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("max_dealy=2", 400, "unknown field 'max_dealy'; did you mean 'max_delay'?"),
        ("numbers=maybe", 400, "numbers is 'maybe'; expected true or false"),
    ],
)
def test_a_wrong_query_is_refused_before_anything_is_said(
    client: TestClient, query: str, status: int, said: str
) -> None:
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect(f"/v1/stream?{query}"),
    ):
        pass
    response: Any = refused.value
    assert response.status_code == status
    assert said in response.json()["detail"]


def test_a_bad_message_is_answered_and_the_stream_goes_on(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream?max_delay=0") as socket:
        first = asked(socket, {"words": ["so"]})
        for message, said in (
            ([1], "a message that is list; expected"),
            ({"words": 5}, "words is int; expected a list"),
            ({"words": [5]}, "found int; expected an object"),
            ({"colour": "red"}, "found an object with 'colour'"),
            ({"start": {}}, "found an object with 'start'"),
            ({"resume": {}}, "found an object with 'resume'"),
        ):
            answer = asked(socket, message)
            assert answer["error"]["status"] == 422
            assert said in answer["error"]["detail"], answer
        socket.send_text("so we")
        assert "not JSON" in socket.receive_json()["error"]["detail"]
        socket.send_bytes(b"so we")
        assert "a binary message" in socket.receive_json()["error"]["detail"]
        answers = [first, asked(socket, {"words": ["we"]}), asked(socket, {"end": True})]
        assert texts(answers) == "So we"


def test_not_without_end(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        for _ in range(stream_socket.MAX_BAD_MESSAGES):
            assert "error" in asked(socket, 5)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1008


def test_a_stream_without_a_limit_is_refused(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream?max_delay=none") as socket:
        answer = asked(socket, {"words": ["so"]})
        assert "a stream without a limit; give it max_delay" in answer["error"]["detail"]
    with client.websocket_connect("/v1/stream?max_delay=2000") as socket:
        assert "expected 0 to 1000, or none" in asked(socket, {"words": []})["error"]["detail"]


def test_messages_have_a_limit_of_words(served: Ask) -> None:
    with served(message_words=3).websocket_connect("/v1/stream") as socket:
        answer = asked(socket, {"words": SPOKEN})
        assert answer["error"]["status"] == 413
        assert asked(socket, {"words": SPOKEN[:3]})["provisional"] == "So we met"


def test_a_long_message_is_taken_in_pieces_and_is_the_same(served: Ask) -> None:
    client = served()
    words = SPOKEN * 20
    with client.websocket_connect("/v1/stream") as socket:
        at_once = asked(socket, {"words": words, "end": True})
    with client.websocket_connect("/v1/stream") as socket:
        singly = [asked(socket, {"words": [word]}) for word in words]
        singly.append(asked(socket, {"end": True}))
    assert at_once["committed"] == [t for answer in singly for t in answer["committed"]]


def test_it_goes_on_after_a_lost_connection(client: TestClient) -> None:
    path = "/v1/stream?max_delay=2&resume=true"
    with client.websocket_connect(path) as socket:
        before = [asked(socket, {"words": [word]}) for word in SPOKEN[:5]]
    state = before[-1]["resume"]
    assert (state["position"], state["message"], state["skip"]) == (3, 3, 0)
    with client.websocket_connect(path) as socket:
        after = [asked(socket, {"resume": state})]
        after += [asked(socket, {"words": [word]}) for word in SPOKEN[state["message"] :]]
        after.append(asked(socket, {"end": True}))
    assert texts([*before, *after]) == "So we met bill in London on Monday."
    page = client.get("/metrics").text
    assert "legibly_resumed_total 1.0" in page
    assert "legibly_open_streams 0.0" in page


def test_messages_that_could_not_be_read_are_counted(client: TestClient) -> None:
    path = "/v1/stream?max_delay=1&resume=true"
    messages: list[object] = [
        5,
        {"words": ["so"]},
        {"colour": 1},
        {"words": ["we"]},
        [],
        {"w": "met"},
    ]
    with client.websocket_connect(path) as socket:
        before = [asked(socket, message) for message in messages]
    state = before[-1]["resume"]
    assert (state["position"], messages[state["message"]]) == (2, {"w": "met"})
    with client.websocket_connect(path) as socket:
        after = [asked(socket, {"resume": state})]
        after += [asked(socket, message) for message in messages[state["message"] :]]
        after.append(asked(socket, {"end": True}))
    assert texts([*before, *after]) == "So we met."


def test_a_stream_that_cannot_be_served_now_is_closed(
    served: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an answer: the client goes on from the last one it has."""
    client = served()
    with client.websocket_connect("/v1/stream?resume=true") as socket:
        asked(socket, {"words": ["so"]})
        app: Any = client.app
        monkeypatch.setattr(app._services.queue, "_most", -9)
        socket.send_text(json.dumps({"words": ["we"]}))
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1013


def test_time_alone_decides_where_that_was_asked_for(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream?max_wait=0.05&max_delay=none") as socket:
        asked(socket, {"words": ["so"]})
        tick = socket.receive_json()
        assert tick["tick"]
        assert texts([tick]) == "So"


def test_silence_has_an_end(served: Ask) -> None:
    client = served(idle_seconds=0.2)
    with client.websocket_connect("/v1/stream?max_delay=2") as socket:
        asked(socket, {"words": ["so", "we"]})
        last = socket.receive_json()
        assert last["closing"]
        assert texts([last]) == "So we."
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_the_end_of_the_server_flushes_streams(client: TestClient) -> None:
    app: Any = client.app
    for query, text in (("resume=true", "So we"), ("", "So we.")):
        app.draining.clear()
        with client.websocket_connect(f"/v1/stream?max_delay=4&{query}") as socket:
            asked(socket, {"words": ["so", "we"]})
            assert client.portal is not None
            client.portal.call(app.draining.set)
            last = socket.receive_json()
            assert last["closing"]
            assert texts([last]) == text
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 1012
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "words end start text w s e p type result results segments partial channel resume "
                "alternatives transcript turn_order end_of_turn completed speaker conf".split()
            )
            | st.text(max_size=4),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


@settings(max_examples=120, suppress_health_check=list(HealthCheck))
@given(messages=st.lists(ANYTHING | st.text(max_size=20), max_size=8))
def test_whatever_is_sent_is_answered(client: TestClient, messages: list[object]) -> None:
    with client.websocket_connect("/v1/stream?max_delay=1&resume=true") as socket:
        committed = 0
        for message in messages:
            text = message if isinstance(message, str) else json.dumps(message)
            socket.send_text(text)
            answer = socket.receive_json()
            assert {"committed", "provisional"} <= set(answer)
            for token in answer["committed"]:
                assert token["first"] == committed or "resume" in text
                committed = token["last"]
            if answer.get("end"):
                break
