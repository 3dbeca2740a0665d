#!/bin/sh
# Run by `npx forgery exec --auto-worlds --dialect real -- sh client.sh`: a server for this script, a world a test.
set -u
failed=0
world=none

# Starts a test: a world of its own, and its name.
it() {
  world=$(echo "$1" | tr -c 'a-z0-9\n' -)
  echo "- $1"
}

# api METHOD PATH [ARGUMENT…] prints the reply.
api() {
  method=$1 path=$2
  shift 2
  curl -s -X "$method" -H 'PRIVATE-TOKEN: alice-token' -H "X-Forgery-World: $world" "$@" "$CI_API_V4_URL$path"
}

# control METHOD PATH [ARGUMENT…] calls the control API of the world.
control() {
  method=$1 path=$2
  shift 2
  curl -s -X "$method" "$@" "$FORGERY_URL/w/$world/_forgery/$path"
}

# expect TEXT FOUND fails with the reason of what was refused last.
expect() {
  case $2 in *"$1"*) return ;; esac
  failed=1
  id=$(control GET 'requests?direction=in&status=4xx' | sed -n 's/^ *"id": \([0-9]*\),/\1/p' | tail -1)
  echo "expected: $1"
  echo "found:    $2"
  if [ -n "$id" ]; then control GET "requests/$id/why" | grep because; fi
}

# receive starts a receiver of webhooks at $receiver; received prints what it got, once there is something.
received=$(mktemp) port=$(mktemp)
receive() {
  node -e 'const { appendFileSync, writeFileSync } = require("node:fs")
    require("node:http").createServer(async (request, reply) => {
      let body = ""
      for await (const part of request.setEncoding("utf8")) body += part
      appendFileSync(process.argv[1], `${request.headers["x-gitlab-event"]} ${body}\n`)
      reply.end()
    }).listen(0, "127.0.0.1", function () { writeFileSync(process.argv[2], String(this.address().port)) })' \
    "$received" "$port" &
  trap "kill $!; rm -f '$received' '$port'" EXIT
  patiently "$port"
  receiver=http://127.0.0.1:$(cat "$port")
}
received() {
  patiently "$received"
  cat "$received"
}

# patiently FILE waits until something stands in the file, for three seconds at most.
patiently() {
  tries=30
  while [ ! -s "$1" ] && [ $tries -gt 0 ]; do
    tries=$((tries - 1))
    sleep 0.1
  done
}

it 'changes stay in their test'
api DELETE /projects/1/milestones/5
expect '404' "$(api GET /projects/1/milestones/5)"

it 'the next test finds everything as it was'
expect '"id":5' "$(api GET /projects/1/milestones/5)"

it 'the clock is moved'
api GET /version > /dev/null
control POST clock -d '{"set":"2024-06-01T00:00:00Z"}' > /dev/null
expect '"created_at":"2024-06-01' "$(api POST /projects/1/issues -d title=June)"

it 'a fault strikes once'
api GET /version > /dev/null
control POST faults -d '{"path":"/user","status":503,"times":1}' > /dev/null
expect '503' "$(api GET /user)"
expect '"username":"alice"' "$(api GET /user)"

it 'a webhook is received'
receive
api POST /projects/1/hooks -d "url=$receiver" -d issues_events=true > /dev/null
api POST /projects/1/issues -d title=Stuck > /dev/null
hook=$(received)
expect 'Issue Hook {"object_kind":"issue"' "$hook"
expect '"title":"Stuck"' "$hook"

it 'one request is made for a page'
api GET '/projects/1/milestones?per_page=100' > /dev/null
expect '1' "$(control GET 'requests?path=/projects/*&status=2xx' | grep -c '"path"')"

exit $failed
