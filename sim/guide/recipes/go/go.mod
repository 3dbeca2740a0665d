module client

go 1.19

require github.com/xanzy/go-gitlab v0.73.1
