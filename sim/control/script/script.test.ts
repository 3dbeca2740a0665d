import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/root.ts'
import { layPackage } from '../../../scripts/testing/laid-package.ts'
import { createSimulator, type Server, type Simulator } from '../../index.ts'
import { uploading } from '../../testing/multipart.ts'
import { type ScriptKind, scriptEndings, scriptKinds } from './script-kind.ts'

interface Sent {
  readonly as?: string
  readonly body?: object
  readonly form?: string
  readonly headers?: { readonly [name: string]: string }
}

function send(sim: Simulator, line: string, { as = 'alice-token', body, form, headers = {} }: Sent = {}) {
  const [method, url] = line.split(' ') as [string, string]
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const sent = body === undefined ? form : JSON.stringify(body)
  const reply = sim.handle({
    method,
    url,
    headers: { 'private-token': as, ...(sent !== undefined && { 'content-type': type }), ...headers },
    body: sent,
  })
  return typeof reply.body === 'string' && reply.body.startsWith('{') ? JSON.parse(reply.body) : undefined
}

const api = '/api/v4/projects/1'

/** A session in which later calls use what earlier ones were given. */
function session(): Simulator {
  const sim = createSimulator()
  const milestone = send(sim, `POST ${api}/milestones`, { body: { title: `It's "v3" for $5 {{x}} \\ \n ü` } })
  const issue = send(sim, `POST ${api}/issues`, { body: { title: 'x', milestone_id: milestone.id } })
  send(sim, `PUT ${api}/issues/${issue.iid}`, { form: `state_event=close&milestone_id=${milestone.id}` })
  send(sim, `GET ${api}/issues?milestone=None&iids[]=${issue.iid}`)
  const note = send(sim, `POST ${api}/issues/${issue.iid}/notes`, { body: { body: 'hi' } })
  send(sim, `DELETE ${api}/issues/${issue.iid}/notes/${note.id}`)
  const scopes = { name: 'bot', scopes: ['api'], access_level: 40, expires_at: '2024-06-01' }
  const bot = send(sim, `POST ${api}/access_tokens`, { body: scopes })
  send(sim, 'GET /api/v4/user', { as: bot.token })
  const [commit] = JSON.parse(
    String(
      sim.handle({
        method: 'GET',
        url: `${api}/repository/commits`,
        headers: { 'private-token': 'bob-token' },
      }).body,
    ),
  )
  send(sim, `GET ${api}/repository/commits/${commit.id}`)
  send(sim, `POST ${api}/variables`, { body: { key: 'DEPLOY', value: 'hush-hush-1' } })
  send(sim, 'GET /api/v4/user', { as: 'glpat-nobodysecrettoken0' })
  const file = { field: 'file', name: 'a.bin', bytes: new Uint8Array([0, 1, 255, 39, 34]) }
  const upload = uploading({}, file)
  sim.handle({
    method: 'POST',
    url: `${api}/uploads`,
    headers: { 'private-token': 'alice-token', ...upload.headers },
    body: upload.body,
  })
  sim.clock.advance('2h')
  send(sim, `GET ${api}/issues/9999`)
  sim.handle({ method: 'HEAD', url: '/api/v4/version', headers: { 'private-token': 'alice-token' } })
  sim.handle({ method: 'GET', url: '/acme/handbook', headers: {} })
  return sim
}

let place = ''
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'forgery-scripts-'))
  mkdirSync(join(place, 'node_modules'))
  layPackage(join(place, 'node_modules', 'forgery'))
  for (const own of ['fast-check', 'vitest'])
    symlinkSync(inRoot('node_modules', own), join(place, 'node_modules', own))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0

