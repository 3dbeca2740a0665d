package client

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xanzy/go-gitlab"
)

var server string

func TestMain(m *testing.M) {
	folder, _ := os.MkdirTemp("", "forgery")
	ready := filepath.Join(folder, "ready")
	command := exec.Command("npx", "forgery", "serve", "--port", "0", "--dialect", "real", "--log", "silent",
		"--exit-with-parent", "--ready-file", ready)
	input, _ := command.StdinPipe()
	if err := command.Start(); err != nil {
		panic(err)
	}
	for attempt := 0; server == "" && attempt < 600; attempt++ {
		time.Sleep(50 * time.Millisecond)
		text, _ := os.ReadFile(ready)
		server = strings.TrimSpace(string(text))
	}
	status := m.Run()
	input.Close()
	command.Wait()
	os.RemoveAll(folder)
	os.Exit(status)
}

// The world of one test, and a client in it. Where the test fails, what was refused is told, and why.
func newWorld(t *testing.T) (string, *gitlab.Client) {
	t.Helper()
	url := server + "/w/" + t.Name()
	post(t, server+"/_forgery/worlds", fmt.Sprintf(`{"name": %q}`, t.Name()))
	t.Cleanup(func() {
		for _, entry := range requests(t, url, "direction=in&status=4xx") {
			var why struct{ Because string }
			get(t, fmt.Sprintf("%s/_forgery/requests/%d/why", url, entry.ID), &why)
			t.Logf("%s %s: %s", entry.Method, entry.Path, why.Because)
		}
	})
	client, err := gitlab.NewClient("alice-token", gitlab.WithBaseURL(url))
	if err != nil {
		t.Fatal(err)
	}
	return url, client
}

type entry struct {
	ID, Status   int
	Method, Path string
}

func requests(t *testing.T, url, query string) (entries []entry) {
	t.Helper()
	get(t, url+"/_forgery/requests?"+query, &entries)
	return
}

func get(t *testing.T, url string, into interface{}) {
	t.Helper()
	reply, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	json.NewDecoder(reply.Body).Decode(into)
}

func post(t *testing.T, url, body string) {
	t.Helper()
	reply, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil || reply.StatusCode >= 300 {
		t.Fatal(url, reply, err)
	}
	reply.Body.Close()
}
