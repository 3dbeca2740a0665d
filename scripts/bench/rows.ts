import type { Simulator } from '../../sim/index.ts'
import { FIRST_IID } from './loads.ts'

type World = Simulator['world']
type Rows = { readonly id: number | string }

/** Rows that hold the word of searches. */
export const FOUND = 50

/** One of many rows: its number among them, the id that it has, and when it came: one a second. */
export interface One {
  readonly i: number
  readonly id: number
  readonly at: number
  readonly named: string
}

export const FROM = Date.UTC(2025, 0)
export const [PROJECT, GROUP, USER] = [1, 1, 2]
/** The service account that has many tokens, and the tag of the release that has many links. */
export const SERVICE_ACCOUNT = 900_000
export const RELEASED = 'linked'

export const inProject = { projectId: PROJECT, groupId: null }
export const inGroup = { projectId: null, groupId: GROUP }

export function written(at: number) {
  return { createdAt: at, updatedAt: at }
}

export function paths(named: string, at: number) {
  return { name: named, path: named, fullPath: named, fullName: named, ...written(at) }
}

export function milestone(i: number, named: string) {
  return { iid: FIRST_IID + i, title: named, description: null, state: i % 2 === 0 ? 'active' : 'closed' }
}

export function epic({ i, at, named }: One) {
  return {
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
  }
}

/** Comments and, every other one, system notes, two a discussion. */
export function note(noteable: string, noteableId: number | string) {
  return ({ i, at, named }: One) => ({
    ...written(at),
    projectId: noteable === 'Epic' ? 0 : PROJECT,
    noteable,
    noteableId,
    discussionId: `discussion ${Math.floor(i / 2)}`,
    body: named,
    system: i % 2 === 1,
  })
}

/** Issues and merge requests of one milestone, some of them with a label that has a priority. */
export function planned({ i, at, named }: One) {
  return {
    ...written(at),
    iid: FIRST_IID + i,
    title: named,
    state: 'opened',
    milestoneId: 5,
    labelIds: i % 3 === 0 ? [1] : [],
  }
}

export function crowdOfProjects(world: World, size: number): void {
  grow(world, 'projects', size, ({ at, named }) => ({ ...paths(named, at), lastActivityAt: at }))
}

export function members(source: 'group' | 'project', sourceId: number) {
  return (world: World, size: number) => {
    people(world, size)
    const last = Number(world.users.last()?.id)
    grow(world, 'members', size, ({ i }) => ({ source, sourceId, userId: last - i, accessLevel: 30 }))
  }
}

/** Access tokens of a project or a group, each with the bot to which it belongs. */
export function accessTokens(source: 'group' | 'project', sourceId: number) {
  const bots = members(source, sourceId)
  return (world: World, size: number) => {
    bots(world, size)
    const last = Number(world.users.last()?.id)
    for (let id = last; id > last - size; id--) world.users.update(id, { bot: true })
    grow(world, 'tokens', size, (one) => ({ ...token(source)(one), userId: last - one.i }))
  }
}

export function token(kind: string) {
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

export function people(world: World, size: number): void {
  grow(world, 'users', size, ({ i, at, named }) => ({
    name: named,
    username: named,
    email: `${named}@example.com`,
    namespaceId: 1e6 + i,
    createdAt: at,
  }))
}

export function refs(prefix: string) {
  return (world: World, size: number) => {
    const [some] = world.gitRefs.by('byProject', PROJECT).list()
    const rows = Array.from({ length: size }, (_, i) => {
      const name = `${prefix}${named(i)}`
      return { id: `${PROJECT}:${name}`, projectId: PROJECT, name, sha: some?.sha ?? '' }
    })
    for (const row of rows) world.gitRefs.put(row)
  }
}

export function like(table: string, columns: (one: One) => object) {
  return (world: World, size: number) => grow(world, table, size, columns)
}

/** As many rows more of a table, each like the first one that is there. */
export function grow(world: World, name: string, size: number, columns: (one: One) => object): void {
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
