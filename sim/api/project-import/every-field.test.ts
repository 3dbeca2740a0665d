import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ContractParam, contract } from '../../contract.ts'
import { columns } from '../../model/columns.ts'
import { schema } from '../../model/world.ts'
import type { Fields } from '../../store/shape.ts'
import type { Calls } from '../../testing/calls.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'
import { exported, upload } from './testing/archives.ts'
import { type Furnished, furnish, written } from './testing/furnish.ts'

// A project in which everything that the API can write differs from its default comes back through an archive. A new
// parameter of an operation below fails the first of these tests until it travels, or is named with the reason.

const here = perTest({ tier: 'ultimate', dialect: 'real' })
/** Parameters that name a row in another way, or that say how to write and not what. */
const aside: { readonly [operation: string]: readonly string[] } = {
  'POST /projects/:id/issues': ['assignee_id'],
  'POST /projects/:id/merge_requests': ['assignee_id', 'target_project_id'],
  // Custom roles are of the group.
  'POST /projects/:id/members': ['member_role_id'],
  // Left out by the service as well: see the guide.
  'POST /projects/:id/protected_environments': ['approval_rules'],
  'POST /projects/:id/releases': ['milestone_ids'],
  'POST /projects/:id/snippets': ['file_name', 'content'],
  'POST /projects/:id/statuses/:sha': ['context', 'pipeline_id'],
}

/** Parameters of a project that archives do not hold, with the reason. */
const ofTheTarget: { readonly [param: string]: string } = {
  name: 'chosen by whoever imports',
  path: 'chosen by whoever imports',
  repository_storage: 'of the installation',
  ci_config_path: 'neither exported nor imported',
  mr_default_target_self: 'of forks alone, and archives do not tell of what a project is a fork',
  group_runners_enabled: 'not shown before release 15.9',
  avatar: 'a file, tried below',
  default_branch: 'tried below',
  public_builds: 'another name of public_jobs',
  tag_list: 'another name of topics',
  build_timeout: 'tried below, within its bounds',
  // What is chosen of a feature stands in its level.
  ...Object.fromEntries(
    ['issues', 'merge_requests', 'wiki', 'jobs', 'snippets', 'container_registry'].map((name) => [
      `${name}_enabled`,
      'an older name of the level',
    ]),
  ),
}

const own = { build_timeout: 4242, default_branch: 'topic' }

/** Tables of the world that archives bring rows of. */
const carried = [
  ...[
    'projects',
    'members',
    'customAttributes',
    'labels',
    'milestones',
    'avatars',
    'badges',
    'boards',
    'boardLists',
  ],
  ...[
    'events',
    'invitations',
    'issues',
    'stateEvents',
    'resourceEvents',
    'notes',
    'awards',
    'mergeRequests',
    'mergeRequestVersions',
  ],
  ...[
    'approvals',
    'pipelines',
    'ciJobs',
    'commitStatuses',
    'protectedEnvironments',
    'releases',
    'releaseLinks',
  ],
  ...[
    'uploads',
    'pipelineSchedules',
    'protectedBranches',
    'protectedTags',
    'suggestions',
    'snippets',
    'wikiPages',
  ],
  ...['epics', 'epicIssues', 'pushRules', 'gitObjects', 'gitPacks', 'gitRefs', 'lfsObjects', 'lfsLinks'],
]

/** Tables of which archives bring nothing, by what the guide calls them. */
const leftOut: { readonly [noun: string]: readonly string[] } = {
  'CI/CD variables': ['ciVariables'],
  triggers: ['triggers'],
  webhooks: ['hooks'],
  integrations: ['integrations'],
  runners: ['runners', 'runnerManagers', 'runnerProjects', 'runnerGroups'],
  'deploy keys': ['keys', 'deployKeyProjects'],
  'agents for Kubernetes': ['clusterAgents', 'clusterAgentTokens'],
  clusters: ['clusters'],
  mirrors: ['remoteMirrors', 'pullMirrors'],
  'scope of job tokens': ['jobTokenGrants', 'jobTokenScopes'],
  stars: ['stars'],
  'access requests': ['accessRequests'],
  'shares with groups': ['shares'],
  subscriptions: ['subscriptions'],
  'to-do items': ['todos'],
  'notification settings': ['notificationSettings'],
  'drafts of comments': ['draftNotes'],
  'locks of large files': ['lfsLocks'],
  'audit events': ['auditEvents'],
  'user agents': ['userAgentDetails'],
  'job logs': ['jobTraces'],
  'job artifacts': ['jobArtifacts'],
  packages: ['packages', 'packageFiles', 'packageContents'],
  'container images': ['containerRepositories'],
  'Pages domains': ['pagesDomains', 'pagesSettings'],
  environments: ['environments'],
  deployments: ['deployments'],
  'resource groups': ['resourceGroups'],
  'deploy freezes': ['freezePeriods'],
  'feature flags': ['featureFlags'],
  'user lists': ['userLists'],
  'approval rules': ['approvalRules'],
  'external status checks': ['statusChecks', 'statusCheckResponses'],
  'protection rules of the registry': ['protectionRules'],
  'links between issues': ['issueLinks'],
  'context commits': ['contextCommits'],
  dependencies: ['dependencies'],
  vulnerabilities: ['vulnerabilities'],
  'files attached to a wiki': ['wikiAttachments'],
}

