import { expect, test } from 'vitest'
import { createSimulator, type Simulator, type WorldDraft } from '../../index.ts'
import { run } from '../run.ts'
import { captured } from '../testing/captured.ts'

/** What `forgery world --from` reads of a simulator. */
async function read(sim: Simulator, ...flags: string[]) {
  const { url, close } = await sim.listen()
  const io = captured()
  const status = await run(['world', '--from', url, ...flags], io)
  await close()
  return { status, text: io.printed(), err: io.complained() }
}

/** Reading takes no time of its world, in which running pipelines would end. */
function still(world: WorldDraft | 'demo' = 'demo'): Simulator {
  return createSimulator({ world, clock: 'frozen' })
}

function copyOf(text: string): Simulator {
  return still(JSON.parse(text) as WorldDraft)
}

function json(sim: Simulator, path: string, token = 'alice-token') {
  const { body } = sim.handle({ method: 'GET', url: `/api/v4${path}`, headers: { 'private-token': token } })
  return JSON.parse(String(body))
}

test.each(['acme/webapp', 'alice/dotfiles'])(
  'the world of a copy of %s is that of the original',
  async (project) => {
    const original = still()
    const first = await read(original, '--project', project, '--token', 'root-token')
    expect(first.status).toBe(0)
    if (project === 'acme/webapp')
      expect(first.err).toMatch(/^forgery: left out: the fork that !\d+ comes from/m)
    const copy = copyOf(first.text)
    const second = await read(copy, '--project', project, '--token', 'alice-token')
    expect(second.text === first.text).toBe(true)
    const path = `/projects/${encodeURIComponent(project)}`
    const commits = (sim: Simulator) => json(sim, `${path}/repository/commits?all=true&per_page=100`)
    expect(commits(copy).map(({ id }: { id: string }) => id)).toEqual(
      commits(original).map(({ id }: { id: string }) => id),
    )
    for (const list of [
      'labels',
      'milestones',
      'issues',
      'merge_requests',
      'pipelines',
      'protected_branches',
    ])
      expect(json(copy, `${path}/${list}`)).toHaveLength(json(original, `${path}/${list}`).length)
  },
)

function change(sim: Simulator, path: string, body: object) {
  const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
  const { status } = sim.handle({
    method: 'POST',
    url: `/api/v4/projects/1${path}`,
    headers,
    body: JSON.stringify(body),
  })
  expect(status).toBe(201)
}

/** A project with releases, links between issues, awards and approvals. */
function lively(): Simulator {
  const sim = still()
  const { title } = json(sim, '/projects/1/milestones')[0]
  const links = [
    {
      name: 'linux',
      url: 'https://files.acme.example/linux',
      filepath: '/binaries/linux',
      link_type: 'package',
    },
    { name: 'notes', url: 'https://files.acme.example/notes' },
  ]
  change(sim, '/releases', {
    tag_name: 'v7',
    ref: 'main',
    description: 'Notes',
    milestones: [title],
    assets: { links },
  })
  change(sim, '/releases', {
    tag_name: 'v8',
    ref: 'main',
    name: 'Eight',
    released_at: '2023-01-01T00:00:00Z',
  })
  const [one, two, three] = json(sim, '/projects/1/issues').map(({ iid }: { iid: number }) => iid)
  const to = { target_project_id: 1 }
  change(sim, `/issues/${one}/links`, { ...to, target_issue_iid: two })
  change(sim, `/issues/${three}/links`, { ...to, target_issue_iid: one, link_type: 'is_blocked_by' })
  change(sim, `/issues/${one}/award_emoji`, { name: 'tada' })
  const { iid } = json(sim, '/projects/1/merge_requests?state=opened')[0]
  change(sim, `/merge_requests/${iid}/award_emoji`, { name: 'thumbsup' })
  return sim
}

