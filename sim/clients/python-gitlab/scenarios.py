"""Scenarios of a script: each is played, and what became of it is a line of JSON."""

import contextlib
import itertools
import json
import sys
import traceback

import gitlab

found = []
numbers = itertools.count(1)


def scenario(name):
    def keep(function):
        found.append((name, function))
        return function

    return keep


def client(user, **options):
    """The client of whoever has the token `USER-token`."""
    return gitlab.Gitlab(sys.argv[1], private_token=f"{user}-token", **options)


def play():
    for name, function in found:
        error = None
        try:
            function()
        except Exception:
            error = traceback.format_exc()
        print(json.dumps({"name": name, "error": error}), flush=True)


def same(seen, expected):
    assert seen == expected, f"{seen!r} is not {expected!r}"


@contextlib.contextmanager
def refused(kind, status, text=""):
    """The client raises its own exception for a refusal."""
    try:
        yield
    except kind as error:
        same(error.response_code, status)
        assert text in str(error), f"{error} does not tell {text!r}"
    else:
        raise AssertionError(f"not refused with {status}")


@contextlib.contextmanager
def project(gl, **attributes):
    """A new project with a first commit, gone afterwards."""
    made = gl.projects.create(
        {"name": f"made-{next(numbers)}", "initialize_with_readme": True, **attributes}
    )
    try:
        yield made
    finally:
        made.delete()


@contextlib.contextmanager
def group(gl, **attributes):
    path = f"made-{next(numbers)}"
    made = gl.groups.create({"name": path, "path": path, **attributes})
    try:
        yield made
    finally:
        made.delete()


def lives(manager, attributes, changes=None, gone=404):
    """Creates one, finds it, changes it, deletes it; the manager says what of that there is."""
    before = len(list(manager.list(iterator=True)))
    made = manager.create(attributes)
    assert made.get_id() in [one.get_id() for one in manager.list(iterator=True)], "not listed"
    if hasattr(manager, "get"):
        same(manager.get(made.get_id()).get_id(), made.get_id())
    if changes is not None:
        for name, value in changes.items():
            setattr(made, name, value)
        made.save()
        again = manager.get(made.get_id())
        for name, value in changes.items():
            same(getattr(again, name), value)
    manager.delete(made.get_id())
    same(len(list(manager.list(iterator=True))), before)
    if gone is not None and hasattr(manager, "get"):
        with refused(gitlab.exceptions.GitlabGetError, gone):
            manager.get(made.get_id())