/** Tables of the installation, of people and of groups, and those of exports and imports themselves. */
const elsewhere = [
  ...[
    'epicLinks',
    'instance',
    'sequences',
    'jobs',
    'waitingJobs',
    'users',
    'tokens',
    'oauthApplications',
    'oauthGrants',
    'deviceGrants',
    'emails',
  ],
  ...['gpgKeys', 'followings', 'groups', 'redirects', 'topics', 'ownedAttributes', 'planLimits', 'settings'],
  ...['serviceFlags', 'broadcastMessages', 'externalHosts', 'appearances', 'memberRoles', 'groupLinks'],
  ...['groupProtectedBranches', 'gitStorage'],
  ...[
    'vulnerabilityExports',
    'dashboardProjects',
    'gistImports',
    'projectExports',
    'exportFiles',
    'relationExports',
  ],
  ...['projectImports', 'importFailures', 'bulkImports', 'bulkImportEntities', 'bulkImportFailures'],
  ...['groupExportFiles', 'groupImports'],
]

test('what archives leave out stands in the guide, with the reason', () => {
  const guide = readFileSync(new URL('../../guide/imports.md', import.meta.url), 'utf8')
  const [, section = ''] = /## What archives leave out\n([\s\S]*)$/.exec(guide) ?? []
  const nouns = [...section.matchAll(/^\| (.*) \| .+ \|$/gm)].flatMap(([, list = '']) => list.split(', '))
  expect(Object.keys(leftOut).filter((noun) => !nouns.includes(noun))).toEqual([])
  const known = [...carried, ...Object.values(leftOut).flat(), ...elsewhere]
  expect(known.filter((name, i) => known.indexOf(name) !== i)).toEqual([])
  expect([...known].sort()).toEqual(Object.keys(schema).sort())
})

test('every parameter of what archives hold is tried', () => {
  const operations = new Map(contract('real').operations.map((it) => [it.id, it]))
  const missed = Object.entries(written).flatMap(([id, body]) => {
    const given = operations.get(id)?.params.filter((param) => param.in === 'given') ?? []
    expect(given, id).not.toEqual([])
    const names = given.map(({ name }) => name)
    return names
      .filter((name) => !(name in body) && !(aside[id] ?? []).includes(name))
      .map((name) => `${id} ${name}`)
  })
  expect(missed).toEqual([])
})

test('whatever is set for a project comes back', () => {
  const root = here.as('root')
  const id = created(root)
  const before = root.get(`/projects/${id}`).json
  const params = configure(root, id)
  const original = shownOf(root, id)
  // A parameter that changes nothing that is read would be tried in vain.
  const names = [...params, ...Object.keys(own), 'avatar_url'].map((name) => aliases[name] ?? name)
  for (const name of names) expect([name, original[name]]).not.toEqual([name, shown(before)[name]])
  const copy = shownOf(root, imported(root, id))
  for (const name of names) expect([name, copy[name]]).toEqual([name, original[name]])
})

test('whatever a project holds comes back, through the API field by field', () => {
  const root = here.as('root')
  const id = created(root)
  const furnished = furnish(root, here.as('alice'), id)
  const original = content(root, id, furnished)
  for (const [name, value] of Object.entries(original)) expect([name, isEmpty(value)]).toEqual([name, false])
  const copy = content(root, imported(root, id), furnished)
  expect(copy).toEqual(original)
})