/** What a copy shows as the original does, but for the ids of rows. */
function partsOf(sim: Simulator): string {
  const issues = json(sim, '/projects/1/issues?per_page=100')
  const requests = json(sim, '/projects/1/merge_requests?per_page=100')
  const of = (kind: string, rows: { iid: number }[], list: string) =>
    rows.map(({ iid }) => [iid, json(sim, `/projects/1/${kind}/${iid}/${list}`)])
  const shown = [
    json(sim, '/projects/1/releases'),
    of('issues', issues, 'links').map(([iid, links]) => [
      iid,
      links.map(({ iid, link_type }: Link) => [iid, link_type]),
    ]),
    of('issues', issues, 'award_emoji').map(([iid, awards]) => [
      iid,
      awards.map(({ name, user }: Award) => [name, user]),
    ]),
    of('merge_requests', requests, 'award_emoji').map(([iid, all]) => [
      iid,
      all.map(({ name }: Award) => name),
    ]),
    of('merge_requests', requests, 'approvals').map(([iid, { approved_by }]) => [iid, approved_by]),
  ]
  return JSON.stringify(
    shown,
    (name, value) => (name === 'id' || name === '_links' ? undefined : value),
    1,
  ).replaceAll(sim.url, '')
}
interface Link {
  readonly iid: number
  readonly link_type: string
}
interface Award {
  readonly name: string
  readonly user: object
}

test('a copy has the releases, links of issues, awards and approvals of the original', async () => {
  const original = lively()
  const flags = ['--project', 'acme/webapp', '--token', 'root-token']
  const { text } = await read(original, ...flags)
  const copy = copyOf(text)
  expect((await read(copy, ...flags.slice(0, 2), '--token', 'alice-token')).text === text).toBe(true)
  const shown = partsOf(original)
  for (const part of [
    'blocks',
    'is_blocked_by',
    'relates_to',
    'tada',
    'thumbsup',
    '/downloads/binaries/linux',
  ])
    expect(shown).toContain(part)
  expect(partsOf(copy)).toBe(shown)
})

test('--anonymise leaves no word of a release and no address of its links', async () => {
  const flags = ['--project', 'acme/webapp', '--token', 'root-token', '--anonymise']
  const { text } = await read(lively(), ...flags)
  for (const word of ['Notes', 'Eight', 'files.acme.example']) expect(text).not.toContain(word)
  expect(json(copyOf(text), '/projects/1/releases', 'user-1-token')).toHaveLength(2)
})

test('--anonymise leaves nobody by name and nobody in words, and the same by the same', async () => {
  const flags = ['--project', 'acme/webapp', '--token', 'root-token', '--anonymise', '--seed', '7']
  const original = still()
  const { text } = await read(original, ...flags)
  expect((await read(original, ...flags)).text === text).toBe(true)
  const copy = copyOf(text)
  const issues = json(copy, '/projects/1/issues?per_page=100', 'user-1-token')
  const names = json(original, '/users?per_page=100').map(({ name }: { name: string }) => name)
  const words = json(original, '/projects/1/issues?per_page=100').map(({ title }: { title: string }) => title)
  const commits = json(copy, '/projects/1/repository/commits?per_page=100', 'user-1-token')
  const shown = JSON.stringify([issues, commits, json(copy, '/users', 'user-1-token')])
  for (const name of [...names, ...words, 'alice']) expect(shown).not.toContain(name)
  expect(issues).toHaveLength(words.length)
  const titles = new Set(
    json(copy, '/projects/1/labels', 'user-1-token').map(({ name }: { name: string }) => name),
  )
  for (const { labels } of issues) for (const label of labels) expect(titles).toContain(label)
})

test('no credential is read: everybody has a token of this world alone', async () => {
  const sim = still()
  const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    sim.handle({ method: 'POST', url: `/api/v4${path}`, headers, body: JSON.stringify(body) })
  post('/projects/3/variables', { key: 'DEPLOY', value: 'a-secret-value' })
  post('/projects/1/variables', { key: 'DEPLOY', value: 'a-secret-value' })
  post('/projects/1/issues', { title: 'Leak', description: 'It is glpat-abcdefghij0123456789' })
  const { text } = await read(sim, '--project', 'acme/webapp', '--token', 'root-token')
  for (const secret of ['a-secret-value', 'glpat-abcdefghij0123456789', 'root-token'])
    expect(text).not.toContain(secret)
})

test.each([
  [['--project', 'acme/none'], 1, '--project: there is no acme/none for this token'],
  [[], 2, '--from needs --project'],
  [['--project', 'acme/webapp', '--format', 'json-server'], 2, '--from is written as json or yaml'],
])('%j is refused', async (flags, status, text) => {
  const { status: ended, err } = await read(still(), ...flags)
  expect([ended, err]).toEqual([status, expect.stringContaining(text)])
})
