import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ContractParam, contract } from '../../contract.ts'
import { schema } from '../../model/world.ts'
import type { Calls } from '../../testing/calls.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'
import { exported, upload } from './testing/archives.ts'

// A project in which everything that the API can write differs from its default comes back through an archive. A new
// parameter of an operation below fails the first of these tests until it travels, or is named with the reason.

const here = perTest({ tier: 'ultimate', dialect: 'real' })
const ALICE = 2
/** It is asked for by the quick action that merges, and kept nowhere. */
const SHA = 'f'.repeat(40)

/** What is sent to each operation that writes what archives hold; times and files follow below. */
const written: { readonly [operation: string]: { readonly [param: string]: unknown } } = {
  'POST /projects/:id/approvals': {
    approvals_before_merge: 3,
    reset_approvals_on_push: false,
    selective_code_owner_removals: true,
    disable_overriding_approvers_per_merge_request: true,
    merge_requests_author_approval: true,
    merge_requests_disable_committers_approval: true,
    require_password_to_approve: true,
  },
  'POST /projects/:id/labels': { name: 'heavy', color: '#123456', description: 'Weighs', priority: 4 },
  'POST /projects/:id/milestones': {
    title: '1.0',
    description: 'First',
    due_date: '2024-03-01',
    start_date: '2024-02-01',
  },
  'POST /projects/:id/issues': {
    title: 'It breaks',
    description: 'Often',
    assignee_ids: [ALICE],
    milestone_id: 0,
    labels: 'heavy',
    due_date: '2024-02-02',
    confidential: true,
    discussion_locked: true,
    weight: 7,
    issue_type: 'incident',
    iid: 7,
    created_at: '2024-01-03T04:05:06.000Z',
  },
  'POST /projects/:id/issues/:issue_iid/notes': {
    body: 'So it is\n/health_status at_risk',
    internal: true,
    confidential: true,
    created_at: '2024-01-04T05:06:07.000Z',
    merge_request_diff_head_sha: SHA,
  },
  'POST /projects/:id/merge_requests': {
    title: 'Repair it',
    source_branch: 'topic',
    target_branch: 'main',
    assignee_ids: [ALICE],
    reviewer_ids: [ALICE],
    description: 'At last',
    labels: 'heavy',
    milestone_id: 0,
    remove_source_branch: true,
    allow_collaboration: true,
    allow_maintainer_to_push: true,
    squash: true,
    approvals_before_merge: 2,
  },
  'POST /projects/:id/merge_requests/:merge_request_iid/notes': {
    body: 'Good',
    internal: true,
    confidential: true,
    created_at: '2024-01-05T06:07:08.000Z',
    merge_request_diff_head_sha: SHA,
  },
  'POST /projects/:id/badges': {
    name: 'B',
    link_url: 'https://example.com/%{project_path}',
    image_url: 'https://example.com/b.svg',
  },
  'POST /projects/:id/boards': { name: 'Weights' },
  'POST /projects/:id/members': { user_id: ALICE, access_level: 30, expires_at: '2030-01-01' },
  'POST /projects/:id/pipeline_schedules': {
    description: 'Often',
    ref: 'main',
    cron: '5 4 * * *',
    cron_timezone: 'Europe/Paris',
    active: false,
  },
  'POST /projects/:id/protected_branches': {
    name: 'stable/*',
    push_access_level: 0,
    merge_access_level: 30,
    unprotect_access_level: 60,
    allow_force_push: true,
    code_owner_approval_required: true,
    allowed_to_push: [{ user_id: ALICE }],
    allowed_to_merge: [{ access_level: 40 }],
    allowed_to_unprotect: [{ access_level: 40 }],
  },
  'POST /projects/:id/protected_tags': {
    name: 'v*',
    create_access_level: 30,
    allowed_to_create: [{ user_id: ALICE }],
  },
  'POST /projects/:id/protected_environments': {
    name: 'production',
    deploy_access_levels: [{ access_level: 30 }, { user_id: ALICE }],
    required_approval_count: 2,
  },
  'POST /projects/:id/push_rule': {
    deny_delete_tag: true,
    member_check: true,
    prevent_secrets: true,
    commit_message_regex: 'A',
    commit_message_negative_regex: 'B',
    branch_name_regex: 'C',
    author_email_regex: 'D',
    file_name_regex: 'E',
    max_file_size: 6,
    commit_committer_check: true,
    commit_committer_name_check: true,
    reject_unsigned_commits: true,
    reject_non_dco_commits: true,
  },
  'POST /projects/:id/releases': {
    tag_name: 'v1',
    tag_message: 'Tagged',
    ref: 'main',
    name: 'One',
    description: 'All of it',
    released_at: '2024-01-09T00:00:00.000Z',
    milestones: ['1.0'],
    assets: {
      links: [{ name: 'a', url: 'https://example.com/a', filepath: '/bin/a', link_type: 'runbook' }],
    },
  },
  'POST /projects/:id/snippets': {
    title: 'Short',
    description: 'Text',
    visibility: 'private',
    files: [
      { file_path: 'a.txt', content: 'A' },
      { file_path: 'b.txt', content: 'B' },
    ],
  },
  'POST /projects/:id/statuses/:sha': {
    state: 'failed',
    ref: 'main',
    target_url: 'https://example.com/ci',
    description: 'Red',
    name: 'lint',
    coverage: '12.5',
  },
  'POST /projects/:id/wikis': { title: 'Home', content: 'Welcome', format: 'asciidoc' },
}

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
  runners: ['runners', 'runnerProjects', 'runnerGroups'],
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
    'instance',
    'sequences',
    'jobs',
    'waitingJobs',
    'users',
    'tokens',
    'oauthApplications',
    'oauthGrants',
    'emails',
  ],
  ...['gpgKeys', 'followings', 'groups', 'redirects', 'topics', 'ownedAttributes', 'planLimits', 'settings'],
  ...['serviceFlags', 'broadcastMessages', 'externalHosts', 'appearances', 'memberRoles', 'groupLinks'],
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
  const update = contract('real').operations.find((it) => it.id === 'PUT /projects/:id')
  const params = (update?.params ?? []).filter(
    (param) => param.in === 'given' && !(param.name in ofTheTarget),
  )
  const values = Object.fromEntries(params.map((param) => [param.name, another(param, before[param.name])]))
  root.post(`/projects/${id}/repository/branches`, { branch: 'topic', ref: 'main' })
  const changed = root.put(`/projects/${id}`, { ...values, ...own })
  expect([changed.status, changed.status === 200 ? null : changed.json]).toEqual([200, null])
  const avatar = { field: 'avatar', name: 'picture.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) }
  expect(root.send('PUT', `/projects/${id}`, uploading({}, avatar)).status).toBe(200)
  const original = shownOf(root, id)
  // A parameter that changes nothing that is read would be tried in vain.
  const names = [...params.map(({ name }) => name), ...Object.keys(own), 'avatar_url'].map(
    (name) => aliases[name] ?? name,
  )
  for (const name of names) expect([name, original[name]]).not.toEqual([name, shown(before)[name]])
  const copy = shownOf(root, imported(root, id))
  for (const name of names) expect([name, copy[name]]).toEqual([name, original[name]])
})

