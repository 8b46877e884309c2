def test_a_living_process_says_so(client):
    assert client.get("/healthz").content == b"ok\n"


def test_a_ready_process_names_what_it_serves(client):
    answer = client.get("/readyz").json()

    assert (answer["ready"], answer["articles"]) == (True, 3)
    assert answer["content"]
