import base64

from gitlab.exceptions import (
    GitlabCherryPickError,
    GitlabCreateError,
    GitlabDeleteError,
    GitlabGetError,
    GitlabRevertError,
)
from scenarios import client, play, project, refused, same, scenario

alice, carol, dave = (client(name) for name in ["alice", "carol", "dave"])


@scenario("writes, reads, moves and deletes files")
def files():
    with project(alice) as one:
        made = one.files.create(
            {"file_path": "docs/ä b.md", "branch": "main", "content": "Grüße\n", "commit_message": "Greet"}
        )
        same(made.file_path, "docs/ä b.md")
        read = one.files.get("docs/ä b.md", ref="main")
        same(read.decode(), "Grüße\n".encode())
        read.content = "Grüße, Welt\n"
        read.save(branch="main", commit_message="Greet all")
        same(one.files.raw("docs/ä b.md", ref="main"), "Grüße, Welt\n".encode())
        same([part["lines"] for part in one.files.blame("docs/ä b.md", ref="main")], [["Grüße, Welt"]])
        binary = base64.b64encode(bytes(range(256))).decode()
        one.files.create(
            {
                "file_path": "all.bin",
                "branch": "main",
                "content": binary,
                "encoding": "base64",
                "commit_message": "Add bytes",
            }
        )
        same(one.files.get("all.bin", ref="main").decode(), bytes(range(256)))
        with refused(GitlabCreateError, 400, "A file with this name already exists"):
            one.files.create(
                {"file_path": "all.bin", "branch": "main", "content": "", "commit_message": "Again"}
            )
        one.files.delete("all.bin", branch="main", commit_message="Remove bytes")
        with refused(GitlabGetError, 404, "404 File Not Found"):
            one.files.get("all.bin", ref="main")


@scenario("commits several actions at once, and looks at what was committed")
def commits():
    with project(alice) as one:
        commit = one.commits.create(
            {
                "branch": "topic",
                "start_branch": "main",
                "commit_message": "Build a till\n\nIt pays.",
                "actions": [
                    {"action": "create", "file_path": "src/till.py", "content": "def pay(): ...\n"},
                    {"action": "create", "file_path": "run.sh", "content": "python -m till\n"},
                    {"action": "chmod", "file_path": "run.sh", "execute_filemode": True},
                    {"action": "move", "file_path": "READ.md", "previous_path": "README.md"},
                ],
            }
        )
        same(commit.title, "Build a till")
        same(sorted(change["new_path"] for change in commit.diff()), ["READ.md", "run.sh", "src/till.py"])
        assert {"type": "branch", "name": "topic"} in commit.refs("all")
        # The client takes `path` itself for another address.
        touching = {"ref_name": "topic", "path": "src"}
        same([each.id for each in one.commits.list(query_parameters=touching)], [commit.id])
        same(one.commits.get(commit.short_id).stats["additions"], 2)
        same(one.languages() is not None, True)
        commit.comments.create({"note": "Well done", "path": "run.sh", "line": 1, "line_type": "new"})
        same([each.note for each in commit.comments.list()], ["Well done"])
        discussion = commit.discussions.create({"body": "Why not Go?"})
        discussion.notes.create({"body": "Because"})
        same(len(commit.discussions.get(discussion.id).attributes["notes"]), 2)
        same(commit.merge_requests(), [])
        with refused(GitlabGetError, 404):
            commit.signature()
        with refused(GitlabCreateError, 400, "A file with this name already exists"):
            one.commits.create(
                {
                    "branch": "topic",
                    "commit_message": "Again",
                    "actions": [{"action": "create", "file_path": "run.sh", "content": ""}],
                }
            )


