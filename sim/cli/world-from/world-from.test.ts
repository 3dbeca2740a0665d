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

function copyOf(text: string): Simulator {
  return createSimulator({ world: JSON.parse(text) as WorldDraft })
}

function json(sim: Simulator, path: string, token = 'alice-token') {
  const { body } = sim.handle({ method: 'GET', url: `/api/v4${path}`, headers: { 'private-token': token } })
  return JSON.parse(String(body))
}

test.each(['acme/webapp', 'alice/dotfiles'])(
  'the world of a copy of %s is that of the original',
  async (project) => {
    const original = createSimulator()
    const first = await read(original, '--project', project, '--token', 'root-token')
    expect(first.status).toBe(0)
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

test('what cannot be read along is told', async () => {
  const { err } = await read(createSimulator(), '--project', 'acme/webapp', '--token', 'root-token')
  expect(err).toMatch(/^forgery: left out: the fork that !\d+ comes from/m)
})

test('--anonymise leaves nobody by name and nobody in words, and the same by the same', async () => {
  const flags = ['--project', 'acme/webapp', '--token', 'root-token', '--anonymise', '--seed', '7']
  const original = createSimulator()
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
  const sim = createSimulator()
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
  const { status: ended, err } = await read(createSimulator(), ...flags)
  expect([ended, err]).toEqual([status, expect.stringContaining(text)])
})
