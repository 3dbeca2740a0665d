package main

import (
	"github.com/xanzy/go-gitlab"
)

func work() {
	alice, bob := as("alice"), as("bob")

	scenario("works on an issue until it is closed", func() {
		project(alice, func(id int) {
			issue, _, err := alice.Issues.CreateIssue(id, &gitlab.CreateIssueOptions{
				Title: gitlab.String("Slow"), Labels: &gitlab.Labels{"bug", "slow"}, AssigneeIDs: &[]int{2},
			})
			must(err)
			same(len(issue.Labels), 2)
			note, _, err := alice.Notes.CreateIssueNote(id, issue.IID, &gitlab.CreateIssueNoteOptions{Body: gitlab.String("Seen it")})
			must(err)
			changed, _, err := alice.Notes.UpdateIssueNote(id, issue.IID, note.ID, &gitlab.UpdateIssueNoteOptions{Body: gitlab.String("Twice")})
			must(err)
			same(changed.Body, "Twice")
			_, err = alice.Notes.DeleteIssueNote(id, issue.IID, note.ID)
			must(err)
			award, _, err := alice.AwardEmoji.CreateIssueAwardEmoji(id, issue.IID, &gitlab.CreateAwardEmojiOptions{Name: "thumbsup"})
			must(err)
			_, err = alice.AwardEmoji.DeleteIssueAwardEmoji(id, issue.IID, award.ID)
			must(err)
			talk, _, err := alice.Discussions.CreateIssueDiscussion(id, issue.IID, &gitlab.CreateIssueDiscussionOptions{Body: gitlab.String("How slow?")})
			must(err)
			_, _, err = alice.Discussions.AddIssueDiscussionNote(id, issue.IID, talk.ID, &gitlab.AddIssueDiscussionNoteOptions{Body: gitlab.String("Very")})
			must(err)
			times, _, err := alice.Issues.SetTimeEstimate(id, issue.IID, &gitlab.SetTimeEstimateOptions{Duration: gitlab.String("3h30m")})
			must(err)
			same(times.HumanTimeEstimate, "3h 30m")
			other, _, err := alice.Issues.CreateIssue(id, &gitlab.CreateIssueOptions{Title: gitlab.String("Cause")})
			must(err)
			link, _, err := alice.IssueLinks.CreateIssueLink(id, issue.IID, &gitlab.CreateIssueLinkOptions{
				TargetProjectID: gitlab.String(text(id)), TargetIssueIID: gitlab.String(text(other.IID)),
			})
			must(err)
			same(link.TargetIssue.IID, other.IID)
			relations, _, err := alice.IssueLinks.ListIssueRelations(id, issue.IID)
			must(err)
			_, _, err = alice.IssueLinks.DeleteIssueLink(id, issue.IID, relations[0].IssueLinkID)
			must(err)
			todo, _, err := alice.Issues.CreateTodo(id, other.IID)
			must(err)
			_, err = alice.Todos.MarkTodoAsDone(todo.ID)
			must(err)
			people, _, err := alice.Issues.GetParticipants(id, issue.IID)
			must(err)
			same(people[0].Username, "alice")
			group(alice, func(above int) {
				taker, _, err := alice.Projects.CreateProject(&gitlab.CreateProjectOptions{Name: gitlab.String("taker"), NamespaceID: &above})
				must(err)
				moved, _, err := alice.Issues.MoveIssue(id, other.IID, &gitlab.MoveIssueOptions{ToProjectID: &taker.ID})
				must(err)
				same(moved.ProjectID, taker.ID)
				left, _, err := alice.Issues.GetIssue(id, other.IID)
				must(err)
				same(left.State, "closed")
				same(left.MovedToID, moved.ID)
			})
			closed, _, err := alice.Issues.UpdateIssue(id, issue.IID, &gitlab.UpdateIssueOptions{StateEvent: gitlab.String("close")})
			must(err)
			same(closed.State, "closed")
			events, _, err := alice.ResourceStateEvents.ListIssueStateEvents(id, issue.IID, nil)
			must(err)
			same(len(events), 1)
			_, err = alice.Issues.DeleteIssue(id, issue.IID)
			must(err)
			_, response, err := alice.Issues.GetIssue(id, issue.IID)
			gone(response, err)
		})
	})

	scenario("takes a merge request from its proposal to the merge", func() {
		project(alice, func(id int) {
			_, _, err := alice.Branches.CreateBranch(id, &gitlab.CreateBranchOptions{Branch: gitlab.String("topic"), Ref: gitlab.String("main")})
			must(err)
			write(alice, id, "topic", "a.txt", "a\n")
			wish := &gitlab.CreateMergeRequestOptions{
				Title: gitlab.String("Add a"), SourceBranch: gitlab.String("topic"), TargetBranch: gitlab.String("main"),
				Labels: &gitlab.Labels{"new"}, RemoveSourceBranch: gitlab.Bool(true),
			}
			mr, _, err := alice.MergeRequests.CreateMergeRequest(id, wish)
			must(err)
			_, _, err = alice.MergeRequests.CreateMergeRequest(id, wish)
			refused(err, 409, "Another open merge request already exists")
			changes, _, err := alice.MergeRequests.GetMergeRequestChanges(id, mr.IID, nil)
			must(err)
			same(changes.Changes[0].NewPath, "a.txt")
			versions, _, err := alice.MergeRequests.GetMergeRequestDiffVersions(id, mr.IID, nil)
			must(err)
			same(len(versions), 1)
			talk, _, err := alice.Discussions.CreateMergeRequestDiscussion(id, mr.IID, &gitlab.CreateMergeRequestDiscussionOptions{
				Body: gitlab.String("Why?"),
				Position: &gitlab.NotePosition{
					BaseSHA: changes.DiffRefs.BaseSha, StartSHA: changes.DiffRefs.StartSha, HeadSHA: changes.DiffRefs.HeadSha,
					PositionType: "text", NewPath: "a.txt", OldPath: "a.txt", NewLine: 1,
				},
			})
			must(err)
			resolved, _, err := alice.Discussions.ResolveMergeRequestDiscussion(id, mr.IID, talk.ID, &gitlab.ResolveMergeRequestDiscussionOptions{
				Resolved: gitlab.Bool(true),
			})
			must(err)
			same(resolved.Notes[0].Resolved, true)
			merged, _, err := alice.MergeRequests.AcceptMergeRequest(id, mr.IID, &gitlab.AcceptMergeRequestOptions{
				MergeCommitMessage: gitlab.String("Take it"), SHA: &mr.SHA,
			})
			must(err)
			same(merged.State, "merged")
			_, _, err = alice.MergeRequests.AcceptMergeRequest(id, mr.IID, nil)
			refused(err, 405, "405 Method Not Allowed")
			branches, _, err := alice.Branches.ListBranches(id, nil)
			must(err)
			same(len(branches), 1)
		})
	})

	scenario("asks for approvals, gives them and takes them back", func() {
		project(alice, func(id int) {
			_, _, err := alice.ProjectMembers.AddProjectMember(id, &gitlab.AddProjectMemberOptions{
				UserID: 3, AccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions),
			})
			must(err)
			rule, _, err := alice.Projects.CreateProjectApprovalRule(id, &gitlab.CreateProjectLevelRuleOptions{
				Name: gitlab.String("Eyes"), ApprovalsRequired: gitlab.Int(1), UserIDs: &[]int{3},
			})
			must(err)
			same(rule.Users[0].Username, "bob")
			_, _, err = alice.Branches.CreateBranch(id, &gitlab.CreateBranchOptions{Branch: gitlab.String("topic"), Ref: gitlab.String("main")})
			must(err)
			write(alice, id, "topic", "a.txt", "a\n")
			mr, _, err := alice.MergeRequests.CreateMergeRequest(id, &gitlab.CreateMergeRequestOptions{
				Title: gitlab.String("Add a"), SourceBranch: gitlab.String("topic"), TargetBranch: gitlab.String("main"),
			})
			must(err)
			approved, _, err := bob.MergeRequestApprovals.ApproveMergeRequest(id, mr.IID, &gitlab.ApproveMergeRequestOptions{SHA: &mr.SHA})
			must(err)
			same(approved.ApprovedBy[0].User.Username, "bob")
			_, err = bob.MergeRequestApprovals.UnapproveMergeRequest(id, mr.IID)
			must(err)
			state, _, err := alice.MergeRequestApprovals.GetApprovalState(id, mr.IID)
			must(err)
			same(state.Rules[0].Approved, false)
			_, err = alice.Projects.DeleteProjectApprovalRule(id, rule.ID)
			must(err)
		})
	})

	scenario("plans with milestones, labels and boards", func() {
		project(alice, func(id int) {
			milestone, _, err := alice.Milestones.CreateMilestone(id, &gitlab.CreateMilestoneOptions{Title: gitlab.String("1.0")})
			must(err)
			issue, _, err := alice.Issues.CreateIssue(id, &gitlab.CreateIssueOptions{Title: gitlab.String("Do it"), MilestoneID: &milestone.ID})
			must(err)
			issues, _, err := alice.Milestones.GetMilestoneIssues(id, milestone.ID, nil)
			must(err)
			same(issues[0].IID, issue.IID)
			closed, _, err := alice.Milestones.UpdateMilestone(id, milestone.ID, &gitlab.UpdateMilestoneOptions{StateEvent: gitlab.String("close")})
			must(err)
			same(closed.State, "closed")
			_, err = alice.Milestones.DeleteMilestone(id, milestone.ID)
			must(err)
			label, _, err := alice.Labels.CreateLabel(id, &gitlab.CreateLabelOptions{Name: gitlab.String("soon"), Color: gitlab.String("#ff0000")})
			must(err)
			board, _, err := alice.Boards.CreateIssueBoard(id, &gitlab.CreateIssueBoardOptions{Name: gitlab.String("Plan")})
			must(err)
			list, _, err := alice.Boards.CreateIssueBoardList(id, board.ID, &gitlab.CreateIssueBoardListOptions{LabelID: &label.ID})
			must(err)
			same(list.Label.Name, "soon")
			_, err = alice.Boards.DeleteIssueBoardList(id, board.ID, list.ID)
			must(err)
			_, err = alice.Boards.DeleteIssueBoard(id, board.ID)
			must(err)
			_, err = alice.Labels.DeleteLabel(id, &gitlab.DeleteLabelOptions{Name: gitlab.String("soon")})
			must(err)
		})
	})

	scenario("runs pipelines and their jobs, deploys, and judges configurations", func() {
		project(alice, func(id int) {
			write(alice, id, "main", ".gitlab-ci.yml", "build:\n  script: [make]\ndeploy:\n  script: [make deploy]\n  when: manual\n")
			pipeline, _, err := alice.Pipelines.CreatePipeline(id, &gitlab.CreatePipelineOptions{
				Ref:       gitlab.String("main"),
				Variables: &[]*gitlab.PipelineVariableOptions{{Key: gitlab.String("WHY"), Value: gitlab.String("because")}},
			})
			must(err)
			for i := 0; i < 60 && pipeline.Status != "success"; i++ {
				pipeline, _, err = alice.Pipelines.GetPipeline(id, pipeline.ID)
				must(err)
			}
			same(pipeline.Status, "success")
			variables, _, err := alice.Pipelines.GetPipelineVariables(id, pipeline.ID)
			must(err)
			same(variables[0].Value, "because")
			jobs, _, err := alice.Jobs.ListPipelineJobs(id, pipeline.ID, nil)
			must(err)
			same(len(jobs), 2)
			for _, job := range jobs {
				if job.Name == "deploy" {
					played, _, err := alice.Jobs.PlayJob(id, job.ID, nil)
					must(err)
					same(played.ID, job.ID)
				} else {
					again, _, err := alice.Jobs.RetryJob(id, job.ID)
					must(err)
					same(again.Name, "build")
				}
			}
			trigger, _, err := alice.PipelineTriggers.AddPipelineTrigger(id, &gitlab.AddPipelineTriggerOptions{Description: gitlab.String("outside")})
			must(err)
			started, _, err := alice.PipelineTriggers.RunPipelineTrigger(id, &gitlab.RunPipelineTriggerOptions{
				Ref: gitlab.String("main"), Token: &trigger.Token, Variables: map[string]string{"WHO": "go"},
			})
			must(err)
			_, _, err = alice.Pipelines.CancelPipelineBuild(id, started.ID)
			must(err)
			_, err = alice.Pipelines.DeletePipeline(id, started.ID)
			must(err)
			lint, _, err := alice.Validate.ProjectLint(id, nil)
			must(err)
			same(lint.Valid, true)
			place, _, err := alice.Environments.CreateEnvironment(id, &gitlab.CreateEnvironmentOptions{Name: gitlab.String("staging")})
			must(err)
			deployment, _, err := alice.Deployments.CreateProjectDeployment(id, &gitlab.CreateProjectDeploymentOptions{
				Environment: gitlab.String("staging"), Ref: gitlab.String("main"), SHA: &pipeline.SHA, Tag: gitlab.Bool(false),
				Status: gitlab.DeploymentStatus(gitlab.DeploymentStatusSuccess),
			})
			must(err)
			same(deployment.Environment.Name, "staging")
			_, err = alice.Environments.StopEnvironment(id, place.ID)
			must(err)
			_, err = alice.Environments.DeleteEnvironment(id, place.ID)
			must(err)
		})
	})

	scenario("registers a runner, changes and deletes it", func() {
		project(alice, func(id int) {
			one, _, err := alice.Projects.GetProject(id, nil)
			must(err)
			made, _, err := alice.Runners.RegisterNewRunner(&gitlab.RegisterNewRunnerOptions{
				Token: &one.RunnersToken, Description: gitlab.String("box"), TagList: &[]string{"fast"},
			})
			must(err)
			_, err = alice.Runners.VerifyRegisteredRunner(&gitlab.VerifyRegisteredRunnerOptions{Token: &made.Token})
			must(err)
			details, _, err := alice.Runners.UpdateRunnerDetails(made.ID, &gitlab.UpdateRunnerDetailsOptions{Description: gitlab.String("big box")})
			must(err)
			same(details.Description, "big box")
			_, err = alice.Runners.DeleteRegisteredRunner(&gitlab.DeleteRegisteredRunnerOptions{Token: &made.Token})
			must(err)
			_, response, err := alice.Runners.GetRunnerDetails(made.ID)
			gone(response, err)
		})
	})
}
