from gitlab.exceptions import GitlabCreateError, GitlabGetError
from scenarios import client, group, play, project, refused, same, scenario

root, alice, dave = (client(name) for name in ["root", "alice", "dave"])
CONFIGURATION = """
stages: [build, test]
build:
  stage: build
  script: [make]
test:
  stage: test
  script: [make test]
deploy:
  stage: test
  script: [make deploy]
  when: manual
"""


def configured(one):
    one.files.create(
        {
            "file_path": ".gitlab-ci.yml",
            "branch": "main",
            "content": CONFIGURATION,
            "commit_message": "Build [skip ci]",
        }
    )


def waited(pipeline, status):
    for _ in range(60):
        pipeline.refresh()
        if pipeline.status == status:
            return
    raise AssertionError(f"{pipeline.status} is not {status}")


@scenario("runs a pipeline, reads its log, plays, cancels and retries its jobs")
def pipelines():
    with project(alice) as one:
        configured(one)
        pipeline = one.pipelines.create({"ref": "main", "variables": [{"key": "A", "value": "b"}]})
        waited(pipeline, "success")
        jobs = {job.name: job for job in pipeline.jobs.list()}
        same(sorted(jobs), ["build", "deploy", "test"])
        assert isinstance(one.jobs.get(jobs["build"].id).trace(), bytes)
        one.jobs.get(jobs["deploy"].id).play()
        waited(pipeline, "success")
        same(one.jobs.get(jobs["deploy"].id).status, "success")
        same(sorted(each.name for each in one.jobs.list(scope="success")), ["build", "deploy", "test"])
        same([each.id for each in one.pipelines.list(ref="main")][0], pipeline.id)
        again = one.jobs.get(jobs["build"].id).retry()
        same((again["name"], again["id"] != jobs["build"].id), ("build", True))
        waited(pipeline, "success")
        one.jobs.get(jobs["build"].id).erase()
        same(pipeline.test_report.get().total_count, 0)
        same(pipeline.bridges.list(), [])
        another = one.pipelines.create({"ref": "main"})
        another.cancel()
        waited(another, "canceled")
        another.retry()
        waited(another, "success")
        another.delete()
        with refused(GitlabGetError, 404):
            one.pipelines.get(another.id)
        with refused(GitlabCreateError, 400, "Reference not found"):
            one.pipelines.create({"ref": "nowhere"})


@scenario("starts a pipeline by a trigger")
def triggers():
    with project(alice) as one:
        configured(one)
        trigger = one.triggers.create({"description": "from outside"})
        started = one.trigger_pipeline("main", trigger.token, variables={"WHY": "because"})
        same(started.ref, "main")
        with refused(GitlabCreateError, 404):
            one.trigger_pipeline("main", "wrong")


@scenario("judges configurations")
def lint():
    with project(alice) as one:
        configured(one)
        same(one.ci_lint.get().valid, True)
        same(one.ci_lint.create({"content": "a: {script: [ls]}"}).valid, True)
        same(one.ci_lint.create({"content": "a: {}"}).valid, False)


@scenario("tells of a commit what others found out")
def statuses():
    with project(alice) as one:
        commit = one.commits.get("main")
        commit.statuses.create({"state": "running", "name": "outside"})
        commit.statuses.create({"state": "success", "name": "outside", "coverage": 99.5})
        [status] = commit.statuses.list()
        same((status.name, status.status, status.coverage), ("outside", "success", 99.5))


@scenario("keeps environments, stops and deletes them, and records deployments")
def deployments():
    with project(alice) as one:
        place = one.environments.create({"name": "staging", "external_url": "https://staging.example.com"})
        place.external_url = "https://example.com"
        place.save()
        deployment = one.deployments.create(
            {
                "environment": "staging",
                "sha": one.commits.get("main").id,
                "ref": "main",
                "tag": False,
                "status": "running",
            }
        )
        deployment.status = "success"
        deployment.save()
        same(one.deployments.get(deployment.id).environment["name"], "staging")
        same(one.environments.get(place.id).last_deployment["id"], deployment.id)
        place.stop()
        same(one.environments.get(place.id).state, "stopped")
        place.delete()
        same(one.environments.list(), [])


@scenario("looks after runners: registers, pauses, assigns, deletes them")
def runners():
    with group(alice) as made, project(alice, namespace_id=made.id) as one:
        token = alice.projects.get(one.id).runners_token
        made_runner = alice.runners.create({"token": token, "description": "box", "tag_list": ["fast"]})
        runner = alice.runners.get(made_runner.id)
        same((runner.description, runner.tag_list), ("box", ["fast"]))
        runner.paused = True
        runner.tag_list = ["slow"]
        runner.save()
        same([each.id for each in one.runners.list(tag_list="slow")], [runner.id])
        same(runner.jobs.list(), [])
        same(made.runners.list(type="group_type"), [])
        alice.runners.verify(made_runner.token)
        runner.delete()
        with refused(GitlabGetError, 404):
            alice.runners.get(runner.id)
        assert root.runners_all.list(get_all=True)


play()
