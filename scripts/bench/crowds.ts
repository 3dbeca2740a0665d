import type { Simulator } from '../../sim/index.ts'
import { FIRST_IID } from './loads.ts'

type World = Simulator['world']
type Rows = { readonly id: number | string }

/** Rows that hold the word of searches. */
export const FOUND = 50

/** One of many rows: its number among them, the id that it has, and when it came: one a second. */
interface One {
  readonly i: number
  readonly id: number
  readonly at: number
  readonly named: string
}

const FROM = Date.UTC(2025, 0)
const [PROJECT, GROUP, USER] = [1, 1, 2]

/** What makes so many rows more of one table, and of others that they need. */
export const crowds = {
  projects: like('projects', ({ at, named }) => ({ ...paths(named, at), lastActivityAt: at })),
  groups: like('groups', ({ at, named }) => paths(named, at)),
  users: people,
  events: like('events', () => ({
    projectId: PROJECT,
    authorId: USER,
    action: 'created',
    target: 'Issue',
    targetId: 1,
  })),
  notes: like('notes', ({ i, at, named }) => ({
    ...written(at),
    projectId: PROJECT,
    noteable: 'Issue',
    noteableId: 1,
    discussionId: `discussion ${Math.floor(i / 2)}`,
    body: named,
    system: i % 2 === 1,
  })),
  awards: like('awards', ({ i }) => ({
    awardable: 'Issue',
    awardableId: 1,
    name: `emoji${i}`,
    userId: USER,
  })),
  resourceEvents: like('resourceEvents', () => ({ target: 'Issue', targetId: 1 })),
  labels: like('labels', ({ named }) => ({ ...inProject, title: named, description: null })),
  groupLabels: like('labels', ({ named }) => ({ ...inGroup, title: named, description: null })),
  milestones: like('milestones', ({ i, at, named }) => ({
    ...inProject,
    ...milestone(i, named),
    ...written(at),
  })),
  groupMilestones: like('milestones', ({ i, at, named }) => ({
    ...inGroup,
    ...milestone(i, named),
    ...written(at),
  })),
  members(world: World, size: number) {
    people(world, size)
    const last = Number(world.users.last()?.id)
    grow(world, 'members', size, ({ i }) => ({
      source: 'project',
      sourceId: PROJECT,
      userId: last - i,
      accessLevel: 30,
    }))
  },
  stars(world: World, size: number) {
    people(world, size)
    const last = Number(world.users.last()?.id)
    grow(world, 'stars', size, ({ i }) => ({ userId: last - i, projectId: PROJECT }))
  },
  tokens: like('tokens', token('personal')),
  impersonationTokens: like('tokens', token('impersonation')),
  deployTokens: like('tokens', ({ i, at, named }) => ({
    ...token('deploy')({ i, at, named, id: 0 }),
    userId: null,
    projectId: PROJECT,
  })),
  snippets: like('snippets', ({ at, named }) => ({
    ...written(at),
    projectId: PROJECT,
    authorId: USER,
    title: named,
    visibility: 'public',
  })),
  personalSnippets: like('snippets', ({ i, at, named }) => ({
    ...written(at),
    projectId: null,
    authorId: USER,
    title: named,
    visibility: i % 2 === 0 ? 'public' : 'private',
  })),
  runners(world: World, size: number) {
    const last = Number(world.runners.last()?.id)
    grow(world, 'runners', size, ({ i, named }) => ({
      type: 'project_type',
      description: named,
      token: `runner ${i}`,
      tags: i % 2 === 0 ? ['docker'] : [],
      paused: i % 3 === 0,
    }))
    grow(world, 'runnerProjects', size, ({ i }) => ({
      runnerId: last + 1 + i,
      projectId: PROJECT,
      updatedAt: FROM,
    }))
  },
  topics: like('topics', ({ named }) => ({ name: named })),
  todos: like('todos', ({ i, at }) => ({
    ...written(at),
    userId: USER,
    authorId: 3 + (i % 3),
    projectId: PROJECT,
    target: 'Issue',
    targetId: 1 + (i % 3),
    noteId: null,
    action: i % 2 === 0 ? 'mentioned' : 'assigned',
    state: i % 4 === 0 ? 'done' : 'pending',
  })),
  packages: like('packages', ({ i, at, named }) => ({
    ...written(at),
    projectId: PROJECT,
    name: named,
    version: `1.0.${i}`,
    type: i % 2 === 0 ? 'generic' : 'npm',
    status: 'default',
  })),
  releases: like('releases', ({ i, at }) => ({
    ...written(at),
    projectId: PROJECT,
    tag: `tag-${i}`,
    sha: null,
    name: `Release ${i}`,
    description: null,
    authorId: USER,
    milestoneIds: [],
    releasedAt: at,
  })),
  branches: refs('refs/heads/'),
  tags: refs('refs/tags/'),
  pipelines: like('pipelines', ({ i, at }) => ({ ...written(at), iid: FIRST_IID + i, projectId: PROJECT })),
  ciJobs: like('ciJobs', ({ at }) => ({
    projectId: PROJECT,
    pipelineId: 1,
    createdAt: at,
    status: 'success',
  })),
  commitStatuses(world: World, size: number) {
    const pipeline = world.pipelines.get(1)
    grow(world, 'commitStatuses', size, ({ i, at }) => ({
      projectId: PROJECT,
      pipelineId: 1,
      sha: pipeline?.sha,
      ref: 'main',
      name: `status ${i}`,
      status: 'success',
      targetUrl: null,
      description: null,
      coverage: null,
      userId: USER,
      retried: i % 2 === 0,
      startedAt: at,
      finishedAt: at,
      createdAt: at,
    }))
  },
  pipelineSchedules: like('pipelineSchedules', ({ i, at, named }) => ({
    ...written(at),
    projectId: PROJECT,
    description: named,
    ref: 'main',
    cron: '0 1 * * *',
    zone: 'UTC',
    active: i % 2 === 0,
    ownerId: USER,
    nextRunAt: null,
    variables: [],
  })),
  deployments: like('deployments', ({ i, at }) => ({ iid: FIRST_IID + i, createdAt: at, finishedAt: at })),
  environments: like('environments', ({ at, named }) => ({ name: named, createdAt: at, production: false })),
  containerRepositories: like('containerRepositories', ({ at, named }) => ({
    projectId: PROJECT,
    name: named,
    tags: [],
    createdAt: at,
  })),
  featureFlags: like('featureFlags', ({ i, at, named }) => ({
    ...written(at),
    iid: FIRST_IID + i,
    name: named,
    active: i % 2 === 0,
  })),
  userLists: like('userLists', ({ i, at, named }) => ({ ...written(at), iid: FIRST_IID + i, name: named })),
  auditEvents: like('auditEvents', ({ at }) => ({ entityType: 'Project', entityId: PROJECT, createdAt: at })),
  epics: like('epics', ({ i, at, named }) => ({
    ...written(at),
    iid: FIRST_IID + i,
    groupId: GROUP,
    parentId: null,
    position: i,
    title: named,
    description: null,
    state: i % 3 === 0 ? 'closed' : 'opened',
    confidential: false,
    color: '#1068bf',
    labelIds: [],
    authorId: USER,
    startDateFixed: null,
    startDateIsFixed: false,
    dueDateFixed: null,
    dueDateIsFixed: false,
    closedAt: null,
  })),
} as const satisfies { readonly [name: string]: (world: World, size: number) => void }

