package main

import (
	"fmt"
	"strconv"

	"github.com/xanzy/go-gitlab"
)

func text(number int) string { return strconv.Itoa(number) }

func people() {
	root, alice := as("root"), as("alice")

	scenario("looks after users", func() {
		made, _, err := root.Users.CreateUser(&gitlab.CreateUserOptions{
			Username: gitlab.String("henry"), Name: gitlab.String("Henry"), Email: gitlab.String("henry@example.com"),
			Password: gitlab.String("Wx7!pumpkin-lane"),
		})
		must(err)
		changed, _, err := root.Users.ModifyUser(made.ID, &gitlab.ModifyUserOptions{Bio: gitlab.String("Writes")})
		must(err)
		same(changed.Bio, "Writes")
		// The client knows the statuses by heart: 201, 403, 404.
		must(root.Users.BlockUser(made.ID))
		same(root.Users.BanUser(made.ID) != nil, true)
		must(root.Users.UnblockUser(made.ID))
		must(root.Users.DeactivateUser(made.ID))
		must(root.Users.ActivateUser(made.ID))
		same(alice.Users.BlockUser(made.ID) != nil, true)
		address, _, err := root.Users.AddEmailForUser(made.ID, &gitlab.AddEmailOptions{Email: gitlab.String("henry@example.org"), SkipConfirmation: gitlab.Bool(true)})
		must(err)
		_, err = root.Users.DeleteEmailForUser(made.ID, address.ID)
		must(err)
		ssh, _, err := root.Users.AddSSHKeyForUser(made.ID, &gitlab.AddSSHKeyOptions{Title: gitlab.String("laptop"), Key: gitlab.String(key)})
		must(err)
		_, err = root.Users.DeleteSSHKeyForUser(made.ID, ssh.ID)
		must(err)
		token, _, err := root.Users.CreateImpersonationToken(made.ID, &gitlab.CreateImpersonationTokenOptions{Name: gitlab.String("help"), Scopes: &[]string{"api"}})
		must(err)
		as, err := gitlab.NewClient(token.Token, gitlab.WithBaseURL(root.BaseURL().String()))
		must(err)
		user, _, err := as.Users.CurrentUser()
		must(err)
		same(user.Username, "henry")
		sudo, _, err := root.Users.CurrentUser(gitlab.WithSudo("henry"))
		must(err)
		same(sudo.ID, made.ID)
		_, err = root.Users.RevokeImpersonationToken(made.ID, token.ID)
		must(err)
		memberships, _, err := root.Users.GetUserMemberships(made.ID, nil)
		must(err)
		same(len(memberships), 0)
		_, err = root.Users.DeleteUser(made.ID)
		must(err)
	})

	scenario("looks after groups", func() {
		group(alice, func(id int) {
			changed, _, err := alice.Groups.UpdateGroup(id, &gitlab.UpdateGroupOptions{Description: gitlab.String("Ours")})
			must(err)
			same(changed.Description, "Ours")
			below, _, err := alice.Groups.CreateGroup(&gitlab.CreateGroupOptions{
				Name: gitlab.String("Below"), Path: gitlab.String(fmt.Sprintf("below-%d", id)), ParentID: &id,
			})
			must(err)
			subgroups, _, err := alice.Groups.ListSubGroups(id, nil)
			must(err)
			same(subgroups[0].ID, below.ID)
			_, _, err = alice.GroupMembers.AddGroupMember(id, &gitlab.AddGroupMemberOptions{
				UserID: gitlab.Int(4), AccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions), ExpiresAt: gitlab.String("2024-06-01"),
			})
			must(err)
			member, _, err := alice.GroupMembers.GetGroupMember(id, 4)
			must(err)
			same(member.ExpiresAt.String(), "2024-06-01")
			all, _, err := alice.Groups.ListAllGroupMembers(below.ID, nil)
			must(err)
			same(len(all), 2)
			_, err = alice.GroupMembers.RemoveGroupMember(id, 4, nil)
			must(err)
			_, _, err = alice.Groups.ShareGroupWithGroup(id, &gitlab.ShareGroupWithGroupOptions{
				GroupID: gitlab.Int(1), GroupAccess: gitlab.AccessLevel(gitlab.ReporterPermissions),
			})
			must(err)
			_, err = alice.Groups.UnshareGroupFromGroup(id, 1)
			must(err)
			hook, _, err := alice.Groups.AddGroupHook(id, &gitlab.AddGroupHookOptions{URL: gitlab.String("http://127.0.0.1:9/hook")})
			must(err)
			_, err = alice.Groups.DeleteGroupHook(id, hook.ID)
			must(err)
			_, _, err = alice.GroupVariables.CreateVariable(id, &gitlab.CreateGroupVariableOptions{Key: gitlab.String("WHERE"), Value: gitlab.String("here")})
			must(err)
			_, err = alice.GroupVariables.RemoveVariable(id, "WHERE")
			must(err)
			milestone, _, err := alice.GroupMilestones.CreateGroupMilestone(id, &gitlab.CreateGroupMilestoneOptions{Title: gitlab.String("1.0")})
			must(err)
			same(milestone.GroupID, id)
			label, _, err := alice.GroupLabels.CreateGroupLabel(id, &gitlab.CreateGroupLabelOptions{Name: gitlab.String("ours"), Color: gitlab.String("#123456")})
			must(err)
			same(label.Name, "ours")
			_, _, err = alice.GroupWikis.CreateGroupWikiPage(id, &gitlab.CreateGroupWikiPageOptions{Title: gitlab.String("Home"), Content: gitlab.String("Welcome")})
			must(err)
			token, _, err := alice.GroupAccessTokens.CreateGroupAccessToken(id, &gitlab.CreateGroupAccessTokenOptions{Name: gitlab.String("bot"), Scopes: &[]string{"api"}})
			must(err)
			_, err = alice.GroupAccessTokens.RevokeGroupAccessToken(id, token.ID)
			must(err)
			made, _, err := alice.Projects.CreateProject(&gitlab.CreateProjectOptions{Name: gitlab.String("inside")})
			must(err)
			_, _, err = root.Groups.TransferGroup(id, made.ID)
			must(err)
			inside, _, err := alice.Groups.ListGroupProjects(id, nil)
			must(err)
			same(inside[0].ID, made.ID)
		})
	})

	scenario("looks after the installation", func() {
		topic, _, err := root.Topics.CreateTopic(&gitlab.CreateTopicOptions{Name: gitlab.String("go"), Title: gitlab.String("Go")})
		must(err)
		_, err = root.Topics.DeleteTopic(topic.ID)
		must(err)
		application, _, err := root.Applications.CreateApplication(&gitlab.CreateApplicationOptions{
			Name: gitlab.String("App"), RedirectURI: gitlab.String("http://127.0.0.1"), Scopes: gitlab.String("api"),
		})
		must(err)
		same(application.Secret != "", true)
		_, err = root.Applications.DeleteApplication(application.ID)
		must(err)
		message, _, err := root.BroadcastMessage.CreateBroadcastMessage(&gitlab.CreateBroadcastMessageOptions{Message: gitlab.String("Away")})
		must(err)
		_, err = root.BroadcastMessage.DeleteBroadcastMessage(message.ID)
		must(err)
		_, _, err = root.Features.SetFeatureFlag("shiny", true)
		must(err)
		settings, _, err := root.Settings.UpdateSettings(&gitlab.UpdateSettingsOptions{HomePageURL: gitlab.String("https://example.com/")})
		must(err)
		same(settings.HomePageURL, "https://example.com/")
		_, _, err = root.Sidekiq.GetCompoundMetrics()
		must(err)
		namespaces, _, err := root.Namespaces.SearchNamespace("acme")
		must(err)
		same(namespaces[0].Kind, "group")
		license, _, err := root.LicenseTemplates.GetLicenseTemplate("mit", nil)
		must(err)
		same(license.Key, "mit")
		events, _, err := root.AuditEvents.ListInstanceAuditEvents(nil)
		must(err)
		same(len(events) > 0, true)
		key, _, err := root.InstanceVariables.CreateVariable(&gitlab.CreateInstanceVariableOptions{Key: gitlab.String("ALL_GO"), Value: gitlab.String("1")})
		must(err)
		_, err = root.InstanceVariables.RemoveVariable(key.Key)
		must(err)
	})

	scenario("searches, and lists what belongs to whom", func() {
		found, _, err := alice.Search.BlobsByProject(1, "function", &gitlab.SearchOptions{})
		must(err)
		same(len(found) > 0, true)
		requests, _, err := alice.MergeRequests.ListGroupMergeRequests("acme", &gitlab.ListGroupMergeRequestsOptions{State: gitlab.String("merged")})
		must(err)
		same(len(requests) > 0, true)
		all, _, err := alice.Issues.ListIssues(&gitlab.ListIssuesOptions{Scope: gitlab.String("all")})
		must(err)
		same(len(all) > 0, true)
		events, _, err := alice.Events.ListProjectVisibleEvents(1, nil)
		must(err)
		_ = events
		own, _, err := alice.Projects.ListUserProjects("alice", nil)
		must(err)
		same(own[0].PathWithNamespace, "alice/dotfiles")
	})
}
