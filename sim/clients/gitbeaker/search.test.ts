import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

const PROJECT = 'acme/webapp'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  let simulator: Simulator
  let server: Server
  beforeAll(async () => {
    simulator = testSimulator({ dialect })
    server = await simulator.listen()
  })
  afterAll(() => server.close())

  const as = (user: string) => new Gitlab({ host: server.url, token: `${user}-token` })

  test('searches everywhere, in a group and in a project', async () => {
    const { Search } = as('alice')
    const everywhere = await Search.all('merge_requests', 'cart')
    const group = await Search.all('merge_requests', 'cart', { groupId: 'acme' })
    const project = await Search.all('merge_requests', 'cart', { projectId: PROJECT })
    expect(everywhere.map(({ title }) => title)).toContain('Add a shopping cart')
    expect(group).toEqual(everywhere)
    expect(project).toEqual(everywhere.filter(({ project_id }) => project_id === 1))
  })

  test('narrows issues by state and confidentiality, and turns their order round', async () => {
    const { Search } = as('alice')
    const all = await Search.all('issues', '', { groupId: 'acme', perPage: 100 })
    const hidden = await Search.all('issues', '', { groupId: 'acme', perPage: 100, confidential: true })
    expect(hidden).toEqual(all.filter(({ confidential }) => confidential))
    expect(hidden.length).toBeGreaterThan(0)
    const turned = { groupId: 'acme', perPage: 100, orderBy: 'created_at', sort: 'asc' } as const
    expect(await Search.all('issues', '', turned)).toEqual([...all].reverse())
    const closed = { groupId: 'acme', perPage: 100, state: 'closed' as 'issues' }
    expect(await Search.all('issues', '', closed)).toEqual(all.filter(({ state }) => state === 'closed'))
  })

  test('finds projects, milestones, users, snippets, commits, notes and files', async () => {
    const { Search } = as('alice')
    expect((await Search.all('projects', 'web')).map((it) => it.path_with_namespace)).toEqual([PROJECT])
    expect((await Search.all('users', 'alice')).map(({ username }) => username)).toEqual(['alice'])
    expect((await Search.all('snippet_titles', 'release')).length).toBe(1)
    expect((await Search.all('milestones', '1.4', { projectId: PROJECT })).map(({ title }) => title)).toEqual(
      ['1.4'],
    )
    expect((await Search.all('commits', 'cart', { projectId: PROJECT })).length).toBeGreaterThan(0)
    expect((await Search.all('notes', 'pipeline', { projectId: PROJECT })).length).toBeGreaterThan(0)
    const blobs = await Search.all('blobs', 'class Cart filename:cart.js', { projectId: PROJECT })
    expect(blobs.map(({ path, startline }) => [path, startline])).toEqual([['src/cart.js', 1]])
  })

  test('is told that files everywhere take the search engine, and gets them with it', async () => {
    const { Search } = as('alice')
    await expect(Search.all('blobs', 'cart')).rejects.toMatchObject({
      cause: { response: { status: 400 }, description: expect.stringContaining('Elasticsearch') },
    })
    const fork = simulator.fork()
    fork.world.settings.update(1, { inForce: { elasticsearch_search: true } })
    const other = await fork.listen()
    const found = await new Gitlab({ host: other.url, token: 'alice-token' }).Search.all('blobs', 'cart')
    await other.close()
    expect(found.map(({ path }) => path)).toContain('src/cart.js')
  })
})