/** What there may be many of. */
export type Crowded = keyof typeof crowds

/** The tables in which a row is written before each question. */
export const writtenOf: { readonly [crowd in Crowded]?: string } = {
  groupLabels: 'labels',
  groupMilestones: 'milestones',
  impersonationTokens: 'tokens',
  deployTokens: 'tokens',
  personalSnippets: 'snippets',
  branches: 'gitRefs',
  tags: 'gitRefs',
}

const inProject = { projectId: PROJECT, groupId: null }
const inGroup = { projectId: null, groupId: GROUP }

function written(at: number) {
  return { createdAt: at, updatedAt: at }
}

function paths(named: string, at: number) {
  return { name: named, path: named, fullPath: named, fullName: named, ...written(at) }
}

function milestone(i: number, named: string) {
  return { iid: FIRST_IID + i, title: named, description: null, state: i % 2 === 0 ? 'active' : 'closed' }
}

function token(kind: string) {
  return ({ i, at, named }: One) => ({
    kind,
    value: `${kind} ${i}`,
    name: named,
    userId: USER,
    scopes: ['api'],
    createdAt: at,
    revoked: i % 2 === 0,
  })
}

function people(world: World, size: number): void {
  grow(world, 'users', size, ({ i, at, named }) => ({
    name: named,
    username: named,
    email: `${named}@example.com`,
    namespaceId: 1e6 + i,
    createdAt: at,
  }))
}

function refs(prefix: string) {
  return (world: World, size: number) => {
    const [some] = world.gitRefs.by('byProject', PROJECT).list()
    const rows = Array.from({ length: size }, (_, i) => {
      const name = `${prefix}${named(i)}`
      return { id: `${PROJECT}:${name}`, projectId: PROJECT, name, sha: some?.sha ?? '' }
    })
    for (const row of rows) world.gitRefs.put(row)
  }
}

function like(table: string, columns: (one: One) => object) {
  return (world: World, size: number) => grow(world, table, size, columns)
}

/** As many rows more of a table, each like the first one that is there. */
function grow(world: World, name: string, size: number, columns: (one: One) => object): void {
  const table = world.table(name)
  if (table === undefined) throw new Error(`there is no table ${name}`)
  const pattern = table.all().first() ?? {}
  const last = Number(table.last()?.id ?? 0)
  const rows = Array.from({ length: size }, (_, i) => {
    const one = { i, id: last + 1 + i, at: FROM + i * 1000, named: named(i) }
    return { ...pattern, createdAt: one.at, ...columns(one), id: one.id } as Rows
  })
  table.fill([...table.all().list(), ...rows] as never)
}

function named(i: number): string {
  return `${i < FOUND ? 'needle' : 'row'}-${i}`
}