test('every column of what archives hold comes back, or is named with the reason', () => {
  const root = here.as('root')
  // What is due in other projects is not about this one.
  here.sim.clock.advance('1d')
  const there = new Map(tables.map((table) => [table, idsOf(table)]))
  const id = created(root)
  const fresh = rowsBut('projects', there.get('projects'))[0] ?? {}
  runAndMerge(root, id)
  furnish(root, here.as('alice'), id)
  configure(root, id, { build_timeout: 4242 })
  const original = new Map(tables.map((table) => [table, rowsBut(table, there.get(table))]))
  const known = new Map(tables.map((table) => [table, idsOf(table)]))
  imported(root, id)
  const found = tables.flatMap((table) => {
    const [before = [], after] = [original.get(table), rowsBut(table, known.get(table))]
    const own = leavesOf(columns[table] as Fields, table).filter((column) => !column.endsWith('.groupId'))
    return own.filter((column) => {
      const [values = [], copies] = [before, after].map((rows) =>
        rows.map((row) => row[column] ?? 'null').sort(),
      )
      const isUnset = (value: string) =>
        table === 'projects' ? value === (fresh[column] ?? 'null') : UNSET.has(value)
      return values.every(isUnset) || values.join() !== copies?.join()
    })
  })
  const named = Object.values(notKept).flatMap((list) => list.split(/\s+/))
  expect(named.filter((name, i) => named.indexOf(name) !== i)).toEqual([])
  expect(found.sort()).toEqual(named.sort())
})

/** Tables whose columns are compared here. Contents of repositories and epics of groups are compared elsewhere. */
const tables = carried.filter((table) => !/^(?:git|lfs|epic)/.test(table))

/** Rows that stay behind: activity on the project itself, and changes of weight. */
const staysBehind: { readonly [table: string]: (row: { readonly [column: string]: unknown }) => boolean } = {
  events: ({ target }) => target === null || target === 'WikiPage::Meta',
  resourceEvents: ({ kind }) => kind === 'weight',
}

const UNSET = new Set(['null', 'false', '""', '[]', '0', '{}'])

/** Columns that are not carried, or that the project above leaves empty. */
const notKept: { readonly [reason: string]: string } = {
  'of the copy: chosen by whoever imports, counted anew, or of the import itself': `projects.name projects.path
    projects.settings.ciConfigPath projects.fullName projects.fullPath projects.id projects.networkId projects.creatorId projects.namespaceId
    projects.namespaceKind projects.repositoryStorage projects.settings.runnersToken projects.sizes.repository
    projects.sizes.wiki projects.sizes.lfsObjects projects.sizes.jobArtifacts projects.sizes.pipelineArtifacts
    projects.sizes.packages projects.sizes.snippets projects.importStatus projects.importError projects.importType
    projects.importUrl projects.createdAt projects.updatedAt projects.lastActivityAt projects.tidiedAt
    members.createdAt invitations.token issues.position`,
  'of the original: forks, stars, the end of a project, who may use its job tokens': `projects.forkedFromId
    projects.starCount projects.archived projects.markedForDeletionOn projects.chosen.jobTokenScope projects.chosen.targetsItself`,
  'set in later releases alone, and written by none of the archives of 15.8': 'projects.later',
  'tried with the settings of a project, or set by no call': `projects.defaultBranch projects.settings.groupRunners
    projects.approvals.withoutPreconfigured members.memberRoleId`,
  'kept for deletions under a condition alone, and read nowhere': `boards.updatedAt boardLists.updatedAt
    protectedBranches.updatedAt protectedEnvironments.updatedAt pushRules.updatedAt`,
  'set in later releases alone': 'mergeRequests.mergeAfter',
  'the format has no time of a file and of a page':
    'uploads.createdAt wikiPages.createdAt wikiPages.updatedAt',
  'stays behind, as the guide says': `issues.severity issues.movedToId issues.duplicateOfId resourceEvents.weight
    events.push.action events.push.refType events.push.ref events.push.from events.push.to events.push.commits
    events.push.title events.push.refCount events.lastTitle protectedEnvironments.rules`,
  'a job that is over is shown without how it was run': `ciJobs.runnerId ciJobs.runnerManagerId ciJobs.tags ciJobs.when ciJobs.needs ciJobs.taken
    ciJobs.startIn ciJobs.startAt ciJobs.exitCode ciJobs.sleeps ciJobs.timeout ciJobs.retry.max ciJobs.retry.when
    ciJobs.environment.name ciJobs.environment.url ciJobs.environment.action ciJobs.environment.onStop
    ciJobs.resourceGroup ciJobs.interruptible ciJobs.variables ciJobs.bridge.downstreamId ciJobs.bridge.depend
    pipelines.bridgeId pipelines.scheduleId pipelines.variables pipelines.configs`,
  'schedules arrive switched off, and without their variables': `pipelineSchedules.active pipelineSchedules.nextRunAt
    pipelineSchedules.variables`,
  'what is going on ends with the export': `mergeRequests.autoMerge.userId mergeRequests.autoMerge.sha
    mergeRequests.autoMerge.mergeCommitMessage mergeRequests.autoMerge.squashCommitMessage mergeRequests.mergeError
    mergeRequests.rebasing mergeRequests.removeOnMerge`,
  'false or absent in this project; archives that have them are read in the other tests': `ciJobs.allowFailure
    ciJobs.coverage ciJobs.retried ciJobs.erasedAt ciJobs.erasedById commitStatuses.retried commitStatuses.startedAt
    mergeRequests.allowCollaboration mergeRequests.approvalsBeforeMerge notes.commitId notes.position.image.width
    notes.position.image.height notes.position.image.x notes.position.image.y notes.position.oldPath
    notes.position.oldLine notes.position.lineRange.start.oldLine notes.position.lineRange.end.oldLine
    pipelines.commitless pipelines.duration pipelines.mergeRequestId pipelines.yamlErrors suggestions.applied
    suggestions.commitSha suggestions.order`,
}

