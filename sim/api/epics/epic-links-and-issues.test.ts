import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

/** More than are asked one by one. */
const MANY = 110
const callers = ['root', 'bob', 'erin']
const range = Array.from({ length: MANY }, (_, i) => i)
const sim = testSimulator({ rateLimits: false })
const { world } = sim
const as = (user: string) => callsOf(sim, user)

function arrange() {
  const { id } = as('root').post('/groups/1/epics', { title: 'Whole' }).json
  const issue = world.issues.find('byIid', 1, 1)
  const last = Number(world.issues.last()?.id)
  const issues = range.map((i) => ({
    ...issue,
    id: last + 1 + i,
    iid: 9000 + i,
    projectId: 1 + (i % 3),
    confidential: i % 5 === 0,
    authorId: 1 + (i % 7),
    assigneeIds: i % 11 === 0 ? [5] : [],
  }))
  world.issues.fill([...world.issues.all().list(), ...issues] as never)
  for (const i of range)
    world.epicIssues.insert({ id: i + 1, epicId: id, issueId: last + 1 + i, position: (i * 7) % 50 })
  const epic = world.epics.require(id)
  for (const i of range)
    world.epics.insert({
      ...epic,
      id: id + 1 + i,
      iid: 9000 + i,
      parentId: id,
      groupId: 1 + (i % 2),
      confidential: i % 3 === 0,
      position: (i * 7) % 50,
    })
  return id as number
}

const epicId = arrange()
const iid = world.epics.require(epicId).iid
const listed = (user: string, kind: 'issues' | 'epics') =>
  [1, 2].flatMap((page) =>
    as(user)
      .get(`/groups/1/epics/${iid}/${kind}?per_page=100&page=${page}`)
      .json.map((it: { id: number }) => it.id),
  )
const found = (user: string, path: string) =>
  sim.handle({ method: 'GET', url: `/api/v4${path}`, headers: { 'private-token': `${user}-token` } })
    .status === 200

function visibleIssues(user: string): number[] {
  const parts = world.epicIssues.by('byEpic', epicId).list()
  return parts
    .map(({ issueId }) => world.issues.require(issueId))
    .filter((issue) => found(user, `/projects/${issue.projectId}/issues/${issue.iid}`))
    .map(({ id }) => id)
}

function visibleEpics(user: string): number[] {
  const children = world.epics.by('byParent', epicId).list()
  return children
    .filter(({ groupId, iid }) => found(user, `/groups/${groupId}/epics/${iid}`))
    .map(({ id }) => id)
}

describe('an epic with many parts', () => {
  test('lists the issues that the caller may see, in their order, whatever was written since', () => {
    const writes = [
      () => 200,
      () => as('root').put('/projects/1/issues/9003', { confidential: true }).status,
      () => as('root').put('/projects/1/issues/9015', { assignee_ids: [6] }).status,
      () => as('root').put('/projects/2', { issues_access_level: 'private' }).status,
      () => as('root').delete('/projects/1/issues/9006').status,
    ]
    for (const write of writes) {
      expect(write()).toBeLessThan(300)
      for (const user of callers) expect([user, listed(user, 'issues')]).toEqual([user, visibleIssues(user)])
    }
  })

  test('lists the epics below it that the caller may see', () => {
    expect(as('root').put('/groups/1/epics/9001', { confidential: true }).status).toBeLessThan(500)
    for (const user of callers) expect([user, listed(user, 'epics')]).toEqual([user, visibleEpics(user)])
  })
})
