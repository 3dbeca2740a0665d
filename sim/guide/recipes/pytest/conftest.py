import json
import re
import subprocess
import time
import urllib.request

import gitlab
import pytest

SERVE = "npx forgery serve --port 0 --dialect real --log silent --exit-with-parent --ready-file"


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    ready = tmp_path_factory.mktemp("forgery") / "ready"
    process = subprocess.Popen([*SERVE.split(), str(ready)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    while not (ready.exists() and ready.read_text()):
        assert process.poll() is None, "the simulator ended"
        time.sleep(0.05)
    yield ready.read_text().strip()
    process.stdin.close()
    process.wait()


class World:
    """A world of one test: `url` for clients, `control` for the test."""

    def __init__(self, server, name):
        self.url = f"{server}/w/{name}"
        self.client = gitlab.Gitlab(self.url, private_token="alice-token", retry_transient_errors=True)

    def control(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"{self.url}/_forgery/{path}", data) as reply:
            return json.load(reply)


@pytest.fixture
def world(server, request):
    name = re.sub(r"\W+", "-", request.node.name)[:63]
    urllib.request.urlopen(f"{server}/_forgery/worlds", json.dumps({"name": name}).encode()).close()
    world = World(server, name)
    yield world
    # pytest shows this where the test failed: what was refused, and why.
    for entry in world.control("requests?direction=in&status=4xx"):
        print(entry["method"], entry["path"], world.control(f"requests/{entry['id']}/why")["because"])
