package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/xanzy/go-gitlab"
)

// Scenarios of a program: each is played, and what became of it is a line of JSON.

type named struct {
	name string
	play func()
}

var (
	found  []named
	number int
)

func scenario(name string, play func()) { found = append(found, named{name, play}) }

func main() {
	projects()
	work()
	people()
	for _, one := range found {
		line, _ := json.Marshal(map[string]interface{}{"name": one.name, "error": played(one.play)})
		fmt.Println(string(line))
	}
}

func played(play func()) (problem interface{}) {
	defer func() {
		if seen := recover(); seen != nil {
			problem = fmt.Sprintf("%v\n%s", seen, debug.Stack())
		}
	}()
	play()
	return nil
}

// as is the client of whoever has the token `USER-token`.
func as(user string) *gitlab.Client {
	client, err := gitlab.NewClient(user+"-token", gitlab.WithBaseURL(os.Args[1]), gitlab.WithoutRetries())
	must(err)
	return client
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func same(seen, expected interface{}) {
	if !reflect.DeepEqual(seen, expected) {
		panic(fmt.Sprintf("%#v is not %#v", seen, expected))
	}
}

// refused looks at the error that the client makes of a refusal.
func refused(err error, status int, text string) {
	answer, ok := err.(*gitlab.ErrorResponse)
	if !ok {
		panic(fmt.Sprintf("not refused with %d, but %v", status, err))
	}
	same(answer.Response.StatusCode, status)
	if !strings.Contains(answer.Message, text) {
		panic(fmt.Sprintf("%s does not tell %s", answer.Message, text))
	}
}

// gone expects that something is not there any more.
func gone(response *gitlab.Response, err error) {
	if err == nil || response.StatusCode != http.StatusNotFound {
		panic("it is still there")
	}
}

// project is a new one with a first commit, gone afterwards.
func project(client *gitlab.Client, use func(id int)) {
	number++
	made, _, err := client.Projects.CreateProject(&gitlab.CreateProjectOptions{
		Name: gitlab.String(fmt.Sprintf("go-%d", number)), InitializeWithReadme: gitlab.Bool(true),
	})
	must(err)
	defer client.Projects.DeleteProject(made.ID)
	use(made.ID)
}

func group(client *gitlab.Client, use func(id int)) {
	number++
	name := gitlab.String(fmt.Sprintf("go-%d", number))
	made, _, err := client.Groups.CreateGroup(&gitlab.CreateGroupOptions{Name: name, Path: name})
	must(err)
	defer client.Groups.DeleteGroup(made.ID)
	use(made.ID)
}

func write(client *gitlab.Client, id int, branch, path, content string) {
	_, _, err := client.RepositoryFiles.CreateFile(id, path, &gitlab.CreateFileOptions{
		Branch: &branch, Content: &content, CommitMessage: gitlab.String("Add " + path),
	})
	must(err)
}
