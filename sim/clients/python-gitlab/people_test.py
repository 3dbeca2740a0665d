import tempfile

from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabBlockError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabGetError,
    GitlabTransferProjectError,
    GitlabListError,
)
from scenarios import client, group, lives, play, project, refused, same, scenario

root, alice, bob, mallory = (client(name) for name in ["root", "alice", "bob", "mallory"])
KEY = (
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHMEtcYTqVn2XUNcCbL2eLV6nZ5AgCBcHZS2LHqzHmHt people@example.com"
)


@scenario("looks after users: creates, changes, blocks, bans, deactivates, deletes")
def users():
    made = root.users.create(
        {"username": "henry", "name": "Henry", "email": "henry@example.com", "password": "Wx7!pumpkin-lane"}
    )
    same([each.id for each in root.users.list(username="henry")], [made.id])
    with refused(GitlabCreateError, 409, "has already been taken"):
        root.users.create(
            {"username": "henry", "name": "H", "email": "h@example.com", "password": "Wx7!pumpkin-lane"}
        )
    with refused(GitlabCreateError, 403):
        alice.users.create({"username": "ida", "name": "Ida", "email": "ida@example.com"})
    made.bio = "Writes"
    made.save()
    same(root.users.get(made.id).bio, "Writes")
    made.block()
    same(root.users.get(made.id).state, "blocked")
    made.unblock()
    made.deactivate()
    same(root.users.get(made.id).state, "deactivated")
    made.activate()
    made.ban()
    made.unban()
    same(root.users.get(made.id).state, "active")
    with refused(GitlabBlockError, 403):
        alice.users.get(made.id, lazy=True).block()
    address = made.emails.create({"email": "henry@example.org", "skip_confirmation": True})
    assert "henry@example.org" in [each.email for each in made.emails.list()]
    address.delete()
    lives(made.keys, {"title": "laptop", "key": KEY})
    token = made.impersonationtokens.create({"name": "help", "scopes": ["api"]})
    as_henry = client("none")
    as_henry.headers["PRIVATE-TOKEN"] = token.token
    as_henry.auth()
    same(as_henry.user.username, "henry")
    token.delete()
    with refused(GitlabAuthenticationError, 401):
        as_henry.auth()
    personal = made.personal_access_tokens.create({"name": "read", "scopes": ["read_api"]})
    same([each.id for each in root.personal_access_tokens.list(user_id=made.id)], [personal.id])
    root.personal_access_tokens.delete(personal.id)
    own = made.projects.create({"name": "given"})
    same([each.id for each in made.projects.list()], [own.id])
    same([each.source_name for each in made.memberships.list()], ["given"])
    same(made.status.get().message, None)
    root.users.delete(made.id, hard_delete=True)
    with refused(GitlabGetError, 404):
        root.users.get(made.id)


@scenario("looks after oneself: status, addresses, keys, events, who is followed")
def oneself():
    alice.auth()
    me = alice.user
    with project(alice) as one:
        one.issues.create({"title": "Rest"})
        same([each.target_title for each in alice.events.list(action="created", target_type="issue")][:1], ["Rest"])
    status = me.status.get()
    status.message = "Away"
    status.emoji = "palm_tree"
    status.save()
    same(me.status.get().message, "Away")
    lives(me.emails, {"email": "alice@example.org"})
    lives(me.keys, {"title": "laptop", "key": KEY})
    carol = alice.users.get(4)
    carol.follow()
    same([each.username for each in carol.followers_users.list()], ["alice"])
    carol.unfollow()
    settings = alice.notificationsettings.get()
    settings.level = "watch"
    settings.save()
    same(alice.notificationsettings.get().level, "watch")
    with refused(GitlabAuthenticationError, 401):
        client("alice-expired").auth()


@scenario("acts as somebody else")
def sudo():
    same(root.http_get("/user", sudo="carol")["username"], "carol")
    with refused(GitlabListError, 403):
        alice.projects.list(sudo="carol")


