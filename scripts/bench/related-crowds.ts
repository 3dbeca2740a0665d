import type { Simulator } from '../../sim/index.ts'
import { FIRST_IID } from './loads.ts'
import {
  epic,
  FROM,
  GROUP,
  grow,
  like,
  type One,
  PROJECT,
  paths,
  RELEASED,
  SERVICE_ACCOUNT,
  token,
  USER,
  written,
} from './rows.ts'

type World = Simulator['world']

const lastId = (world: World, table: 'epics' | 'groups' | 'issues' | 'mergeRequests' | 'releases') =>
  Number(world[table].last()?.id)

/** An issue or a merge request of the project. */
const ofProject =
  (state: string) =>
  ({ i, at, named }: One) => ({
    ...written(at),
    iid: FIRST_IID + i,
    title: named,
    projectId: PROJECT,
    state,
  })

/** What makes so many rows more that are related to one: the parts of an epic, what is invited, and the like. */
export const relatedCrowds = {
  epicIssues(world, size) {
    grow(world, 'epics', 1, epic)
    const first = lastId(world, 'issues') + 1
    grow(world, 'issues', size, ofProject('opened'))
    const epicId = lastId(world, 'epics')
    grow(world, 'epicIssues', size, ({ i }) => ({ epicId, issueId: first + i, position: i }))
  },
  childEpics(world, size) {
    grow(world, 'epics', 1, epic)
    const parentId = lastId(world, 'epics')
    grow(world, 'epics', size, (one) => ({ ...epic(one), iid: 2 * FIRST_IID + one.i, parentId }))
  },
  invitations: like('invitations', ({ i, named }) => ({
    source: i % 2 === 0 ? 'group' : 'project',
    sourceId: i % 2 === 0 ? GROUP : PROJECT,
    email: `${named}@example.com`,
    accessLevel: 30,
    expiresAt: null,
    token: `invitation ${i}`,
    createdById: USER,
  })),
  shares(world, size) {
    const first = lastId(world, 'groups') + 1
    grow(world, 'groups', size, ({ at, named }) => ({ ...paths(named, at), parentId: null }))
    for (const [source, sourceId] of [
      ['project', PROJECT],
      ['group', GROUP],
    ] as const)
      grow(world, 'shares', size, ({ i }) => ({
        source,
        sourceId,
        groupId: first + i,
        accessLevel: 30,
        expiresAt: null,
      }))
  },
  deployedMergeRequests(world, size) {
    const first = lastId(world, 'mergeRequests') + 1
    grow(world, 'mergeRequests', size, ofProject('merged'))
    world.deployments.update(1, { mergeRequestIds: Array.from({ length: size }, (_, i) => first + i) })
  },
  serviceTokens(world, size) {
    const user = { ...world.users.require(USER), id: SERVICE_ACCOUNT, username: 'service', bot: true }
    world.users.insert({ ...user, namespaceId: SERVICE_ACCOUNT, serviceOf: { source: 'group', id: GROUP } })
    grow(world, 'tokens', size, (one) => ({ ...token('personal')(one), userId: SERVICE_ACCOUNT }))
  },
  releaseLinks(world, size) {
    grow(world, 'releases', 1, () => ({
      ...written(FROM),
      projectId: PROJECT,
      tag: RELEASED,
      sha: null,
      name: RELEASED,
      description: null,
      authorId: USER,
      milestoneIds: [],
      releasedAt: FROM,
    }))
    const releaseId = lastId(world, 'releases')
    grow(world, 'releaseLinks', size, ({ i, named }) => ({
      releaseId,
      projectId: PROJECT,
      name: named,
      url: `https://example.com/${i}`,
      filepath: null,
      type: 'other',
    }))
  },
  protectedBranches: like('protectedBranches', ({ named }) => ({ projectId: PROJECT, name: named })),
  mergeRequestPipelines: like('pipelines', ({ i, at }) => ({
    ...written(at),
    iid: FIRST_IID + i,
    projectId: PROJECT,
    mergeRequestId: 1,
  })),
} as const satisfies { readonly [name: string]: (world: World, size: number) => void }
