import { beforeAll, describe, expect, test } from 'vitest'
import { exported, upload } from './api/project-import/testing/archives.ts'
import { objectId, readCommit } from './git/objects.ts'
import { createSimulator, type PlainReply, type PlainRequest, type Simulator } from './index.ts'
import { utf8 } from './lib/bytes.ts'
import { gzip } from './lib/gzip.ts'
import { repositoryOf } from './model/repository/repository.ts'
import { packOfFiles, pushOf, pushOfMany } from './smart-http/testing/packs.ts'
import { callsOf } from './testing/calls.ts'

const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
const asked = (line: string, body?: object): PlainRequest => {
  const [method = '', url = ''] = line.split(' ')
  return { method, url, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
}
const advance = asked('POST /_forgery/clock', { advance: '1d' })
const listed = asked('GET /api/v4/projects/2/pipelines?per_page=100')
const made = asked('POST /api/v4/projects/2/issues', { title: 'Meanwhile' })
const configured = (jobs: number) =>
  Array.from({ length: jobs }, (_, i) => `job ${i}:\n  script: echo ${i}\n`).join('')
const committed = (file_path: string, content: string) =>
  asked('POST /api/v4/projects/2/repository/commits', {
    branch: 'main',
    commit_message: 'Add a file',
    actions: [{ action: 'create', file_path, content }],
  })
const search = (term: string) => asked(`GET /api/v4/projects/2/search?scope=blobs&search=${term}`)
const seen = asked('GET /api/v4/projects/2/issues?per_page=1')

let scheduled: Simulator
let wide: Simulator

beforeAll(() => {
  wide = createSimulator({ outbound: 'off' })
  expect(wide.handle(committedWide()).status).toBe(201)
  scheduled = createSimulator({ outbound: 'off' })
  const schedule = { description: 'Often', ref: 'main', cron: '* * * * *' }
  const reply = scheduled.handle(asked('POST /api/v4/projects/2/pipeline_schedules', schedule))
  expect(reply.status).toBe(201)
})

test('requests that come while the clock moves are served afterwards, in their order', async () => {
  const requests = [advance, listed, made, seen, advance, listed, seen]
  const inTurn = scheduled.fork()
  const wanted = requests.map((request) => inTurn.handle(request))
  const together = scheduled.fork()
  const replies = await Promise.all(requests.map((request) => together.respond(request)))
  expect(replies).toEqual(wanted)
  expect(together.save()).toEqual(inTurn.save())
})

test('a call that cannot wait does what was begun before it', () => {
  const sim = scheduled.fork()
  const moved = sim.respond(advance)
  expect(moved).toBeInstanceOf(Promise)
  const other = scheduled.fork()
  other.handle(advance)
  expect(sim.handle(listed)).toEqual(other.handle(listed))
  expect(sim.clock.toString()).toBe(other.clock.toString())
})

test('a mark that is gone back to meanwhile is not written to by what was begun before', async () => {
  const sim = scheduled.fork()
  const mark = sim.snapshot()
  const moved = sim.respond(advance)
  sim.restore(mark)
  await moved
  expect(sim.save()).toEqual(scheduled.save())
})

test('health checks are answered at once, whatever the world is busy with', async () => {
  const sim = scheduled.fork()
  const moved = sim.respond(advance)
  for (const url of ['/-/health', '/-/readiness', '/-/liveness', '/_forgery/health'])
    expect(sim.respond({ method: 'GET', url, headers: {} })).toMatchObject({ status: 200 })
  expect(sim.respond(listed)).toBeInstanceOf(Promise)
  expect((await moved).status).toBe(200)
})

test('other worlds are served while one has a lot to do', async () => {
  const sim = scheduled.fork()
  sim.worlds.create('other')
  const order: string[] = []
  const busy = Promise.resolve(sim.respond(advance)).then(() => order.push('busy'))
  const served: PlainReply | Promise<PlainReply> = sim.respond(asked('GET /w/other/api/v4/version'))
  order.push('other')
  expect((await served).status).toBe(200)
  await busy
  expect(order).toEqual(['other', 'busy'])
})

test('an import of many rows lets others be served in between', async () => {
  const sim = scheduled.fork()
  const calls = callsOf(sim, 'root')
  const archive = exported(calls, 2, (by) => sim.clock.advance(by))
  const { status, json } = upload(calls, archive)
  expect(status).toBe(201)
  const importing = sim.respond(asked('POST /_forgery/clock', { advance: '10s' }))
  expect(importing).toBeInstanceOf(Promise)
  expect((await importing).status).toBe(200)
  expect(calls.get(`/projects/${json.id}/import`).json.import_status).toBe('finished')
})

test('an archive of a great many empty members is refused', () => {
  const sim = scheduled.fork()
  const calls = callsOf(sim, 'root')
  const empty = gzip([])
  const { json } = upload(calls, Buffer.concat(Array(20_000).fill(empty)))
  sim.clock.advance('1h')
  const { import_status, import_error } = calls.get(`/projects/${json.id}/import`).json
  expect(import_status).toBe('failed')
  expect(import_error).toContain('Decompressed archive size validation failed.')
})

test.each([
  ['a configuration of many jobs', asked('POST /api/v4/ci/lint', { content: configured(1000) })],
  ['a pipeline of many jobs', committed('.gitlab-ci.yml', configured(500))],
  ['a commit of many files', asked('POST /api/v4/projects/2/repository/commits', many(500))],
  ['the blame of many lines', asked('GET /api/v4/projects/2/repository/files/wide%2F1.txt/blame?ref=main')],
  ['Markdown', asked('POST /api/v4/markdown', { text: 'a *b* #1\n\n'.repeat(6_500), gfm: true })],
  ['a search that finds the files first', search('wide')],
  ['a search of files that are known', search('wide'), search('else')],
])('%s is worked out between other requests, to the same bytes', async (_name, long, before = seen) => {
  const sim = wide.fork()
  expect(sim.handle(before).status).toBe(200)
  const atOnce = sim.fork()
  const replies = [long, seen].map((request) => sim.respond(request))
  expect(replies[0]).toBeInstanceOf(Promise)
  const wanted = [long, seen].map((request) => atOnce.handle(request))
  expect(await Promise.all(replies)).toEqual(wanted)
  expect(wanted[0]?.status).toBeLessThan(300)
  expect(sim.save()).toEqual(atOnce.save())
})

function committedWide(): PlainRequest {
  const lines = 'not so wide\n'.repeat(20_000)
  const actions = Array.from({ length: 12 }, (_, i) => ({
    action: 'create',
    file_path: `wide/${i}.txt`,
    content: `${i}\n${lines}`,
  }))
  const commit = { branch: 'main', commit_message: 'Wide', actions }
  return asked('POST /api/v4/projects/2/repository/commits', commit)
}

function many(files: number) {
  const actions = Array.from({ length: files }, (_, i) => ({
    action: 'create',
    file_path: `${i}/f`,
    content: '',
  }))
  return { branch: 'main', commit_message: 'Many', actions }
}

test('deliveries to many webhooks let others be served in between', async () => {
  const sim = scheduled.fork()
  for (let i = 0; i < 40; i++) {
    const hook = { url: `http://127.0.0.1:9/${i}`, issues_events: true }
    expect(sim.handle(asked('POST /api/v4/projects/2/hooks', hook)).status).toBe(201)
  }
  const atOnce = sim.fork()
  const told = sim.respond(made)
  expect(told).toBeInstanceOf(Promise)
  expect(await told).toEqual(atOnce.handle(made))
  expect(sim.journal.entries({ direction: 'out' })).toHaveLength(40)
  expect(sim.save()).toEqual(atOnce.save())
})

test('a push of many branches is received step by step, and ends before what comes after it', async () => {
  const sim = scheduled.fork()
  const branches = Array.from({ length: 300 }, (_, i) => `many/${i}`)
  const push = pushOfMany(packOfFiles(1), branches)
  const branchesSeen = asked(
    'GET /api/v4/projects/alice%2Fdotfiles/repository/branches?search=many&per_page=1',
  )
  const atOnce = sim.fork()
  const wanted = atOnce.handle(push)
  const pushed = sim.respond(push)
  expect(pushed).toBeInstanceOf(Promise)
  expect(await pushed).toEqual(wanted)
  expect(sim.handle(branchesSeen).headers['X-Total']).toBe('300')
  expect(atOnce.handle(branchesSeen).headers['X-Total']).toBe('300')
  expect(sim.save()).toEqual(atOnce.save())
})

test('whoever looks at the world while a request is half done sees it done', async () => {
  const sim = scheduled.fork()
  const labels = Array.from({ length: 2000 }, (_, i) => `label ${i}`)
  const made = sim.respond(asked('POST /api/v4/projects/2/issues', { title: 'Labels', labels }))
  expect(made).toBeInstanceOf(Promise)
  expect(sim.world.issues.all().last()?.labelIds).toHaveLength(2000)
  expect((await made).status).toBe(201)
})

const elsewhere = { type: 'blob', bytes: utf8('elsewhere') } as const

/** A simulator with a branch of so many commits, each of them with the same files. */
function longHistory(commits: number): Simulator {
  const sim = scheduled.fork()
  const { world } = sim
  const repository = repositoryOf(world, world.projects.require(2))
  const first = repository.refs.get('refs/heads/main') as string
  const example = readCommit(repository.objects, first)
  let tip = first
  for (let i = 0; i < commits; i++)
    tip = repository.objects.put({ ...example, parents: [tip], message: `Commit ${i}\n` })
  repository.refs.set('refs/heads/long', tip)
  sim.world.projects.update(2, { defaultBranch: 'long' })
  // Without anything in common, so that only the whole history tells that they are not merged.
  for (let i = 0; i < 20; i++) {
    const other = repository.objects.put({ ...example, parents: [], message: `Other ${i}\n` })
    repository.refs.set(`refs/heads/other/${i}`, other)
  }
  repository.objects.put(elsewhere)
  return sim
}

describe('a long history', () => {
  let long: Simulator
  beforeAll(() => {
    long = longHistory(2000)
  })

  test.each([
    // First, since it is remembered where two histories meet.
    'merge_base?refs[]=main&refs[]=long',
    'compare?from=main&to=long',
    'commits?ref_name=long&page=30&per_page=100',
    'commits?ref_name=long&path=README.md',
    'branches?regex=^other/',
    // Of another project: everything is looked through before that is known.
    `blobs/${objectId(elsewhere)}`,
  ])('is looked at between other requests, to the same bytes: %s', async (path) => {
    const request = asked(`GET /api/v4/projects/2/repository/${path}`)
    const [sim, atOnce] = [long.fork(), long.fork()]
    const replies = [request, seen].map((one) => sim.respond(one))
    expect(await Promise.all(replies)).toEqual([request, seen].map((one) => atOnce.handle(one)))
    expect(replies[0]).toBeInstanceOf(Promise)
  })
})

/** A simulator with a file of 14 MB, whose id it gives, and notes of 7 MB. */
function withLargeRows(): { readonly sim: Simulator; readonly blob: string } {
  const sim = scheduled.fork()
  const content = 'no two lines are alike 0123456789\n'.repeat(400_000)
  expect(sim.handle(committed('large.txt', content)).status).toBe(201)
  for (let i = 0; i < 8; i++) {
    const { iid } = JSON.parse(String(sim.handle(made).body))
    const note = { body: 'x'.repeat(900_000) }
    expect(sim.handle(asked(`POST /api/v4/projects/2/issues/${iid}/notes`, note)).status).toBe(201)
  }
  const tree = sim.handle(asked('GET /api/v4/projects/2/repository/tree?ref=main&per_page=100'))
  const { id } = JSON.parse(String(tree.body)).find(({ path }: { path: string }) => path === 'large.txt')
  return { sim, blob: id }
}

describe('a large answer', () => {
  let large: ReturnType<typeof withLargeRows>
  beforeAll(() => {
    large = withLargeRows()
  })

  test.each([
    ['a large file', 'GET /api/v4/projects/2/repository/files/large.txt?ref=main'],
    ['its content', 'GET /api/v4/projects/2/repository/files/large.txt/raw?ref=main'],
    ['a blob', 'GET /api/v4/projects/2/repository/blobs/$BLOB'],
    ['the rows of a large table', 'GET /_forgery/db/notes'],
  ])('%s is written between other requests, to the same bytes', async (_name, line) => {
    const sim = large.sim.fork()
    const request = asked(line.replace('$BLOB', large.blob))
    const [wanted] = [request, seen].map((one) => sim.fork().handle(one))
    const [reply] = [request, seen].map((one) => sim.respond(one))
    expect(reply).toBeInstanceOf(Promise)
    const { body, ...rest } = (await reply) as PlainReply
    expect({ ...rest, body: null }).toEqual({ ...wanted, body: null })
    // Told as one word: nobody reads megabytes of what differs.
    expect(body === wanted?.body || Buffer.compare(body as Buffer, wanted?.body as Buffer) === 0).toBe(true)
  })
})

test('a merge request of many files is merged between other requests, to the same bytes', async () => {
  const { pack, tip } = packOfFiles(1000)
  const sim = createSimulator({ outbound: 'off' })
  expect(sim.handle(pushOf({ pack, tip }, 'many')).status).toBe(200)
  const made = asked('POST /api/v4/projects/4/merge_requests', {
    source_branch: 'many',
    target_branch: 'main',
    title: 'Many',
  })
  const merged = asked('PUT /api/v4/projects/4/merge_requests/1/merge')
  const other = sim.fork()
  for (const request of [made, merged]) {
    const put = sim.respond(request)
    expect(put).toBeInstanceOf(Promise)
    expect(await put).toEqual(other.handle(request))
  }
  expect(sim.save()).toEqual(other.save())
})

test('an advanced search reads long texts between other requests, to the same bytes', async () => {
  const sim = createSimulator({ outbound: 'off', clock: 'frozen' })
  const elasticsearch_url = 'http://127.0.0.1:9200'
  const settings = { elasticsearch_search: true, elasticsearch_indexing: true, elasticsearch_url }
  expect(sim.handle(asked('PUT /api/v4/application/settings', settings)).status).toBe(200)
  sim.clock.advance('2m')
  for (const end of ['needles', 'nothing', 'needle']) {
    const description = `${'hay stacks of straw, '.repeat(5_000)}${end}`
    const commit = { branch: 'main', commit_message: description, allow_empty: true, actions: [] }
    expect(sim.handle(asked('POST /api/v4/projects/2/issues', { title: 'Long', description })).status).toBe(
      201,
    )
    expect(sim.handle(asked('POST /api/v4/projects/2/repository/commits', commit)).status).toBe(201)
  }
  for (const path of ['/search?scope=issues', '/search?scope=commits', '/projects/2/search?scope=commits']) {
    const found = sim.respond(asked(`GET /api/v4${path}&search=needle`))
    expect(found).toBeInstanceOf(Promise)
    const { body } = (await found) as PlainReply
    expect(JSON.parse(String(body))).toHaveLength(2)
    expect(body).toEqual(sim.handle(asked(`GET /api/v4${path}&search=needle`)).body)
  }
})
