package client

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/xanzy/go-gitlab"
)

func TestChangesStayInTheirTest(t *testing.T) {
	t.Parallel()
	_, client := newWorld(t)
	if _, err := client.Milestones.DeleteMilestone(1, 5); err != nil {
		t.Fatal(err)
	}
	if _, reply, err := client.Milestones.GetMilestone(1, 5); err == nil || reply.StatusCode != 404 {
		t.Fatal("a deleted milestone is there")
	}
}

func TestEverythingIsAsItWas(t *testing.T) {
	t.Parallel()
	_, client := newWorld(t)
	if _, _, err := client.Milestones.GetMilestone(1, 5); err != nil {
		t.Fatal(err)
	}
}

func TestClockIsMoved(t *testing.T) {
	t.Parallel()
	url, client := newWorld(t)
	post(t, url+"/_forgery/clock", `{"set": "2024-06-01T00:00:00Z"}`)
	issue, _, err := client.Issues.CreateIssue(1, &gitlab.CreateIssueOptions{Title: gitlab.String("From June")})
	if err != nil || issue.CreatedAt.Format("2006-01-02") != "2024-06-01" {
		t.Fatal(issue, err)
	}
}

func TestFaultIsSurvived(t *testing.T) {
	t.Parallel()
	url, client := newWorld(t)
	post(t, url+"/_forgery/faults", `{"path": "/user", "status": 503, "times": 1}`)
	if user, _, err := client.Users.CurrentUser(); err != nil || user.Username != "alice" {
		t.Fatal(user, err)
	}
	if entries := requests(t, url, "path=/user"); len(entries) != 2 || entries[0].Status != 503 {
		t.Fatal("not tried again:", entries)
	}
}

func TestWebhookIsReceived(t *testing.T) {
	t.Parallel()
	_, client := newWorld(t)
	received := make(chan string, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		var event gitlab.IssueEvent
		json.NewDecoder(request.Body).Decode(&event)
		received <- event.ObjectAttributes.Title
	}))
	defer receiver.Close()
	hook := &gitlab.AddProjectHookOptions{URL: &receiver.URL, IssuesEvents: gitlab.Bool(true)}
	if _, _, err := client.Projects.AddProjectHook(1, hook); err != nil {
		t.Fatal(err)
	}
	client.Issues.CreateIssue(1, &gitlab.CreateIssueOptions{Title: gitlab.String("The till is stuck")})
	select {
	case title := <-received:
		if title != "The till is stuck" {
			t.Fatal(title)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("no webhook came")
	}
}

func TestOneRequestForAPage(t *testing.T) {
	t.Parallel()
	url, client := newWorld(t)
	client.Milestones.ListMilestones(1, nil)
	entries := requests(t, url, "path=/projects/*")
	if len(entries) != 1 || entries[0].Path != "/api/v4/projects/1/milestones" || entries[0].Status != 200 {
		t.Fatal(entries)
	}
}
