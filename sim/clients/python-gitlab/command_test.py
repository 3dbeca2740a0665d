"""The command line of python-gitlab, with its configuration file."""

import json
import os
import subprocess
import sys
import tempfile

from scenarios import play, same, scenario

url = sys.argv[1]
folder = tempfile.TemporaryDirectory()
configuration = os.path.join(folder.name, "python-gitlab.cfg")
with open(configuration, "w") as file:
    file.write(f"[global]\ndefault = here\n[here]\nurl = {url}\nprivate_token = alice-token\n")
    file.write(f"[carol]\nurl = {url}\nprivate_token = carol-token\n")


def gitlab(*words, who="here"):
    done = subprocess.run(
        [sys.executable, "-B", "-m", "gitlab", "-c", configuration, "-g", who, *words], capture_output=True, text=True
    )
    return done.returncode, done.stdout, done.stderr


def read(*words):
    status, out, err = gitlab("-o", "json", *words)
    assert status == 0, err
    return json.loads(out)


# Each command is a process of its own, so there are few.
@scenario("reads what there is, as text, JSON and YAML")
def reads():
    status, out, _ = gitlab("--verbose", "project", "get", "--id", "acme/webapp")
    same((status, "path: webapp\n" in out), (0, True))
    status, out, _ = gitlab("-o", "yaml", "-f", "id,path", "project", "get", "--id", "1")
    same(out.split(), ["id:", "1", "path:", "webapp"])
    listed = read("project-issue", "list", "--project-id", "acme/webapp", "--state", "opened", "--get-all")
    assert listed and {issue["state"] for issue in listed} == {"opened"}


@scenario("creates and deletes a project and what is in it")
def writes():
    made = str(read("project", "create", "--name", "Shop", "--initialize-with-readme", "true")["id"])
    iid = str(read("project-issue", "create", "--project-id", made, "--title", "Open")["iid"])
    read("project-issue-note", "create", "--project-id", made, "--issue-iid", iid, "--body", "Soon")
    [note] = read("project-issue-note", "list", "--project-id", made, "--issue-iid", iid)
    same(note["body"], "Soon")
    status, _, err = gitlab("project", "delete", "--id", made)
    assert status == 0, err


@scenario("says why it was refused, and ends with a status")
def refusals():
    status, _, err = gitlab("project", "delete", "--id", "acme/webapp", who="carol")
    same((status, "403" in err), (1, True))


play()