interface Cells {
  readonly [column: string]: string
}

function rowsOf(table: string): readonly { readonly id: unknown }[] {
  const { world } = here.sim
  return world[table as 'projects'].all().list()
}

function idsOf(table: string): ReadonlySet<unknown> {
  return new Set(rowsOf(table).map((row) => row.id))
}

function rowsBut(table: string, known: ReadonlySet<unknown> = new Set()): readonly Cells[] {
  return rowsOf(table)
    .filter((row) => !known.has(row.id) && !staysBehind[table]?.(row as never))
    .map((row) => cellsOf(row, table))
}

/** Values of a row by their columns. Of an id it counts whether there is one. */
function cellsOf(row: object, at: string): Cells {
  const cells: { [column: string]: string } = {}
  for (const [name, value] of Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const column = `${at}.${name}`
    const isSet = value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
    if (/^(?:id|\w+Ids?)$/.test(name)) cells[column] = isSet ? 'id' : 'null'
    else if (Array.isArray(value) && typeof value[0] === 'string')
      cells[column] = JSON.stringify(value.toSorted())
    else if (Array.isArray(value) && typeof value[0] === 'object')
      cells[column] = JSON.stringify(value.map((item) => cellsOf(item, '')))
    else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
      Object.assign(cells, cellsOf(value, column))
    else cells[column] = JSON.stringify(value) ?? 'null'
  }
  return cells
}

/** The columns of a table, and the fields of those that hold an object. */
function leavesOf(fields: Fields, at: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, shape]) => {
    const inner = shape.flatMap((one) => (typeof one === 'object' && 'fields' in one ? [one.fields] : []))
    const column = `${at}.${name}`
    return inner.length === 0 ? [column] : inner.flatMap((one) => leavesOf(one, column))
  })
}

/** Pipelines with jobs, and a merge request that was merged. */
function runAndMerge(root: Calls, id: number): void {
  const at = `/projects/${id}`
  const commit = (branch: string, file_path: string, content: string) => {
    const actions = [{ action: 'create', file_path, content }]
    const sent = { branch, start_branch: 'main', commit_message: file_path, actions }
    expect(root.post(`${at}/repository/commits`, sent).status).toBe(201)
    here.sim.clock.advance('1h')
  }
  commit(
    'main',
    '.gitlab-ci.yml',
    'workflow: { name: Whole }\nbuild: { stage: build, script: [echo] }\ntest: { script: [exit 1], allow_failure: true }',
  )
  commit('side', 'side.txt', 'side')
  const sent = { title: 'Side', source_branch: 'side', target_branch: 'main', squash: true }
  const request = root.post(`${at}/merge_requests`, sent).json.iid
  here.sim.clock.advance('1h')
  expect(root.put(`${at}/merge_requests/${request}/merge`, {}).status).toBe(200)
  here.sim.clock.advance('1h')
}

