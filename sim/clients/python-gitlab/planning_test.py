from gitlab.exceptions import (
    GitlabAuthenticationError,
    GitlabCreateError,
    GitlabGetError,
    GitlabMRClosedError,
    GitlabMRRebaseError,
    GitlabPromoteError,
)
from scenarios import client, group, lives, play, project, refused, same, scenario

root, alice, bob, carol, dave = (client(name) for name in ["root", "alice", "bob", "carol", "dave"])


def proposed(one, branch="topic"):
    """A merge request of one new file."""
    one.branches.create({"branch": branch, "ref": "main"})
    one.files.create(
        {"file_path": f"{branch}.txt", "branch": branch, "content": "new\n", "commit_message": "Add"}
    )
    return one.mergerequests.create(
        {"source_branch": branch, "target_branch": "main", "title": f"Add {branch}", "labels": ["new"]}
    )


@scenario("works on an issue until it is closed")
def issues():
    with project(alice) as one:
        issue = one.issues.create({"title": "Slow", "labels": ["bug", "slow"], "assignee_ids": [2]})
        same(sorted(issue.labels), ["bug", "slow"])
        lives(issue.notes, {"body": "Seen it too"}, {"body": "Seen it twice"})
        lives(issue.awardemojis, {"name": "thumbsup"})
        note = issue.notes.create({"body": "Look"})
        lives(note.awardemojis, {"name": "eyes"})
        discussion = issue.discussions.create({"body": "How slow?"})
        answer = discussion.notes.create({"body": "Very"})
        answer.body = "Very slow"
        answer.save()
        same(issue.discussions.get(discussion.id).attributes["notes"][1]["body"], "Very slow")
        issue.time_estimate("3h30m")
        issue.add_spent_time("1h")
        same(one.issues.get(issue.iid).time_stats()["human_time_estimate"], "3h 30m")
        issue.reset_time_estimate()
        issue.reset_spent_time()
        same(one.issues.get(issue.iid).time_stats()["total_time_spent"], 0)
        other = one.issues.create({"title": "Cause"})
        _, target = issue.links.create({"target_project_id": one.id, "target_issue_iid": other.iid})
        same(target.iid, other.iid)
        [link] = issue.links.list()
        issue.links.delete(link.issue_link_id)
        same(issue.links.list(), [])
        issue.unsubscribe()
        issue.subscribe()
        same(one.issues.get(issue.iid).subscribed, True)
        issue.todo()
        assert issue.iid in [todo.target["iid"] for todo in alice.todos.list(iterator=True) if todo.target_type == "Issue"]
        same([each["username"] for each in issue.participants()], ["alice"])
        with project(alice) as elsewhere:
            third = one.issues.create({"title": "Elsewhere"})
            third.move(elsewhere.id)
            same([each.title for each in elsewhere.issues.list()], ["Elsewhere"])
        issue.state_event = "close"
        issue.save()
        same([each.state for each in issue.resourcestateevents.list()], ["closed"])
        same(sorted(each.label["name"] for each in issue.resourcelabelevents.list()), ["bug", "slow"])
        same([each.iid for each in one.issues.list(state="closed")], [3, issue.iid])
        same(one.issues.list(labels=["bug", "new"]), [])
        same((issue.related_merge_requests(), issue.closed_by()), ([], []))


@scenario("takes a merge request from its proposal to the merge")
def merges():
    with project(alice) as one:
        mr = proposed(one)
        issue = one.issues.create({"title": "Missing"})
        mr.description = f"Closes #{issue.iid}"
        mr.save()
        same([each.iid for each in mr.closes_issues()], [issue.iid])
        same([each.title for each in mr.commits()], ["Add"])
        same([each["new_path"] for each in mr.changes()["changes"]], ["topic.txt"])
        version = mr.diffs.list()[0]
        same([each["new_path"] for each in mr.diffs.get(version.id).diffs], ["topic.txt"])
        lives(mr.notes, {"body": "Nice"}, {"body": "Very nice"})
        lives(mr.awardemojis, {"name": "rocket"})
        position = {
            **{name: mr.diff_refs[name] for name in ["base_sha", "start_sha", "head_sha"]},
            "position_type": "text",
            "new_path": "topic.txt",
            "old_path": "topic.txt",
            "new_line": 1,
        }
        discussion = mr.discussions.create({"body": "Why new?", "position": position})
        discussion.notes.create({"body": "It was not there"})
        discussion.resolved = True
        discussion.save()
        same(mr.discussions.get(discussion.id).attributes["notes"][0]["resolved"], True)
        mr.time_estimate("2h")
        same(one.mergerequests.get(mr.iid).time_stats()["time_estimate"], 7200)
        same([each["username"] for each in mr.participants()], ["alice"])
        same(mr.pipelines.list(), [])
        same(mr.merge_ref()["commit_id"] != "", True)
        mr.unsubscribe()
        same(one.mergerequests.get(mr.iid).subscribed, False)
        mr.merge(should_remove_source_branch=True, merge_commit_message="Take it")
        merged = one.mergerequests.get(mr.iid)
        same((merged.state, merged.merged_by["username"]), ("merged", "alice"))
        same(one.commits.get("main").title, "Take it")
        same([each.name for each in one.branches.list()], ["main"])
        same(one.issues.get(issue.iid).state, "closed")
        with refused(GitlabMRClosedError, 405):
            merged.merge()
        merged.delete()