@scenario("picks and reverts commits")
def replays():
    with project(alice) as one:
        one.branches.create({"branch": "topic", "ref": "main"})
        one.files.create(
            {"file_path": "a.txt", "branch": "topic", "content": "a\n", "commit_message": "Add a"}
        )
        commit = one.commits.get("topic")
        commit.cherry_pick(branch="main")
        same(one.files.get("a.txt", ref="main").decode(), b"a\n")
        with refused(GitlabCherryPickError, 400):
            commit.cherry_pick(branch="main")
        one.commits.get("main").revert(branch="main")
        with refused(GitlabGetError, 404):
            one.files.get("a.txt", ref="main")
        with refused(GitlabRevertError, 404, "404 Branch Not Found"):
            one.commits.get("topic").revert(branch="nowhere")


@scenario("walks the tree, blobs, archives and comparisons")
def trees():
    webapp = dave.projects.get("acme/webapp")
    tree = list(webapp.repository_tree(recursive=True, iterator=True, per_page=20))
    assert len(tree) > 20
    same(len({entry["path"] for entry in tree}), len(tree))
    [readme] = [entry for entry in tree if entry["path"] == "README.md"]
    blob = webapp.repository_blob(readme["id"])
    same(base64.b64decode(blob["content"]), webapp.repository_raw_blob(readme["id"]))
    same(webapp.files.get("README.md", ref="main").blob_id, readme["id"])
    same(webapp.repository_archive(format="tar.gz")[:2], b"\x1f\x8b")
    same(webapp.repository_archive(sha="v1.0.0", format="zip")[:2], b"PK")
    compared = webapp.repository_compare("v1.0.0", "v1.1.0")
    same(compared["commit"]["id"], webapp.tags.get("v1.1.0").commit["id"])
    assert len(webapp.repository_contributors()) >= 5
    base = webapp.repository_merge_base(["v1.0.0", "v1.1.0"])
    same(base["id"], webapp.tags.get("v1.0.0").commit["id"])


@scenario("keeps branches and tags, as far as they are not protected")
def references():
    with project(alice) as one:
        one.members.create({"user_id": 4, "access_level": 30})
        shared = carol.projects.get(one.id)
        same(one.branches.get("main").protected, True)
        with refused(GitlabCreateError, 400, "You are not allowed to push into this branch"):
            shared.files.create(
                {"file_path": "b.txt", "branch": "main", "content": "b", "commit_message": "Push"}
            )
        shared.branches.create({"branch": "feature/b", "ref": "main"})
        shared.branches.delete("feature/b")
        with refused(GitlabDeleteError, 400, "The default branch of a project cannot be deleted"):
            shared.branches.delete("main")
        with refused(GitlabCreateError, 400, "Branch already exists"):
            one.branches.create({"branch": "main", "ref": "main"})
        shared.tags.create({"tag_name": "v1", "ref": "main", "message": "First"})
        same(one.tags.get("v1").message, "First")
        one.protectedtags.create({"name": "v*", "create_access_level": 40})
        same(one.tags.get("v1").protected, True)
        with refused(GitlabDeleteError, 400, "Only a project maintainer or owner can delete a protected tag"):
            shared.tags.delete("v1")
        one.branches.create({"branch": "merged", "ref": "main"})
        one.files.create({"file_path": "c", "branch": "main", "content": "c", "commit_message": "Go on"})
        one.delete_merged_branches()
        same([each.name for each in one.branches.list()], ["main"])


@scenario("publishes releases with links, and lists them newest first")
def releases():
    with project(alice) as one:
        first = one.releases.create({"tag_name": "v1", "ref": "main", "name": "One", "description": "First"})
        one.releases.create(
            {
                "tag_name": "v2",
                "ref": "main",
                "name": "Two",
                "description": "Second",
                "assets": {"links": [{"name": "till", "url": "https://example.com/till.zip"}]},
            }
        )
        same([each.tag_name for each in one.releases.list()], ["v2", "v1"])
        same(one.releases.get("v2").assets["links"][0]["name"], "till")
        link = first.links.create({"url": "https://example.com/one.zip", "name": "one", "link_type": "package"})
        link.name = "uno"
        link.save()
        same([each.name for each in first.links.list()], ["uno"])
        link.delete()
        with refused(GitlabCreateError, 409, "Release already exists"):
            one.releases.create({"tag_name": "v1", "description": "Again"})


play()