/** Gives each parameter of a project another value than it has, and names them. */
function configure(root: Calls, id: number, more: object = own): readonly string[] {
  const before = root.get(`/projects/${id}`).json
  const update = contract('real').operations.find((it) => it.id === 'PUT /projects/:id')
  const params = (update?.params ?? []).filter(
    (param) => param.in === 'given' && !(param.name in ofTheTarget),
  )
  const values = Object.fromEntries(params.map((param) => [param.name, another(param, before[param.name])]))
  root.post(`/projects/${id}/repository/branches`, { branch: 'topic', ref: 'main' })
  const changed = root.put(`/projects/${id}`, { ...values, ...more })
  expect([changed.status, changed.status === 200 ? null : changed.json]).toEqual([200, null])
  const avatar = { field: 'avatar', name: 'picture.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) }
  expect(root.send('PUT', `/projects/${id}`, uploading({}, avatar)).status).toBe(200)
  return params.map(({ name }) => name)
}

function created(root: Calls): number {
  const values = { name: 'Whole', path: 'whole', initialize_with_readme: true }
  const { status, json } = root.post('/projects', values)
  expect(status).toBe(201)
  return json.id
}

function imported(root: Calls, id: number): number {
  const advance = (by: string) => here.sim.clock.advance(by)
  const { json } = upload(root, exported(root, id, advance), { path: 'copy' })
  advance('5s')
  const status = root.get(`/projects/${json.id}/import`).json
  expect(status).toMatchObject({ import_status: 'finished', failed_relations: [], import_error: null })
  return json.id
}

/** Where a parameter is read under another name. */
const aliases: { readonly [param: string]: string } = {
  container_expiration_policy_attributes: 'container_expiration_policy',
}

function another({ name, kind, values, fields }: ContractParam, now: unknown): unknown {
  if (name === 'visibility') return 'internal'
  if (name === 'topics') return ['weights', 'measures']
  if (kind === 'hash')
    return {
      ...Object.fromEntries((fields ?? []).map((it) => [it.name, another(it, undefined)])),
      cadence: '14d',
    }
  if (values !== undefined) return values.find((value) => value !== now)
  if (kind === 'boolean') return now !== true
  if (kind === 'integer') return Number(now ?? 0) + 5
  return name === 'older_than' ? '30d' : `the ${name}`
}

function shownOf(root: Calls, id: number): { readonly [name: string]: unknown } {
  const project = root.get(`/projects/${id}`).json
  return shown({ ...project, avatar_url: project.avatar_url?.split('/').at(-1) ?? null })
}

function shown(project: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const { next_run_at: _, ...policy } = project.container_expiration_policy as { [name: string]: unknown }
  return { ...project, container_expiration_policy: policy }
}

function content(
  root: Calls,
  id: number,
  { issue, request }: Furnished,
): { readonly [name: string]: unknown } {
  const at = `/projects/${id}`
  const paths = [
    ...[
      'labels',
      'milestones',
      'issues?state=all',
      'issues?state=all&order_by=relative_position&sort=asc',
      'merge_requests?state=all',
      'releases',
      'snippets',
      'badges',
    ],
    ...['boards', 'protected_branches', 'protected_tags', 'protected_environments', 'push_rule', 'pipelines'],
    ...[
      'pipeline_schedules',
      'wikis?with_content=true',
      'custom_attributes',
      'members',
      'approvals',
      'uploads',
    ],
    ...['repository/branches', 'repository/tags', 'repository/commits/main/statuses'],
    ...['repository/commits/main/comments', 'repository/commits/main/discussions', 'invitations'],
    ...['issue', 'merge_request', 'milestone', 'note'].map((kind) => `events?target_type=${kind}`),
    ...[
      '',
      '/notes',
      '/discussions',
      '/award_emoji',
      '/resource_label_events',
      '/resource_milestone_events',
    ].flatMap((part) => [`issues/${issue}${part}`, `merge_requests/${request}${part}`]),
    ...[`issues/${issue}/resource_state_events`, `merge_requests/${request}/resource_state_events`],
    ...['commits', 'changes', 'versions', 'approvals'].map((part) => `merge_requests/${request}/${part}`),
  ]
  return Object.fromEntries(
    paths.map((path) => {
      const { status, json } = root.get(`${at}/${path}`)
      expect([path, status]).toEqual([path, 200])
      const read = plain(json)
      // Activity is read by its numbers, and an archive has it with what it is on.
      return [
        path,
        path.startsWith('events') ? (read as unknown[]).map((one) => JSON.stringify(one)).sort() : read,
      ]
    }),
  )
}

/** Keys that are another project's, or that tell where the copy is and when it was made. */
const OWN =
  /^(?:id|.*_ids?|.*_urls?|web_.*|_links|references|full|path|avatar_url|user|.*_path|.*_to_repo|evidences|rendered_.*|sources|url|project|uploaded_by|created_by|next_run_at|active|subscribed|time_stats_|key|invite_token|target_iid)$/
/** Follows from people, approvals and pipelines of the project, which it has others of. */
const FOLLOWS =
  /^(?:merge_status|detailed_merge_status|has_conflicts|merge_user|can_.*|inherited|created_at)$/

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !OWN.test(key) && !FOLLOWS.test(key))
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)]))
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
