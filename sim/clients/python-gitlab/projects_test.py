from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabGetError,
    GitlabHttpError,
    GitlabListError,
    GitlabUpdateError,
)
from scenarios import client, group, lives, play, project, refused, same, scenario

root, alice, carol, erin, mallory = (client(name) for name in ["root", "alice", "carol", "erin", "mallory"])
KEY = (
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHMEtcYTqVn2XUNcCbL2eLV6nZ5AgCBcHZS2LHqzHmHt deploy@example.com"
)


@scenario("tells who is signed in, and what the service is")
def who():
    alice.auth()
    same(alice.user.username, "alice")
    version, revision = alice.version()
    assert version != "unknown" and revision != "unknown"


@scenario("raises an error of its own for each refusal")
def errors():
    stranger = client("wrong")
    with refused(GitlabAuthenticationError, 401, "401"):
        stranger.projects.list()
    with refused(GitlabGetError, 404, "404 Project Not Found"):
        mallory.projects.get("acme/webapp")
    with refused(GitlabDeleteError, 403, "403 Forbidden"):
        carol.projects.delete("acme/webapp")
    with refused(GitlabCreateError, 400, "has already been taken"):
        alice.projects.create({"name": "dotfiles"})
    with refused(GitlabCreateError, 409, "Label already exists"):
        labels = alice.projects.get("acme/webapp", lazy=True).labels
        labels.create({"name": labels.list()[0].name, "color": "#112233"})
    with refused(GitlabListError, 404):
        alice.projects.get(404404, lazy=True).issues.list()
    with refused(GitlabUpdateError, 403):
        erin.projects.update("acme/webapp", {"description": "mine"})
    with refused(GitlabHttpError, 404):
        alice.http_get("/nothing/here")


@scenario("pages by number, by cursor and lazily")
def pages():
    everything = alice.projects.list(get_all=True, order_by="id", sort="asc")
    same([one.id for one in alice.projects.list(iterator=True, per_page=2, order_by="id", sort="asc")],
         [one.id for one in everything])
    cursor = alice.projects.list(iterator=True, pagination="keyset", order_by="id", sort="asc", per_page=3)
    same([one.id for one in cursor], [one.id for one in everything])
    listed = alice.projects.list(iterator=True, per_page=2)
    same((listed.current_page, listed.prev_page, listed.per_page), (1, None, 2))
    same(listed.total, len(everything))
    same(len(alice.projects.list(page=2, per_page=2, get_all=False)), 2)


@scenario("creates, changes, archives, stars, forks, moves and deletes a project")
def life():
    made = alice.projects.create({"name": "Till", "description": "Pays", "visibility": "internal"})
    same((made.path_with_namespace, made.visibility), ("alice/till", "internal"))
    made.description = "Pays well"
    made.save()
    same(alice.projects.get("alice/till").description, "Pays well")
    made.archive()
    same(alice.projects.get(made.id).archived, True)
    made.unarchive()
    made.star()
    same(alice.projects.get(made.id).star_count, 1)
    assert made.id in [one.id for one in alice.projects.list(starred=True, iterator=True)]
    made.unstar()
    forked = carol.projects.get(made.id).forks.create({"name": "Till of Carol", "path": "till"})
    same([one.id for one in made.forks.list()], [forked.id])
    carol.projects.get(forked.id).delete()
    made.transfer("acme")
    same(alice.projects.get(made.id).path_with_namespace, "acme/till")
    same(made.languages(), {})
    assert "alice" in [one.username for one in alice.projects.get(made.id).users.list()]
    alice.projects.delete(made.id)
    with refused(GitlabGetError, 404):
        mallory.projects.get(made.id)


@scenario("shares a project with a group")
def shares():
    with group(alice) as made, project(alice) as one:
        one.share(made.id, 30)
        same([each["group_id"] for each in alice.projects.get(one.id).shared_with_groups], [made.id])
        one.unshare(made.id)
        same(alice.projects.get(one.id).shared_with_groups, [])