@scenario("looks after groups: members, subgroups, sharing, transfer, hooks, variables, tokens")
def groups():
    with group(alice) as made:
        made.description = "Ours"
        made.save()
        same(alice.groups.get(made.full_path).description, "Ours")
        below = alice.groups.create({"name": "Below", "path": "below", "parent_id": made.id})
        same([each.id for each in made.subgroups.list()], [below.id])
        same([each.id for each in made.descendant_groups.list()], [below.id])
        for manager, attributes, changes in [
            (made.members, {"user_id": 4, "access_level": 30}, {"access_level": 40}),
            (made.labels, {"name": "ours", "color": "#123456"}, {"color": "#654321"}),
            (made.milestones, {"title": "1.0"}, {"description": "First"}),
            (made.variables, {"key": "WHERE", "value": "here"}, {"value": "there"}),
            (made.hooks, {"url": "http://127.0.0.1:9/hook"}, {"push_events": False}),
            (made.badges, {"link_url": "http://example.com", "image_url": "http://example.com/a.svg"},
             {"link_url": "http://example.org"}),
            (made.boards, {"name": "Plan"}, {"name": "Plans"}),
            (made.wikis, {"title": "Home", "content": "Welcome"}, {"content": "Be welcome"}),
            (made.deploytokens, {"name": "pull", "scopes": ["read_repository"]}, None),
        ]:
            try:
                lives(manager, attributes, changes)
            except BaseException as error:
                raise AssertionError(f"{type(manager).__name__}: {error}") from error
        made.members.create({"user_id": 4, "access_level": 30})
        same([each.username for each in below.members_all.list() if each.id == 4], ["carol"])
        same(below.members.list(user_ids=[4]), [])
        with refused(GitlabCreateError, 409, "Member already exists"):
            made.members.create({"user_id": 4, "access_level": 30})
        made.share(1, 20)
        same([each["group_full_path"] for each in alice.groups.get(made.id).shared_with_groups], ["acme"])
        made.unshare(1)
        with project(alice) as one:
            with refused(GitlabTransferProjectError, 403):
                made.transfer_project(one.id)
            root.groups.get(made.id).transfer_project(one.id)
            same([each.id for each in made.projects.list()], [one.id])
        below.transfer()
        same(alice.groups.get(below.id).parent_id, None)
        below.delete()
        token = made.access_tokens.create({"name": "bot", "scopes": ["api"], "expires_at": "2024-06-01"})
        token.delete()
        with refused(GitlabGetError, 404):
            mallory.groups.get(made.id)
        with refused(GitlabDeleteError, 404):
            mallory.groups.delete(made.id)


@scenario("looks after the installation: hooks, topics, messages, applications, variables, features, settings")
def installation():
    for manager, attributes, changes in [
        (root.topics, {"name": "rust", "title": "Rust"}, {"title": "Rust again"}),
        (root.broadcastmessages, {"message": "Away soon"}, {"message": "Away"}),
        (root.hooks, {"url": "http://127.0.0.1:9/hook"}, None),
        (root.applications, {"name": "App", "redirect_uri": "http://127.0.0.1", "scopes": "api"}, None),
        (root.ci_variables if hasattr(root, "ci_variables") else root.variables, {"key": "ALL", "value": "1"},
         {"value": "2"}),
    ]:
        try:
            lives(manager, attributes, changes)
        except BaseException as error:
            raise AssertionError(f"{type(manager).__name__}: {error}") from error
    flag = root.features.set("shiny", True)
    same((flag.name, flag.state), ("shiny", "on"))
    root.features.delete("shiny")
    settings = root.settings.get()
    settings.home_page_url = "https://example.com/"
    settings.save()
    same(root.settings.get().home_page_url, "https://example.com/")
    assert root.get_license()["plan"] == "ultimate"
    assert "jobs" in root.sidekiq.job_stats()
    assert root.audit_events.list()
    same(root.namespaces.list(search="acme")[0].kind, "group")
    assert "MIT License" in root.licenses.get("mit").content
    assert root.gitignores.list() and root.dockerfiles.list() and root.gitlabciymls.list()


@scenario("keeps snippets, with their content as it was")
def snippets():
    made = alice.snippets.create(
        {
            "title": "A file",
            "visibility": "public",
            "file_name": "a.py",
            "content": "print('ä')\n",
        }
    )
    same(made.content(), "print('ä')\n".encode())
    made.title = "Still a file"
    made.save()
    same(mallory.snippets.get(made.id).title, "Still a file")
    assert made.id in [each.id for each in mallory.snippets.public(get_all=True)]
    made.delete()


@scenario("attaches further attributes to users, groups and projects")
def attributes():
    for row in [root.users.get(4), root.groups.get(1), root.projects.get(1)]:
        row.customattributes.set("cost", "7")
        same(row.customattributes.get("cost").value, "7")
        row.customattributes.delete("cost")
        with refused(GitlabGetError, 404):
            row.customattributes.get("cost")


play()