test('whatever a project holds comes back, through the API field by field', () => {
  const root = here.as('root')
  const id = created(root)
  const furnished = furnish(root, id)
  const original = content(root, id, furnished)
  for (const [name, value] of Object.entries(original)) expect([name, isEmpty(value)]).toEqual([name, false])
  const copy = content(root, imported(root, id), furnished)
  expect(copy).toEqual(original)
})

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

interface Furnished {
  readonly issue: number
  readonly request: number
}

function furnish(root: Calls, id: number): Furnished {
  const at = `/projects/${id}`
  const send = (operation: string, more: object = {}, iid: string | number = 0) => {
    const path = operation.replace('POST ', '').replace(':id', String(id)).replace(/:\w+/, String(iid))
    const { status, json } = root.post(path, { ...written[operation], ...more })
    expect([operation, status, status < 300 ? null : json]).toEqual([operation, 201, null])
    return json
  }
  send('POST /projects/:id/members')
  send('POST /projects/:id/labels')
  const milestone = send('POST /projects/:id/milestones').id
  const file = { branch: 'topic', start_branch: 'main', content: 'new', commit_message: 'Change' }
  expect(root.post(`${at}/repository/files/new.txt`, file).status).toBe(201)
  const issue = send('POST /projects/:id/issues', { milestone_id: milestone }).iid
  root.put(`${at}/issues/${issue}`, { remove_labels: 'heavy', milestone_id: 0 })
  root.put(`${at}/issues/${issue}`, { add_labels: 'heavy', milestone_id: milestone, state_event: 'close' })
  root.put(`${at}/issues/${issue}`, { state_event: 'reopen' })
  root.put(`${at}/issues/${issue}`, { state_event: 'close' })
  const request = send('POST /projects/:id/merge_requests', { milestone_id: milestone }).iid
  root.put(`${at}/merge_requests/${request}`, {
    remove_labels: 'heavy',
    milestone_id: 0,
    discussion_locked: true,
  })
  root.put(`${at}/merge_requests/${request}`, { add_labels: 'heavy', milestone_id: milestone })
  root.put(`${at}/merge_requests/${request}`, { state_event: 'close' })
  root.put(`${at}/merge_requests/${request}`, { state_event: 'reopen' })
  for (const on of [`issues/${issue}`, `merge_requests/${request}`]) {
    expect(root.post(`${at}/${on}/time_estimate`, { duration: '3h' }).status).toBe(200)
    expect(root.post(`${at}/${on}/add_spent_time`, { duration: '1h' }).status).toBe(201)
    expect(root.post(`${at}/${on}/award_emoji`, { name: 'tada' }).status).toBe(201)
    const note = send(
      `POST /projects/:id/${on.replace(/\d+/, on[0] === 'i' ? ':issue_iid' : ':merge_request_iid')}/notes`,
      {},
      on.split('/')[1],
    )
    expect(root.post(`${at}/${on}/notes/${note.id}/award_emoji`, { name: 'eyes' }).status).toBe(201)
  }
  expect(here.as('alice').post(`${at}/merge_requests/${request}/approve`, {}).status).toBe(201)
  const threads = `${at}/merge_requests/${request}/discussions`
  const thread = root.post(threads, { body: 'Is it?' }).json
  expect(root.put(`${threads}/${thread.id}`, { resolved: true }).status).toBe(200)
  const { diff_refs: refs } = root.get(`${at}/merge_requests/${request}`).json
  const end = { line_code: 'a1_0_1', type: 'new', new_line: 1 }
  const line_range = { start: end, end }
  const position = { ...refs, position_type: 'text', new_path: 'new.txt', new_line: 1, line_range }
  const suggestion = { body: '```suggestion:-0+0\nnewer\n```', position }
  expect(root.post(threads, suggestion).status).toBe(201)
  send('POST /projects/:id/badges')
  const board = send('POST /projects/:id/boards').id
  root.put(`${at}/boards/${board}`, { hide_backlog_list: true, hide_closed_list: true })
  const label = root.get(`${at}/labels`).json[0].id
  const planned = root.get(`${at}/milestones`).json[0].id
  for (const subject of [{ label_id: label }, { assignee_id: ALICE }, { milestone_id: planned }])
    expect(root.post(`${at}/boards/${board}/lists`, subject).status).toBe(201)
  const limits = { milestone_id: planned, assignee_id: ALICE, labels: 'limit', weight: 5 }
  expect(root.put(`${at}/boards/${board}`, limits).status).toBe(200)
  send('POST /projects/:id/pipeline_schedules')
  send('POST /projects/:id/protected_branches')
  send('POST /projects/:id/protected_tags', { name: 'w*' })
  send('POST /projects/:id/protected_environments')
  send('POST /projects/:id/releases')
  send('POST /projects/:id/snippets')
  send('POST /projects/:id/statuses/:sha', {}, root.get(`${at}/repository/commits/main`).json.id)
  const comment = { note: 'Neat', path: 'README.md', line: 1, line_type: 'new' }
  expect(root.post(`${at}/repository/commits/main/comments`, comment).status).toBe(201)
  const invitation = { email: 'someone@example.com', access_level: 30, expires_at: '2031-01-01' }
  expect(root.post(`${at}/invitations`, invitation).status).toBe(201)
  root.put(`${at}/milestones/${milestone}`, { state_event: 'close' })
  send('POST /projects/:id/wikis')
  send('POST /projects/:id/approvals')
  send('POST /projects/:id/push_rule')
  expect(root.put(`${at}/custom_attributes/region`, { value: 'north' }).status).toBe(200)
  const attached = { field: 'file', name: 'notes.txt', bytes: Uint8Array.of(1, 2, 3) }
  expect(root.send('POST', `${at}/uploads`, uploading({}, attached)).status).toBe(201)
  return { issue, request }
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
      return [path, plain(json)]
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