@scenario("creates, finds, changes and deletes whatever belongs to a project")
def belongings():
    with project(alice) as one:
        for manager, attributes, changes in [
            (one.milestones, {"title": "1.0"}, {"description": "First"}),
            (one.labels, {"name": "slow", "color": "#ff0000"}, {"color": "#00ff00"}),
            (one.issues, {"title": "It is slow"}, {"description": "Very"}),
            (one.branches, {"branch": "topic", "ref": "main"}, None),
            (one.tags, {"tag_name": "v1.0.0", "ref": "main"}, None),
            (one.protectedbranches, {"name": "release/*", "merge_access_level": 40}, None),
            (one.protectedtags, {"name": "v*", "create_access_level": 40}, None),
            (one.hooks, {"url": "http://127.0.0.1:9/hook"}, {"push_events": False}),
            (one.variables, {"key": "COLOUR", "value": "green"}, {"value": "blue"}),
            (one.snippets, {"title": "Run", "file_name": "run.sh", "content": "ls", "visibility": "private"},
             {"title": "Run it"}),
            (one.wikis, {"title": "Home", "content": "Welcome"}, {"content": "Be welcome"}),
            (one.badges, {"link_url": "http://example.com", "image_url": "http://example.com/a.svg"},
             {"link_url": "http://example.org"}),
            (one.keys, {"title": "server", "key": KEY}, {"title": "new server"}),
            (one.boards, {"name": "Plan"}, {"name": "Plans"}),
            (one.triggers, {"description": "nightly"}, {"description": "daily"}),
            (one.members, {"user_id": 4, "access_level": 30}, {"access_level": 40}),
            (one.releases, {"tag_name": "v2", "ref": "main", "name": "Two", "description": "New"},
             {"description": "Newer"}),
            (one.deploytokens, {"name": "pull", "scopes": ["read_repository"]}, None),
            (one.approvalrules, {"name": "Two eyes", "approvals_required": 1}, None),
        ]:
            try:
                lives(manager, attributes, changes)
            except BaseException as error:
                raise AssertionError(f"{type(manager).__name__}: {error}") from error


@scenario("makes an access token that opens the project, and revokes it")
def access_tokens():
    with project(alice) as one:
        token = one.access_tokens.create({"name": "bot", "scopes": ["api"], "expires_at": "2024-06-01"})
        bot = client("none")
        bot.headers["PRIVATE-TOKEN"] = token.token
        same(bot.projects.get(one.id).id, one.id)
        same([each.name for each in one.access_tokens.list()], ["bot"])
        token.delete()
        with refused(GitlabAuthenticationError, 401):
            bot.projects.get(one.id)


@scenario("uploads a file and refers to it")
def uploads():
    with project(alice) as one:
        sent = one.upload("notes.txt", filedata="written down")
        assert sent["url"].endswith("/notes.txt")
        assert sent["markdown"].startswith("[notes.txt](")
        issue = one.issues.create({"title": "Read", "description": sent["markdown"]})
        assert sent["url"] in issue.description


@scenario("publishes a generic package, downloads and deletes it")
def packages():
    import tempfile
    from pathlib import Path

    with project(alice) as one, tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "till.bin")
        path.write_bytes(bytes(range(256)))
        sent = one.generic_packages.upload("till", "1.0.0", "till.bin", path)
        same(sent.message, "201 Created")
        same(one.generic_packages.download("till", "1.0.0", "till.bin"), bytes(range(256)))
        chunks = []
        one.generic_packages.download("till", "1.0.0", "till.bin", streamed=True, action=chunks.append)
        same(b"".join(chunks), bytes(range(256)))
        [listed] = one.packages.list(package_name="till")
        same((listed.version, listed.package_type), ("1.0.0", "generic"))
        [file] = listed.package_files.list()
        same((file.file_name, file.size), ("till.bin", 256))
        file.delete()
        listed.delete()
        same(one.packages.list(), [])


@scenario("exports a project and imports it elsewhere")
def exports():
    import io

    with project(alice) as one:
        one.issues.create({"title": "Take me with you"})
        export = one.exports.create()
        for _ in range(60):
            export.refresh()
            if export.export_status == "finished":
                break
        archive = export.download()
        sent = alice.projects.import_project(io.BytesIO(archive), "taken", name="Taken")
        imported = alice.projects.get(sent["id"], lazy=True).imports.get()
        for _ in range(60):
            imported.refresh()
            if imported.import_status == "finished":
                break
        taken = alice.projects.get("alice/taken")
        same([issue.title for issue in taken.issues.list()], ["Take me with you"])
        taken.delete()


play()