describe('a session becomes a script', () => {
  test('with variables for what replies gave, and without secrets', () => {
    const sim = session()
    const script = sim.script('vitest')
    expect(script).toContain(`import { forgeryTest } from 'forgery/vitest'`)
    expect(script).toMatch(/milestone_id: milestoneId \}/)
    expect(script).toMatch(/`\/api\/v4\/projects\/1\/issues\/\$\{issueIid\}\/notes\/\$\{noteId\}`/)
    expect(script).toMatch(/iids\[\]=\$\{issueIid\}`/)
    expect(script).toContain("{ 'private-token': token }")
    expect(script).toMatch(/\/repository\/commits\/\$\{commitId\}`/)
    for (const kind of scriptKinds) {
      const text = sim.script(kind)
      for (const secret of ['hush-hush-1', 'nobodysecret']) expect(text).not.toContain(secret)
    }
  })

  test('of the requests that a filter lets pass, over the control API', () => {
    const sim = session()
    const asked = (url: string) => sim.handle({ method: 'GET', url: `/_forgery/${url}`, headers: {} })
    expect(asked('journal.sh?user=bob').body).toBe(sim.script('curl', { user: 'bob' }))
    expect(asked('journal.sh?user=bob').body).not.toContain('milestones')
    expect(asked('journal.py?direction=up').status).toBe(400)
  })

  test('leaves out what a fault rule answered, what the simulator asked itself, and what holds a secret', () => {
    const sim = createSimulator({ faults: [{ path: '/version', status: 503 }] })
    send(sim, 'GET /api/v4/version')
    const form = 'multipart/form-data; boundary=e'
    const body = '--e\r\nContent-Disposition: form-data; name="token"\r\n\r\nhush\r\n--e--\r\n'
    sim.handle({ method: 'POST', url: `${api}/hooks`, headers: { 'content-type': form }, body })
    const script = sim.script('curl')
    expect(script).toContain('# 1 is left out, the fault rule 1 answered: GET /api/v4/version')
    expect(script).toContain('# 2 is left out, its body holds a secret')
  })

  test('leaves out what a limit on requests refused', () => {
    const sim = createSimulator({ rateLimits: true, clock: 'frozen' })
    const search = 'GET /api/v4/search?scope=projects&search=web'
    while (sim.journal.entries().at(-1)?.status !== 429) send(sim, search)
    const last = sim.journal.entries().length
    const script = sim.script('curl')
    expect(script).toContain(`# ${last} is left out, a limit on requests answered: GET /api/v4/search`)
    expect(script).not.toContain(`# ${last - 1} is left out`)
    expect(script).not.toContain('429')
  })

  // Another world gives other ids, so the script runs only if it uses those that it is given.
  describe('that runs at once', () => {
    let server: Server | undefined
    let fresh: Simulator
    beforeAll(async () => {
      fresh = createSimulator()
      for (const title of ['a', 'b']) {
        send(fresh, `POST ${api}/milestones`, { body: { title } })
        send(fresh, `POST ${api}/issues`, { body: { title } })
      }
      server = await fresh.listen()
    })
    afterAll(() => server?.close())

    const commands: { readonly [kind in ScriptKind]: (file: string) => readonly string[] } = {
      vitest: (file) => [
        process.execPath,
        inRoot('node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        place,
        '--pool=threads',
        '--no-isolate',
        file,
      ],
      pytest: (file) => ['pytest', '-q', '-p', 'no:cacheprovider', file],
      curl: (file) => ['sh', file],
      hurl: (file) => [
        'hurl',
        '--variable',
        `url=${server?.url}`,
        '--variable',
        'secret=x-is-not-told',
        '--variable',
        'secret_2=y-is-not-told',
        file,
      ],
    }
    const programs = { vitest: process.execPath, pytest: 'pytest', curl: 'jq', hurl: 'hurl' }

    test.each(scriptKinds.filter((kind) => isThere(programs[kind])))(
      'by %s',
      { timeout: 120_000 },
      async (kind) => {
        const file = join(
          place,
          kind === 'pytest' ? 'test_journal.py' : `journal.test.${scriptEndings[kind]}`,
        )
        writeFileSync(file, session().script(kind))
        const { status, output } = await ran(commands[kind](file), { FORGERY_URL: server?.url })
        expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' })
        if (kind !== 'vitest') fresh.reset()
      },
    )
  })

  test('of hurl has requests, replies and captures in its grammar', () => {
    const line =
      /^(?:#.*|[A-Z]+ \{\{url\}\}\/\S*|[\w-]+: .+|\[Captures\]|\w+: jsonpath "\$[^"]*"|\{.*\}|`.*`|base64,[\w+/=]*;|HTTP \d{3}|)$/
    const lines = session().script('hurl').split('\n')
    expect(lines.filter((text) => !line.test(text))).toEqual([])
    expect(lines.filter((text) => text.startsWith('HTTP'))).toHaveLength(17)
    expect(lines).toContain('issue_iid: jsonpath "$.iid"')
    expect(lines).toContain('{"title":"x","milestone_id":{{milestone_id}}}')
  })
})

async function ran([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env: { ...process.env, ...env, NO_COLOR: '1' }, cwd: place })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part))
  const [status] = await once(child, 'close')
  return { status, output }
}
