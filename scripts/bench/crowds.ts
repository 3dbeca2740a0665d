import type { Simulator } from '../../sim/index.ts'
import { FIRST_IID } from './loads.ts'
import { relatedCrowds } from './related-crowds.ts'
import {
  accessTokens,
  crowdOfProjects,
  epic,
  FROM,
  GROUP,
  grow,
  inGroup,
  inProject,
  like,
  members,
  milestone,
  note,
  PROJECT,
  paths,
  people,
  planned,
  refs,
  token,
  USER,
  written,
} from './rows.ts'

type World = Simulator['world']

/** What makes so many rows more of one table, and of others that they need. */
export const crowds = {
  projects: crowdOfProjects,
  groups: like('groups', ({ at, named }) => paths(named, at)),
  users: people,
  events: like('events', () => ({
    projectId: PROJECT,
    authorId: USER,
    action: 'created',
    target: 'Issue',
    targetId: 1,
  })),
  notes: like('notes', note('Issue', 1)),
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
  members: members('project', PROJECT),
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
  epics: like('epics', epic),
  epicNotes(world, size) {
    grow(world, 'epics', 1, epic)
    grow(world, 'notes', size, note('Epic', Number(world.epics.last()?.id)))
  },
  mergeRequestNotes: like('notes', note('MergeRequest', 1)),
  snippetNotes: like('notes', note('Snippet', 1)),
  commitNotes(world, size) {
    const sha = world.gitRefs.find('byProject', PROJECT)?.sha ?? ''
    grow(world, 'notes', size, note('Commit', sha))
  },
  packageFiles: like('packageFiles', ({ at, named }) => ({ ...written(at), packageId: 3, name: named })),
  projectTokens: accessTokens('project', PROJECT),
  groupTokens: accessTokens('group', GROUP),
  groupDeployTokens: like('tokens', ({ i, at, named }) => ({
    ...token('deploy')({ i, at, named, id: 0 }),
    userId: null,
    groupId: GROUP,
  })),
  groupMembers: members('group', GROUP),
  dependencies: like('dependencies', ({ i, named }) => ({
    projectId: PROJECT,
    name: named,
    version: `1.0.${i}`,
  })),
  serviceAccounts(world, size) {
    const last = Number(world.users.last()?.id)
    people(world, size)
    const serviceOf = { source: 'group', id: GROUP } as const
    for (let id = last + 1; id <= last + size; id++) world.users.update(id, { bot: true, serviceOf })
  },
  runnerJobs: like('ciJobs', ({ i, at }) => ({
    projectId: PROJECT,
    pipelineId: 1,
    runnerId: 1,
    createdAt: at,
    status: i % 2 === 0 ? 'success' : 'failed',
  })),
  plannedIssues: like('issues', planned),
  plannedMergeRequests: like('mergeRequests', planned),
  subgroups: like('groups', ({ at, named }) => ({ ...paths(named, at), parentId: GROUP })),
  starredProjects(world, size) {
    const last = Number(world.projects.last()?.id)
    crowdOfProjects(world, size)
    grow(world, 'stars', size, ({ i }) => ({ userId: USER, projectId: last + 1 + i }))
  },
  ...relatedCrowds,
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
  epicNotes: 'notes',
  mergeRequestNotes: 'notes',
  snippetNotes: 'notes',
  commitNotes: 'notes',
  projectTokens: 'tokens',
  groupTokens: 'tokens',
  groupDeployTokens: 'tokens',
  groupMembers: 'members',
  serviceAccounts: 'users',
  runnerJobs: 'ciJobs',
  plannedIssues: 'issues',
  plannedMergeRequests: 'mergeRequests',
  subgroups: 'groups',
  starredProjects: 'stars',
  childEpics: 'epics',
  deployedMergeRequests: 'mergeRequests',
  serviceTokens: 'tokens',
  mergeRequestPipelines: 'pipelines',
}
