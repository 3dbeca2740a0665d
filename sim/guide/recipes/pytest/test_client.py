import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import gitlab
import pytest


def test_changes_stay_in_their_test(world):
    project = world.client.projects.get(1)
    project.milestones.delete(5)
    with pytest.raises(gitlab.GitlabGetError):
        project.milestones.get(5)


def test_the_next_test_finds_everything_as_it_was(world):
    assert world.client.projects.get(1).milestones.get(5).id == 5


def test_the_clock_is_moved(world):
    world.control("clock", {"set": "2024-06-01T00:00:00Z"})
    issue = world.client.projects.get(1).issues.create({"title": "From June"})
    assert issue.created_at.startswith("2024-06-01")


def test_a_fault_is_survived(world):
    world.control("faults", {"path": "/user", "status": 503, "times": 1})
    world.client.auth()
    assert world.client.user.username == "alice"
    statuses = [entry["status"] for entry in world.control("requests?path=/user")]
    assert statuses == [503, 200]


def test_a_webhook_is_received(world):
    received = queue.Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            received.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Receiver) as receiver:
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        project = world.client.projects.get(1)
        project.hooks.create({"url": f"http://127.0.0.1:{receiver.server_port}", "issues_events": True})
        project.issues.create({"title": "The till is stuck"})
        assert received.get(timeout=10)["object_attributes"]["title"] == "The till is stuck"
        receiver.shutdown()


def test_one_request_is_made_for_a_list_of_a_page(world):
    world.client.projects.get(1, lazy=True).milestones.list(per_page=100)
    (entry,) = world.control("requests")
    assert (entry["method"], entry["path"], entry["status"]) == ("GET", "/api/v4/projects/1/milestones", 200)
