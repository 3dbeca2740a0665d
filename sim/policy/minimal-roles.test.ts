import { describe, expect, test } from 'vitest'
import type { AccessLevel } from '../model/members/access-level.ts'
import type { Visibility } from '../model/projects/visibility.ts'
import { type Calls, callsOf, type Reply } from '../testing/calls.ts'
import { perTest } from '../testing/per-test.ts'

// merge-requests#roles, for the operations on milestones and merge requests: mallory is given each role in turn.
const here = perTest()
const PROJECT = 2

const roles = { nobody: 0, guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const
type Who = keyof typeof roles
const ladder = Object.keys(roles) as Who[]
const visibilities = ['private', 'internal', 'public'] as const

interface Row {
  readonly ask: (calls: Calls) => Reply
  readonly success: number
  /** The least role of a member. */
  readonly least: Exclude<Who, 'nobody'>
  /** Whether anybody signed in may where the project is open to them. */
  readonly open: boolean
  readonly writes: boolean
  /** What lacking the role answers; 403 unless said. */
  readonly refused?: number
  /** Missing to guests of a private project, who cannot read merge requests. */
  readonly hidden?: true
}

const path = `/projects/${PROJECT}`
const rows: { readonly [what: string]: Row } = {
  'see the project': { ask: (it) => it.get(path), success: 200, least: 'guest', open: true, writes: false },
  'list milestones': {
    ask: (it) => it.get(`${path}/milestones`),
    success: 200,
    least: 'guest',
    open: true,
    writes: false,
  },
  'read a milestone': {
    ask: (it) => it.get(`${path}/milestones/15`),
    success: 200,
    least: 'guest',
    open: true,
    writes: false,
  },
  'list issues of a milestone': {
    ask: (it) => it.get(`${path}/milestones/15/issues`),
    success: 200,
    least: 'guest',
    open: true,
    writes: false,
  },
  'create a milestone': {
    ask: (it) => it.post(`${path}/milestones`, { title: 'a' }),
    success: 201,
    least: 'reporter',
    open: false,
    writes: true,
  },
  'change a milestone': {
    ask: (it) => it.put(`${path}/milestones/15`, { title: 'a' }),
    success: 200,
    least: 'reporter',
    open: false,
    writes: true,
  },
  'delete a milestone': {
    ask: (it) => it.delete(`${path}/milestones/15`),
    success: 204,
    least: 'reporter',
    open: false,
    writes: true,
  },
  'list merge requests': {
    ask: (it) => it.get(`${path}/merge_requests`),
    success: 200,
    least: 'reporter',
    open: true,
    writes: false,
  },
  'read a merge request': {
    ask: (it) => it.get(`${path}/merge_requests/3`),
    success: 200,
    least: 'reporter',
    open: true,
    writes: false,
  },
  'change a merge request': {
    ask: (it) => it.put(`${path}/merge_requests/3`, { title: 'a' }),
    success: 200,
    least: 'developer',
    open: false,
    writes: true,
  },
  'merge into a branch of developers': {
    ask: (it) => it.put(`${path}/merge_requests/3/merge`),
    success: 200,
    least: 'developer',
    open: false,
    writes: true,
    refused: 401,
    hidden: true,
  },
  'delete a merge request': {
    ask: (it) => it.delete(`${path}/merge_requests/3`),
    success: 204,
    least: 'owner',
    open: false,
    writes: true,
    hidden: true,
  },
}

/** Mallory's calls, with that role in the project. */
function mallory(who: Who, visibility: Visibility, archived = false): Calls {
  const { world } = here.sim
  world.projects.update(PROJECT, { visibility, archived })
  if (who !== 'nobody')
    world.members.insert({
      id: 9000,
      source: 'project',
      sourceId: PROJECT,
      userId: 7,
      accessLevel: roles[who] as AccessLevel,
      notificationLevel: 3,
      expiresAt: null,
      createdById: null,
      createdAt: 0,
    })
  return callsOf(here.sim, 'mallory')
}

function expected(
  { success, least, open, refused = 403, hidden }: Row,
  who: Who,
  visibility: Visibility,
): number {
  if (visibility === 'private' && (who === 'nobody' || (who === 'guest' && hidden))) return 404
  return roles[who] >= roles[least] || (open && visibility !== 'private') ? success : refused
}

describe.each(Object.entries(rows))('to %s', (what, row) => {
  test.each(visibilities)(`takes a ${row.least} where the project is %s`, (visibility) => {
    const fresh = here.sim.snapshot()
    const answers = ladder.map((who) => {
      here.sim.restore(fresh)
      return [who, row.ask(mallory(who, visibility)).status]
    })
    expect(answers).toEqual(ladder.map((who) => [who, expected(row, who, visibility)]))
  })

  test('takes somebody signed in', () => {
    here.sim.world.projects.update(PROJECT, { visibility: 'public' })
    expect(row.ask(here.as()).status).toBe(what === 'see the project' ? 200 : 401)
  })

  test('is nothing that an administrator may not', () => {
    here.sim.world.projects.update(PROJECT, { visibility: 'private' })
    expect(row.ask(here.as('root')).status).toBe(row.success)
  })

  test(`is ${row.writes ? 'refused' : 'possible'} in an archived project`, () => {
    const status = row.writes ? (row.refused ?? 403) : row.success
    expect(row.ask(mallory('owner', 'private', true)).status).toBe(status)
  })

  test('is nothing for external users of internal projects', () => {
    here.sim.world.users.update(7, { external: true })
    expect(row.ask(mallory('nobody', 'internal')).status).toBe(404)
  })
})

describe('an author or assignee', () => {
  test.each([{ authorId: 7 }, { assigneeIds: [7] }])(
    'may change what is theirs, where they can read it: %j',
    (theirs) => {
      here.sim.world.mergeRequests.update(51, theirs)
      const change = rows['change a merge request'] as Row
      expect(change.ask(mallory('nobody', 'internal')).status).toBe(200)
      expect(change.ask(mallory('nobody', 'private')).status).toBe(404)
      expect(change.ask(mallory('guest', 'private')).status).toBe(403)
      expect(callsOf(here.sim, 'mallory').delete(`${path}/merge_requests/3`).status).toBe(404)
    },
  )
})

describe('a feature', () => {
  const feature = (name: 'issues' | 'merge_requests', level: 'private' | 'disabled') => {
    const { features } = here.sim.world.projects.require(PROJECT)
    here.sim.world.projects.update(PROJECT, { features: { ...features, [name]: level } })
  }

  test('for members alone is refused to others', () => {
    feature('merge_requests', 'private')
    expect(mallory('nobody', 'internal').get(`${path}/merge_requests`).status).toBe(403)
    expect(here.as('dave').get(`${path}/merge_requests`).status).toBe(200)
  })

  test('that is switched off is refused to everyone', () => {
    feature('merge_requests', 'disabled')
    for (const user of ['mallory', 'dave', 'alice'])
      expect(here.as(user).get(`${path}/merge_requests`).status).toBe(403)
  })

  test('of milestones is either of two', () => {
    feature('issues', 'disabled')
    expect(here.as('dave').get(`${path}/milestones`).status).toBe(200)
    feature('merge_requests', 'disabled')
    for (const user of ['mallory', 'dave', 'alice'])
      expect(here.as(user).get(`${path}/milestones`).status).toBe(403)
  })
})
