import { expect, test } from 'vitest'
import { createSimulator, observe } from '../index.ts'

const headers = { 'private-token': 'alice-token' }
const root = 'http://gitlab.example/api/v4'

test('what a client asks and reads becomes a contract', async () => {
  const { fetch, contract } = observe(createSimulator())
  const listed = await fetch(`${root}/projects/1/milestones?state=active&private_token=alice-token`, {
    headers,
  })
  const rows = (await listed.json()) as { title: string; due_date: string }[]
  expect(rows.map(({ title, due_date }) => [title, due_date])).not.toEqual([])
  const project = (await (await fetch(new URL(`${root}/projects/1`), { headers })).json()) as {
    namespace: { full_path: string }
  }
  expect([project.namespace.full_path, 'gone' in project]).toEqual(['acme', false])
  const body = new URLSearchParams({ title: 'v9', 'labels[]': 'x' })
  await fetch(`${root}/projects/1/milestones`, { method: 'POST', headers, body })
  await fetch(`${root}/projects/9999`, { headers })
  await fetch(`${root}/prjects`, { headers })
  await fetch(`${root}/runners/1/managers`, { headers })
  expect(contract()).toEqual({
    version: 1,
    operations: [
      {
        operation: 'GET /projects/:id',
        calls: 2,
        statuses: [200, 404],
        parameters: [],
        attributes: ['gone', 'namespace', 'namespace.full_path'],
      },
      {
        operation: 'GET /projects/:id/milestones',
        calls: 1,
        statuses: [200],
        parameters: ['state'],
        attributes: ['due_date', 'title'],
      },
      {
        operation: 'POST /projects/:id/milestones',
        calls: 1,
        statuses: [201],
        parameters: ['labels', 'title'],
      },
    ],
    unknown: ['GET /prjects'],
    manners: ['writing'],
    otherReleases: [{ operation: 'GET /runners/:id/managers', since: '17.1' }],
  })
})

test('replies are what they are without it', async () => {
  const sim = createSimulator()
  const asked = [`${root}/projects/1/milestones`, { headers }] as const
  const plain = await (await sim.fetch(...asked)).json()
  expect(await (await observe(sim).fetch(...asked)).json()).toEqual(plain)
  expect(JSON.stringify(await (await observe(sim).fetch(...asked)).json())).toBe(JSON.stringify(plain))
  expect(await (await observe(sim).fetch(...asked)).text()).toBe(JSON.stringify(plain))
})
