import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Server } from '../index.ts'
import { run } from './run.ts'
import { captured } from './testing/captured.ts'

let folder: string
let server: Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
  server = await createSimulator({ world: 'empty', outbound: 'off' }).listen({ port: 0 })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const users = [{ username: 'ann', name: 'Ann' }]
const project = (more: object) => ({ users, projects: [{ path: 'ann/shop', ...more }] })
const NUL = 'a\0b'
const odd = (path: string, text = NUL) =>
  `${path}: ${JSON.stringify(text)} has NUL or half a pair of surrogates in it`
const history = [{ commit: 'Open', files: { a: 'b' } }]
const merged = { title: 'Mine', sourceBranch: 'main', targetBranch: 'main' }

const worlds: readonly (readonly [what: string, world: object, says: string])[] = [
  ['a path with dots', { users, projects: [{ path: 'ann/..' }] }, 'projects[0].path: "ann/.." is not'],
  ['NUL in the title of an issue', project({ issues: [{ title: NUL }] }), odd('projects[0].issues[0].title')],
  [
    'NUL in the title of a milestone',
    project({ milestones: [{ title: NUL }] }),
    odd('projects[0].milestones[0].title'),
  ],
  ['NUL in the title of a label', project({ labels: [{ title: NUL }] }), odd('projects[0].labels[0].title')],
  [
    'NUL in the title of a merge request',
    project({ history, mergeRequests: [{ ...merged, title: NUL }] }),
    odd('projects[0].mergeRequests[0].title'),
  ],
  ['NUL in the name of a project', project({ name: NUL }), odd('projects[0].name')],
  ['NUL in the name of a user', { users: [{ username: 'ann', name: NUL }] }, odd('users[0].name')],
  ['NUL in the name of a group', { users, groups: [{ path: 'g', name: NUL }] }, odd('groups[0].name')],
  [
    'a merge request of a branch into itself',
    project({ history, mergeRequests: [merged] }),
    "projects[0].mergeRequests[0].sourceBranch: 'main' is the target branch of the same project",
  ],
]

describe.each(worlds)('a world with %s is refused', (what, rest, says) => {
  const world = { version: 1, ...rest }

  test('by the control API, over a port', async () => {
    const body = JSON.stringify({ name: 'odd', world })
    const reply = await fetch(`${server.url}/_forgery/worlds`, { method: 'POST', body })
    const { error } = (await reply.json()) as { readonly error: string }
    expect(reply.status).toBe(400)
    expect(error).toContain(`world: ${says}`)
    expect((await fetch(`${server.url}/_forgery/worlds/odd`)).status).toBe(404)
  })

  test('by serve, from a file', async () => {
    const path = join(folder, `${what.replaceAll(' ', '-')}.json`)
    await writeFile(path, JSON.stringify(world))
    const io = captured()
    expect(await run(['serve', '--port', '0', '--world', path], io)).toBe(2)
    const complaint = io.complained()
    expect(complaint.split('\n')).toHaveLength(2)
    expect(complaint).toContain(says)
  })
})
