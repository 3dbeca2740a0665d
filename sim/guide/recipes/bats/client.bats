bats_require_minimum_version 1.5.0

# One server for the file, which ends with it, and a world for each test.
setup_file() {
  npx forgery serve --port 0 --dialect real --auto-worlds --log silent --ready-file "$BATS_FILE_TMPDIR/url" 3>&- &
  echo $! > "$BATS_FILE_TMPDIR/pid"
  while [ ! -s "$BATS_FILE_TMPDIR/url" ]; do sleep 0.05; done
  FORGERY_URL=$(cat "$BATS_FILE_TMPDIR/url")
  export FORGERY_URL

  # What webhooks bring to http://127.0.0.1:RECEIVER_PORT is appended to a file.
  node -e 'const { appendFileSync, writeFileSync } = require("node:fs")
    require("node:http").createServer(async (request, reply) => {
      let body = ""
      for await (const part of request.setEncoding("utf8")) body += part
      appendFileSync(process.argv[1], `${request.headers["x-gitlab-event"]} ${body}\n`)
      reply.end()
    }).listen(0, "127.0.0.1", function () { writeFileSync(process.argv[2], String(this.address().port)) })' \
    "$BATS_FILE_TMPDIR/received" "$BATS_FILE_TMPDIR/port" 3>&- &
  echo $! >> "$BATS_FILE_TMPDIR/pid"
  while [ ! -s "$BATS_FILE_TMPDIR/port" ]; do sleep 0.05; done
  RECEIVER_PORT=$(cat "$BATS_FILE_TMPDIR/port")
  export RECEIVER_PORT
}

teardown_file() {
  xargs kill < "$BATS_FILE_TMPDIR/pid"
}

setup() {
  WORLD="$FORGERY_URL/w/test-$BATS_TEST_NUMBER"
  curl -sf -o /dev/null "$FORGERY_URL/_forgery/worlds" -d "{\"name\":\"test-$BATS_TEST_NUMBER\"}"
}

# bats shows this where a test fails: what was refused, and why.
teardown() {
  for id in $(curl -s "$WORLD/_forgery/requests?direction=in&status=4xx" | sed -n 's/^ *"id": \([0-9]*\),/\1/p'); do
    curl -s "$WORLD/_forgery/requests/$id/why" | grep -E '"(request|because)"'
  done
}

api() {
  method=$1 path=$2
  shift 2
  curl -s --fail-with-body -X "$method" -H 'PRIVATE-TOKEN: alice-token' "$@" "$WORLD/api/v4$path"
}

@test 'changes stay in their test' {
  api DELETE /projects/1/milestones/5
  run api GET /projects/1/milestones/5
  [[ $output == *404* ]]
}

@test 'the next test finds everything as it was' {
  api GET /projects/1/milestones/5
}

@test 'the clock is moved' {
  curl -sf "$WORLD/_forgery/clock" -d '{"set":"2024-06-01T00:00:00Z"}'
  run api POST /projects/1/issues -d title=June
  [[ $output == *'"created_at":"2024-06-01'* ]]
}

@test 'a fault strikes once' {
  curl -sf "$WORLD/_forgery/faults" -d '{"path":"/user","status":503,"times":1}'
  run ! api GET /user
  api GET /user
}

@test 'a webhook is received' {
  api POST /projects/1/hooks -d "url=http://127.0.0.1:$RECEIVER_PORT" -d issues_events=true
  api POST /projects/1/issues -d title=Stuck
  for _ in {1..100}; do [ -s "$BATS_FILE_TMPDIR/received" ] && break || sleep 0.1; done
  run cat "$BATS_FILE_TMPDIR/received"
  [[ $output == 'Issue Hook {'*'"title":"Stuck"'* ]]
}

@test 'one request is made for a page' {
  api GET '/projects/1/milestones?per_page=100'
  [ "$(curl -s "$WORLD/_forgery/requests" | grep -c '"path"')" = 1 ]
}