@scenario("approves, refuses and rebases merge requests")
def approvals():
    with project(alice, namespace_id=1) as one:
        mr = proposed(one)
        with refused(GitlabCreateError, 409, "Another open merge request already exists"):
            one.mergerequests.create({"source_branch": "topic", "target_branch": "main", "title": "Again"})
        with refused(GitlabAuthenticationError, 401):
            dave.projects.get(one.id).mergerequests.get(mr.iid).merge()
        rule = one.approvalrules.create({"name": "Two eyes", "approvals_required": 1, "user_ids": [3]})
        same(mr.approvals.get().approvals_left, 1)
        seen = bob.projects.get(one.id).mergerequests.get(mr.iid)
        seen.approve()
        same([each["user"]["username"] for each in mr.approvals.get().approved_by], ["bob"])
        seen.unapprove()
        same(mr.approvals.get().approved_by, [])
        same(mr.approval_state.get().rules[0]["name"], "Two eyes")
        rule.delete()
        own = mr.approval_rules.create({"name": "Own", "approvals_required": 0, "user_ids": [3], "group_ids": []})
        assert "Own" in [each.name for each in mr.approval_rules.list()]
        own.delete()
        one.files.create(
            {"file_path": "late.txt", "branch": "main", "content": "x", "commit_message": "Be late"}
        )
        mr.rebase()
        for _ in range(30):
            if not one.mergerequests.get(mr.iid, include_rebase_in_progress=True).rebase_in_progress:
                break
        same(len(one.commits.get("topic").parent_ids), 1)
        same(one.commits.get("topic").parent_ids, [one.commits.get("main").id])
        mr.state_event = "close"
        mr.save()
        same([each.state for each in mr.resourcestateevents.list()], ["closed"])
        with refused(GitlabMRClosedError, 405):
            mr.merge()
        with refused(GitlabMRRebaseError, 403):
            dave.projects.get(one.id).mergerequests.get(mr.iid).rebase()


@scenario("plans with milestones, labels and boards")
def plans():
    with group(alice) as made, project(alice, namespace_id=made.id) as one:
        milestone = one.milestones.create({"title": "1.0", "due_date": "2024-03-01"})
        issue = one.issues.create({"title": "Do it", "milestone_id": milestone.id})
        same([each.id for each in milestone.issues()], [issue.id])
        same(list(milestone.merge_requests()), [])
        milestone.promote()
        same([each.title for each in made.milestones.list()], ["1.0"])
        with refused(GitlabGetError, 404):
            one.milestones.get(milestone.id)
        label = one.labels.create({"name": "soon", "color": "#ffaa00", "priority": 1})
        label.subscribe()
        same(one.labels.get("soon").subscribed, True)
        label.promote()
        same([each.name for each in made.labels.list()], ["soon"])
        with refused(GitlabPromoteError, 404):
            one.milestones.get(404, lazy=True).promote()
        board = one.boards.create({"name": "Plan"})
        entry = board.lists.create({"label_id": made.labels.list()[0].id})
        assert entry.id in [each.id for each in board.lists.list()]
        board.lists.delete(entry.id)
        board.delete()


@scenario("lists merge requests and issues of people, groups and everybody")
def lists():
    mine = carol.mergerequests.list(scope="created_by_me", get_all=True)
    assert mine
    same({each.author["username"] for each in mine}, {"carol"})
    acme = alice.groups.get("acme")
    of_group = acme.mergerequests.list(state="merged", get_all=True)
    assert of_group
    same({each.state for each in of_group}, {"merged"})
    assert acme.issues.list(get_all=True)
    assert alice.issues.list(scope="all", get_all=True)


@scenario("searches everywhere, in a group and in a project")
def searches():
    assert alice.search("projects", "webapp")
    acme = alice.groups.get("acme")
    assert acme.search("merge_requests", "add")
    webapp = alice.projects.get("acme/webapp")
    found = webapp.search("blobs", "function", get_all=True)
    assert found and all("data" in each for each in found)


play()
