package main

import (
	"bytes"
	"encoding/base64"
	"io/ioutil"
	"strings"

	"github.com/xanzy/go-gitlab"
)

const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHMEtcYTqVn2XUNcCbL2eLV6nZ5AgCBcHZS2LHqzHmHt go@example.com"

func projects() {
	alice, carol, mallory := as("alice"), as("carol"), as("mallory")

	scenario("tells who is signed in, and what the service is", func() {
		user, _, err := alice.Users.CurrentUser()
		must(err)
		same(user.Username, "alice")
		version, _, err := alice.Version.GetVersion()
		must(err)
		same(version.Version != "", true)
	})

	scenario("makes an error of each refusal, with what the service said", func() {
		_, _, err := as("wrong").Projects.ListProjects(nil)
		refused(err, 401, "401 Unauthorized")
		_, _, err = mallory.Projects.GetProject("acme/webapp", nil)
		refused(err, 404, "404 Project Not Found")
		_, err = carol.Projects.DeleteProject("acme/webapp")
		refused(err, 403, "403 Forbidden")
		_, _, err = alice.Projects.CreateProject(&gitlab.CreateProjectOptions{Name: gitlab.String("dotfiles")})
		refused(err, 400, "has already been taken")
		labels, _, err := alice.Labels.ListLabels(1, nil)
		must(err)
		_, _, err = alice.Labels.CreateLabel(1, &gitlab.CreateLabelOptions{
			Name: &labels[0].Name, Color: gitlab.String("#112233"),
		})
		refused(err, 409, "Label already exists")
	})

	scenario("pages through a list until there is no next page", func() {
		options := &gitlab.ListProjectsOptions{
			ListOptions: gitlab.ListOptions{PerPage: 3}, OrderBy: gitlab.String("id"), Sort: gitlab.String("asc"),
		}
		var numbered []int
		for {
			page, response, err := alice.Projects.ListProjects(options)
			must(err)
			for _, one := range page {
				numbered = append(numbered, one.ID)
			}
			same(response.ItemsPerPage, 3)
			if response.NextPage == 0 {
				same(response.TotalItems, len(numbered))
				break
			}
			options.Page = response.NextPage
		}
	})

	scenario("creates, changes, stars, forks, shares, moves and deletes a project", func() {
		made, _, err := alice.Projects.CreateProject(&gitlab.CreateProjectOptions{
			Name: gitlab.String("Till"), Visibility: gitlab.Visibility(gitlab.InternalVisibility),
		})
		must(err)
		same(made.PathWithNamespace, "alice/till")
		changed, _, err := alice.Projects.EditProject(made.ID, &gitlab.EditProjectOptions{
			Description: gitlab.String("Pays"), Topics: &[]string{"money"},
		})
		must(err)
		same(changed.Description, "Pays")
		same(changed.Topics, []string{"money"})
		starred, _, err := alice.Projects.StarProject(made.ID)
		must(err)
		same(starred.StarCount, 1)
		starred, _, err = alice.Projects.UnstarProject(made.ID)
		must(err)
		same(starred.StarCount, 0)
		forked, _, err := carol.Projects.ForkProject(made.ID, &gitlab.ForkProjectOptions{Path: gitlab.String("till")})
		must(err)
		same(forked.ForkedFromProject.ID, made.ID)
		forks, _, err := alice.Projects.ListProjectForks(made.ID, nil)
		must(err)
		same(len(forks), 1)
		_, err = carol.Projects.DeleteProjectForkRelation(forked.ID)
		must(err)
		forks, _, err = alice.Projects.ListProjectForks(made.ID, nil)
		must(err)
		same(len(forks), 0)
		_, err = carol.Projects.DeleteProject(forked.ID)
		must(err)
		archived, _, err := alice.Projects.ArchiveProject(made.ID)
		must(err)
		same(archived.Archived, true)
		_, _, err = alice.Projects.UnarchiveProject(made.ID)
		must(err)
		group(alice, func(id int) {
			_, err := alice.Projects.ShareProjectWithGroup(made.ID, &gitlab.ShareWithGroupOptions{
				GroupID: &id, GroupAccess: gitlab.AccessLevel(gitlab.DeveloperPermissions),
			})
			must(err)
			_, err = alice.Projects.DeleteSharedProjectFromGroup(made.ID, id)
			must(err)
		})
		moved, _, err := alice.Projects.TransferProject(made.ID, &gitlab.TransferProjectOptions{Namespace: "acme"})
		must(err)
		same(moved.PathWithNamespace, "acme/till")
		_, err = alice.Projects.DeleteProject(made.ID)
		must(err)
	})

	scenario("keeps what belongs to a project", func() {
		project(alice, func(id int) {
			member, _, err := alice.ProjectMembers.AddProjectMember(id, &gitlab.AddProjectMemberOptions{
				UserID: 4, AccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions),
			})
			must(err)
			same(member.Username, "carol")
			_, err = alice.ProjectMembers.DeleteProjectMember(id, 4)
			must(err)
			_, response, err := alice.ProjectMembers.GetProjectMember(id, 4)
			gone(response, err)

			hook, _, err := alice.Projects.AddProjectHook(id, &gitlab.AddProjectHookOptions{
				URL: gitlab.String("http://127.0.0.1:9/hook"), PushEvents: gitlab.Bool(false),
			})
			must(err)
			same(hook.PushEvents, false)
			_, err = alice.Projects.DeleteProjectHook(id, hook.ID)
			must(err)

			deploy, _, err := alice.DeployKeys.AddDeployKey(id, &gitlab.AddDeployKeyOptions{
				Title: gitlab.String("server"), Key: gitlab.String(key), CanPush: gitlab.Bool(true),
			})
			must(err)
			same(deploy.CanPush, true)
			_, err = alice.DeployKeys.DeleteDeployKey(id, deploy.ID)
			must(err)

			token, _, err := alice.DeployTokens.CreateProjectDeployToken(id, &gitlab.CreateProjectDeployTokenOptions{
				Name: gitlab.String("pull"), Scopes: &[]string{"read_repository"},
			})
			must(err)
			same(token.Token != "", true)
			_, err = alice.DeployTokens.DeleteProjectDeployToken(id, token.ID)
			must(err)

			access, _, err := alice.ProjectAccessTokens.CreateProjectAccessToken(id, &gitlab.CreateProjectAccessTokenOptions{
				Name: gitlab.String("bot"), Scopes: &[]string{"api"},
			})
			must(err)
			same(access.Active, true)
			_, err = alice.ProjectAccessTokens.RevokeProjectAccessToken(id, access.ID)
			must(err)

			_, _, err = alice.ProjectVariables.CreateVariable(id, &gitlab.CreateProjectVariableOptions{
				Key: gitlab.String("COLOUR"), Value: gitlab.String("green"), Masked: gitlab.Bool(false),
			})
			must(err)
			variable, _, err := alice.ProjectVariables.UpdateVariable(id, "COLOUR", &gitlab.UpdateProjectVariableOptions{
				Value: gitlab.String("blue"),
			})
			must(err)
			same(variable.Value, "blue")
			_, err = alice.ProjectVariables.RemoveVariable(id, "COLOUR", nil)
			must(err)

			badge, _, err := alice.ProjectBadges.AddProjectBadge(id, &gitlab.AddProjectBadgeOptions{
				LinkURL: gitlab.String("http://example.com"), ImageURL: gitlab.String("http://example.com/a.svg"),
			})
			must(err)
			_, err = alice.ProjectBadges.DeleteProjectBadge(id, badge.ID)
			must(err)

			page, _, err := alice.Wikis.CreateWikiPage(id, &gitlab.CreateWikiPageOptions{
				Title: gitlab.String("Home"), Content: gitlab.String("Welcome"),
			})
			must(err)
			same(page.Slug, "Home")
			_, err = alice.Wikis.DeleteWikiPage(id, "Home")
			must(err)

			snippet, _, err := alice.ProjectSnippets.CreateSnippet(id, &gitlab.CreateProjectSnippetOptions{
				Title: gitlab.String("Run"), FileName: gitlab.String("run.sh"), Content: gitlab.String("ls\n"),
				Visibility: gitlab.Visibility(gitlab.PrivateVisibility),
			})
			must(err)
			content, _, err := alice.ProjectSnippets.SnippetContent(id, snippet.ID)
			must(err)
			same(string(content), "ls\n")
			_, err = alice.ProjectSnippets.DeleteSnippet(id, snippet.ID)
			must(err)

			sent, _, err := alice.Projects.UploadFile(id, strings.NewReader("written down"), "notes.txt")
			must(err)
			same(sent.Markdown, "[notes.txt]("+sent.URL+")")
		})
	})

	scenario("writes, reads and deletes files, and commits several at once", func() {
		project(alice, func(id int) {
			write(alice, id, "main", "docs/ä b.md", "Grüße\n")
			ref := &gitlab.GetFileOptions{Ref: gitlab.String("main")}
			file, _, err := alice.RepositoryFiles.GetFile(id, "docs/ä b.md", ref)
			must(err)
			same(file.Content, base64.StdEncoding.EncodeToString([]byte("Grüße\n")))
			about, _, err := alice.RepositoryFiles.GetFileMetaData(id, "docs/ä b.md", &gitlab.GetFileMetaDataOptions{Ref: ref.Ref})
			must(err)
			same(about.BlobID, file.BlobID)
			raw, _, err := alice.RepositoryFiles.GetRawFile(id, "docs/ä b.md", &gitlab.GetRawFileOptions{Ref: ref.Ref})
			must(err)
			same(string(raw), "Grüße\n")
			blame, _, err := alice.RepositoryFiles.GetFileBlame(id, "docs/ä b.md", &gitlab.GetFileBlameOptions{Ref: ref.Ref})
			must(err)
			same(blame[0].Lines, []string{"Grüße"})
			_, err = alice.RepositoryFiles.DeleteFile(id, "docs/ä b.md", &gitlab.DeleteFileOptions{
				Branch: ref.Ref, CommitMessage: gitlab.String("Remove it"),
			})
			must(err)
			_, response, err := alice.RepositoryFiles.GetFile(id, "docs/ä b.md", ref)
			gone(response, err)

			commit, _, err := alice.Commits.CreateCommit(id, &gitlab.CreateCommitOptions{
				Branch: gitlab.String("topic"), StartBranch: gitlab.String("main"), CommitMessage: gitlab.String("Do both"),
				Actions: []*gitlab.CommitActionOptions{
					{Action: gitlab.FileAction(gitlab.FileCreate), FilePath: gitlab.String("a.go"), Content: gitlab.String("package a\n")},
					{Action: gitlab.FileAction(gitlab.FileMove), FilePath: gitlab.String("READ.md"), PreviousPath: gitlab.String("README.md")},
				},
			})
			must(err)
			diff, _, err := alice.Commits.GetCommitDiff(id, commit.ID, nil)
			must(err)
			same(len(diff), 2)
			status, _, err := alice.Commits.SetCommitStatus(id, commit.ID, &gitlab.SetCommitStatusOptions{
				State: gitlab.Success, Name: gitlab.String("outside"),
			})
			must(err)
			same(status.Status, "success")
			comment, _, err := alice.Commits.PostCommitComment(id, commit.ID, &gitlab.PostCommitCommentOptions{Note: gitlab.String("Well done")})
			must(err)
			same(comment.Author.Username, "alice")
			picked, _, err := alice.Commits.CherryPickCommit(id, commit.ID, &gitlab.CherryPickCommitOptions{Branch: gitlab.String("main")})
			must(err)
			same(picked.Title, "Do both")
			_, _, err = alice.Commits.RevertCommit(id, picked.ID, &gitlab.RevertCommitOptions{Branch: gitlab.String("main")})
			must(err)
			tree, _, err := alice.Repositories.ListTree(id, nil)
			must(err)
			same(len(tree), 1)
			compared, _, err := alice.Repositories.Compare(id, &gitlab.CompareOptions{From: gitlab.String("main"), To: gitlab.String("topic")})
			must(err)
			same(len(compared.Commits), 1)
			archive, _, err := alice.Repositories.Archive(id, &gitlab.ArchiveOptions{Format: gitlab.String("zip")})
			must(err)
			same(string(archive[:2]), "PK")
		})
	})

	scenario("keeps branches, tags, releases and what is protected", func() {
		project(alice, func(id int) {
			_, _, err := alice.Branches.CreateBranch(id, &gitlab.CreateBranchOptions{Branch: gitlab.String("topic/a"), Ref: gitlab.String("main")})
			must(err)
			protected, _, err := alice.ProtectedBranches.ProtectRepositoryBranches(id, &gitlab.ProtectRepositoryBranchesOptions{
				Name: gitlab.String("topic/*"), PushAccessLevel: gitlab.AccessLevel(gitlab.MaintainerPermissions),
			})
			must(err)
			same(protected.Name, "topic/*")
			branch, _, err := alice.Branches.GetBranch(id, "topic/a")
			must(err)
			same(branch.Protected, true)
			_, err = alice.ProtectedBranches.UnprotectRepositoryBranches(id, "topic/*")
			must(err)
			_, err = alice.Branches.DeleteBranch(id, "topic/a")
			must(err)
			tag, _, err := alice.Tags.CreateTag(id, &gitlab.CreateTagOptions{
				TagName: gitlab.String("v1"), Ref: gitlab.String("main"), Message: gitlab.String("First"),
			})
			must(err)
			same(tag.Message, "First")
			_, _, err = alice.ProtectedTags.ProtectRepositoryTags(id, &gitlab.ProtectRepositoryTagsOptions{
				Name: gitlab.String("v*"), CreateAccessLevel: gitlab.AccessLevel(gitlab.MaintainerPermissions),
			})
			must(err)
			_, err = alice.ProtectedTags.UnprotectRepositoryTags(id, "v*")
			must(err)
			release, _, err := alice.Releases.CreateRelease(id, &gitlab.CreateReleaseOptions{
				Name: gitlab.String("One"), TagName: gitlab.String("v1"), Description: gitlab.String("First"),
				Assets: &gitlab.ReleaseAssetsOptions{Links: []*gitlab.ReleaseAssetLinkOptions{
					{Name: gitlab.String("till"), URL: gitlab.String("https://example.com/till.zip")},
				}},
			})
			must(err)
			same(release.Assets.Links[0].Name, "till")
			_, _, err = alice.ReleaseLinks.CreateReleaseLink(id, "v1", &gitlab.CreateReleaseLinkOptions{
				Name: gitlab.String("other"), URL: gitlab.String("https://example.com/other.zip"),
			})
			must(err)
			_, _, err = alice.Releases.DeleteRelease(id, "v1")
			must(err)
			_, err = alice.Tags.DeleteTag(id, "v1")
			must(err)
		})
	})

	scenario("publishes a generic package, downloads and deletes it", func() {
		project(alice, func(id int) {
			bytesOf := bytes.Repeat([]byte{0, 1, 254, 255}, 1000)
			_, _, err := alice.GenericPackages.PublishPackageFile(id, "till", "1.0.0", "till.bin", bytes.NewReader(bytesOf), nil)
			must(err)
			back, _, err := alice.GenericPackages.DownloadPackageFile(id, "till", "1.0.0", "till.bin")
			must(err)
			same(back, bytesOf)
			packages, _, err := alice.Packages.ListProjectPackages(id, nil)
			must(err)
			same(packages[0].Name, "till")
			files, _, err := alice.Packages.ListPackageFiles(id, packages[0].ID, nil)
			must(err)
			same(files[0].Size, 4000)
			_, err = alice.Packages.DeleteProjectPackage(id, packages[0].ID)
			must(err)
		})
	})

	scenario("exports a project and imports it elsewhere", func() {
		project(alice, func(id int) {
			_, err := alice.ProjectImportExport.ScheduleExport(id, nil)
			must(err)
			for i := 0; i < 60; i++ {
				status, _, err := alice.ProjectImportExport.ExportStatus(id)
				must(err)
				if status.ExportStatus == "finished" {
					break
				}
			}
			archive, _, err := alice.ProjectImportExport.ExportDownload(id)
			must(err)
			begun, _, err := alice.ProjectImportExport.ImportFromFile(bytes.NewReader(archive), &gitlab.ImportFileOptions{Path: gitlab.String("taken-go")})
			must(err)
			status := begun.ImportStatus
			for i := 0; i < 60 && status != "finished"; i++ {
				now, _, err := alice.ProjectImportExport.ImportStatus(begun.ID)
				must(err)
				status = now.ImportStatus
			}
			same(status, "finished")
			_, err = alice.Projects.DeleteProject(begun.ID)
			must(err)
		})
	})

	scenario("reads the log of a job", func() {
		jobs, _, err := alice.Jobs.ListProjectJobs(1, nil)
		must(err)
		log, _, err := alice.Jobs.GetTraceFile(1, jobs[0].ID)
		must(err)
		_, err = ioutil.ReadAll(log)
		must(err)
	})
}
