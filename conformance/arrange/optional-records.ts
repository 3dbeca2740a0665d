import type { Reply } from '../kit/client.ts'
import { numberIn } from '../kit/expect.ts'
import { Skipped } from '../kit/finding.ts'
import { isRow, isRows, type Json } from '../kit/json.ts'
import { outlasts } from '../kit/outlasting.ts'
import type { Params } from '../kit/query.ts'
import { anyEntities, anyEntity, begun, over } from '../oracle/migrations.ts'
import { exportsOf, portables } from '../oracle/relation-exports.ts'
import { keyNamed } from '../oracle/ssh-keys.ts'
import { creation, finished } from '../oracle/vulnerability-exports.ts'
import type { Furniture, Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'
import { createAccessRequests } from './access-requests.ts'
import { createAccountRecords } from './accounts.ts'
import { createAdministrationRecords } from './administration.ts'
import { createAvatarsAndUploads } from './avatars-and-uploads.ts'
import { createDraftAndSnippetNotes } from './draft-and-snippet-notes.ts'
import { anotherGroupsParams } from './groups.ts'
import { filesOf, genericPackage, npmFileName, npmName, npmPackage } from './packages.ts'
import type { Amount, Piece } from './pieces.ts'
import { createPipelineRecords } from './pipelines.ts'
import { projectTemplates } from './project-templates.ts'
import { assignJob, enable, reportJob, runner, secondProject } from './runners.ts'
import { finishedExport, startExport } from './transfer.ts'
import { createVariablesAndTokens, nextWeek } from './variables-and-tokens.ts'

/** Furniture that a target may lack: then the laws skip the operations that would name it. */
export const optionalPieces: readonly Piece[] = [
  {
    name: 'notes',
    after: ['issues', 'merge requests'],
    places: [
      ...['issues.notes', 'merge_requests.notes', 'issues.award_emoji', 'merge_requests.award_emoji'],
      ...['issues.notes.award_emoji', 'merge_requests.notes.award_emoji', 'merge_requests.discussions'],
      ...['todo_id', 'issues.links', 'broadcast_messages'],
    ],
    make: discussed,
  },
  {
    name: 'snippets and wikis',
    places: ['snippet_id', 'projects.snippets', 'projects.wikis', 'groups.wikis'],
    make: jotted,
  },
  { name: 'shares', places: ['group_id', 'groups.projects'], make: shared },
  {
    name: 'approval rules',
    after: ['merge requests', 'shares'],
    places: ['projects.approval_rules', 'merge_requests.approval_rules'],
    make: approvable,
  },
  {
    name: 'deployments',
    after: ['guide'],
    places: ['projects.pipelines', 'projects.environments', 'projects.deployments', 'repository.blobs'],
    make: builtAndDeployed,
  },
  {
    name: 'tags and topics',
    places: ['topics', 'repository.tags', 'projects.custom_attributes'],
    make: named,
  },
  {
    name: 'badges and boards',
    places: ['projects', 'groups']
      .flatMap((kind) => [`${kind}.badges`, `${kind}.boards`, `${kind}.boards.lists`])
      .concat('label_id', 'groups.labels'),
    make: pictured,
  },
  {
    name: 'protected environments and accounts',
    places: [
      ...['projects', 'groups'].flatMap((kind) => [
        `${kind}.protected_environments`,
        `${kind}.service_accounts`,
        `${kind}.service_accounts.personal_access_tokens`,
      ]),
      ...['agent_id', 'projects.cluster_agents', 'projects.cluster_agents.tokens'],
    ],
    make: guarded,
  },
  {
    name: 'protected tags and lists',
    places: ['projects.feature_flags', 'projects.protected_tags', 'projects.feature_flags_user_lists'],
    make: protectedAndListed,
  },
  { name: 'runner', places: ['runners', 'runner_id', 'jobs', 'projects.jobs'], make: served },
  {
    name: 'keys',
    places: ['keys', 'fingerprint', 'projects.deploy_keys', 'user.keys', 'users.keys'],
    make: lockedIn,
  },
  {
    name: 'threads',
    after: ['issues', 'merge requests'],
    places: [
      ...['suggestions', 'issues.discussions', 'discussions.notes', 'issues.discussions.notes'],
      'merge_requests.versions',
    ],
    make: reviewed,
  },
  { name: 'vulnerability export', places: ['security.vulnerability_exports'], make: exported },
  {
    name: 'packages',
    places: [
      ...['package_id', 'package_file_id', 'package_name', 'package_version', 'file_name', 'tag'],
      ...['packages.npm', 'npm.-', '-.package'],
    ],
    make: published,
  },
  {
    name: 'audit events',
    places: ['projects.audit_events', 'groups.audit_events', 'audit_events'],
    make: audited,
  },
  { name: 'migrations', places: ['import_id', 'entity_id'], make: migrated },
  {
    name: 'draft notes',
    after: ['merge requests', 'snippets and wikis'],
    places: [
      ...[
        'merge_requests.draft_notes',
        'snippets.notes',
        'snippets.award_emoji',
        'snippets.notes.award_emoji',
      ],
    ],
    make: (stage, found) => createDraftAndSnippetNotes(stage, made, found['projects.snippets']),
  },
  {
    name: 'account',
    places: [
      ...['user.emails', 'user.gpg_keys', 'users.emails', 'users.gpg_keys', 'users.custom_attributes'],
      ...['personal_access_tokens', 'impersonation_token_id', 'groups.custom_attributes', 'provider'],
    ],
    make: (stage) => createAccountRecords(stage, made),
  },
  {
    name: 'variables and tokens',
    places: [
      ...['projects', 'groups'].flatMap((kind) =>
        ['variables', 'access_tokens', 'hooks', 'deploy_tokens'].map((noun) => `${kind}.${noun}`),
      ),
      ...['hooks', 'ci.variables', 'groups.milestones', 'projects.triggers', 'commits.discussions'],
      ...['projects.releases', 'assets.links'],
    ],
    make: (stage) => createVariablesAndTokens(stage, made),
  },
  {
    name: 'schedules and mirrors',
    after: ['issues'],
    places: [
      ...['projects.pipeline_schedules', 'pipeline_schedules.variables', 'projects.freeze_periods'],
      ...['projects.remote_mirrors', 'issues', 'projects.import_project_members', 'trigger', 'submodule'],
    ],
    make: (stage) => createPipelineRecords(stage, made),
  },
  {
    name: 'access requests',
    places: ['projects.access_requests', 'groups.access_requests'],
    make: (stage) => createAccessRequests(stage, made),
  },
  {
    name: 'administration',
    after: ['issues'],
    places: [
      ...['projects', 'groups'].flatMap((kind) =>
        ['clusters', 'invitations', 'integrations'].map((noun) => `${kind}.${noun}`),
      ),
      ...['groups.saml_group_links', 'groups.epics', 'groups.epics/epic_id', 'groups.epics.discussions'],
      ...['epics.discussions.notes', 'epics.notes', 'epics.issues', 'child_epic_id', 'groups.member_roles'],
      ...['job_token_scope.groups_allowlist', 'packages.protection.rules', 'protection.repository.rules'],
      ...['protection.tag.rules', 'pages.domains', 'projects.external_status_checks'],
      ...['external_status_check_id', 'member_roles', 'admin.clusters'],
    ],
    serves: /\/(?:push_rule|export)/,
    make: (stage) => createAdministrationRecords(stage, made),
  },
  {
    name: 'avatars and uploads',
    places: ['upload_id', 'secret', 'filename'],
    serves: /\/avatar$/,
    make: createAvatarsAndUploads,
  },
  // Last of all: what is exported is not exported anew for some minutes, and later records would be missing.
  { name: 'exported relations', places: [], serves: /\/export_relations\//, make: taken },
  { name: 'exported archive', places: [], serves: /\/export\//, make: archived },
]

/** Snippets of the owner's and of the project, whose files have the name of one in the repository, and pages of wikis. */
async function jotted(stage: Stage): Promise<Furniture> {
  const { id } = stage.project
  const found: Record<string, string | number | undefined> = {}
  for (const name of ['one', 'two', 'three']) {
    const file = { file_name: 'docs/guide.md', content: '# Guide\n' }
    const snippet = { title: `${stage.prefix} ${name}`, visibility: 'private', ...file }
    found.snippet_id = await made(stage, 'POST /snippets', snippet)
    // Whoever sees the project sees these.
    const shown = { id, ...snippet, visibility: 'public' }
    found['projects.snippets'] = await made(stage, 'POST /projects/:id/snippets', shown)
    const page = { title: `furniture/${name}`, content: '# Guide\n' }
    found['projects.wikis'] = await made(stage, 'POST /projects/:id/wikis', { id, ...page }, 'slug')
    if (stage.inGroup)
      found['groups.wikis'] = await made(
        stage,
        'POST /groups/:id/wikis',
        { id: stage.group.id, ...page },
        'slug',
      )
  }
  return found
}

/** An archive of the project that can be downloaded. */
async function archived(stage: Stage): Promise<Furniture> {
  const { status } = await stage.call(startExport, { id: stage.project.id }, { as: 'owner' })
  try {
    if (status === 202) await finishedExport(stage)
  } catch (problem) {
    if (!(problem instanceof Skipped)) throw problem
  }
  return {}
}

/** Relations that can be downloaded one by one, of the project and of its group. */
async function taken(stage: Stage): Promise<Furniture> {
  for (const { kind, id } of portables(stage))
    await stage.call(exportsOf(kind).start, { id }, { as: 'owner' })
  return {}
}

async function discussed(stage: Stage): Promise<Furniture> {
  const onIssue = { id: stage.project.id, issue_iid: 1 }
  const onRequest = { id: stage.project.id, merge_request_iid: 1 }
  const issue = 'POST /projects/:id/issues/:issue_iid'
  const request = 'POST /projects/:id/merge_requests/:merge_request_iid'
  return {
    'issues.notes': await made(stage, `${issue}/notes`, { ...onIssue, body: 'A note' }),
    'merge_requests.notes': await made(stage, `${request}/notes`, { ...onRequest, body: 'A note' }),
    'issues.award_emoji': await made(stage, `${issue}/award_emoji`, { ...onIssue, name: 'star' }),
    'merge_requests.award_emoji': await made(stage, `${request}/award_emoji`, { ...onRequest, name: 'star' }),
    todo_id: await made(stage, `${issue}/todo`, onIssue),
    'issues.links': await made(stage, `${issue}/links`, {
      ...onIssue,
      target_project_id: stage.project.id,
      target_issue_iid: 3,
    }),
    broadcast_messages: stage.has('admin')
      ? await made(stage, 'POST /broadcast_messages', { message: 'Furniture' }, 'id', 'admin')
      : undefined,
    ...(await reactedTo(stage)),
    'merge_requests.discussions': await made(stage, `${request}/discussions`, {
      ...onRequest,
      body: 'A thread',
    }),
  }
}

/** Comments with reactions, on an issue and on a merge request. */
async function reactedTo(stage: Stage): Promise<Furniture> {
  const { id } = stage.project
  const found: Record<string, string | number | undefined> = {}
  for (const [kind, param] of [
    ['issues', 'issue_iid'],
    ['merge_requests', 'merge_request_iid'],
  ] as const) {
    const notes = `POST /projects/:id/${kind}/:${param}/notes`
    const at = { id, [param]: 1 }
    const note_id = await made(stage, notes, { ...at, body: 'A note to react to' })
    if (note_id === undefined) continue
    found[`${kind}.notes`] = note_id
    const award = { ...at, note_id, name: 'star' }
    found[`${kind}.notes.award_emoji`] = await made(stage, `${notes}/:note_id/award_emoji`, award)
  }
  return found
}

async function approvable(stage: Stage, { group_id }: Furniture, amount: Amount): Promise<Furniture> {
  const { id } = stage.project
  const protectedBranches = await stage.call('GET /projects/:id/protected_branches', { id }, { as: 'owner' })
  const protected_branch_ids = isRows(protectedBranches.json) ? protectedBranches.json.map((it) => it.id) : []
  const places = { group_ids: group_id === undefined ? [] : [group_id], protected_branch_ids }
  const onProject = 'POST /projects/:id/approval_rules'
  const onRequest = 'POST /projects/:id/merge_requests/:merge_request_iid/approval_rules'
  const found: { [place: string]: string | number | undefined } = {}
  // They ask for no approvals, so that merge requests can still be merged.
  for (const name of ['Furniture', 'Furniture too', 'Furniture as well'].slice(0, amount)) {
    const rule = { name, approvals_required: 0, user_ids: [stage.user('owner').id] }
    found['projects.approval_rules'] = await made(stage, onProject, { id, ...rule, ...places } as Params)
    found['merge_requests.approval_rules'] = await made(stage, onRequest, {
      id,
      merge_request_iid: 1,
      ...rule,
      group_ids: places.group_ids,
    })
  }
  return found
}

async function builtAndDeployed(stage: Stage): Promise<Furniture> {
  const { id, branch } = stage.project
  const commit = 'GET /projects/:id/repository/commits/:sha'
  const sha = field(await stage.call(commit, { id, sha: branch }, { as: 'owner' }), 'id')
  const deployment = { id, environment: 'staging', sha, ref: branch, tag: false, status: 'success' }
  await stage.call(
    'POST /projects/:id/statuses/:sha',
    { id, sha: branch, state: 'success', ref: branch },
    { as: 'owner' },
  )
  return {
    'projects.pipelines': await listed(stage, 'GET /projects/:id/pipelines', { id }),
    'projects.environments': await made(stage, 'POST /projects/:id/environments', { id, name: 'production' }),
    'projects.deployments': await made(stage, 'POST /projects/:id/deployments', deployment),
    // Not by its path, whose slash is lost on the way to some deployments.
    'repository.blobs': await listed(stage, 'GET /projects/:id/repository/tree', { id, path: 'docs' }),
  }
}

async function shared(stage: Stage): Promise<Furniture> {
  if (!stage.inGroup) return {}
  const switches = { auto_devops_enabled: true, emails_disabled: true, mentions_disabled: true }
  const group_id = await made(stage, 'POST /groups', {
    ...anotherGroupsParams(stage, 'invited'),
    ...switches,
  })
  const invitation = { group_id, group_access: 10 }
  await stage.call('POST /projects/:id/share', { id: stage.project.id, ...invitation }, { as: 'owner' })
  await stage.call('POST /groups/:id/share', { id: stage.group.id, ...invitation }, { as: 'owner' })
  const elsewhere = {
    name: `${stage.prefix}-elsewhere`,
    ...(stage.parent === undefined ? {} : { namespace_id: stage.parent.id }),
  }
  return {
    group_id,
    'groups.projects': await made(stage, 'POST /projects', elsewhere),
  }
}

async function protectedAndListed(stage: Stage, _: Furniture, amount: Amount): Promise<Furniture> {
  const { id } = stage.project
  const tags = 'POST /projects/:id/protected_tags'
  const lists = 'POST /projects/:id/feature_flags_user_lists'
  const before = amount - 1
  for (const name of ['release-*', 'nightly'].slice(0, before)) await made(stage, tags, { id, name })
  for (const name of ['First list', 'Second list'].slice(0, before))
    await made(stage, lists, { id, name, user_xids: 'a,b' })
  return {
    'projects.feature_flags': await made(
      stage,
      'POST /projects/:id/feature_flags',
      { id, name: 'furniture' },
      'name',
    ),
    'projects.protected_tags': await made(stage, tags, { id, name: 'feature/*' }, 'name'),
    'projects.feature_flags_user_lists': await made(
      stage,
      lists,
      { id, name: 'Third list', user_xids: '' },
      'iid',
    ),
  }
}

/** Threads with their notes, a suggestion on the first merge request, and the states of its diff. */
async function reviewed(stage: Stage): Promise<Furniture> {
  const { id } = stage.project
  const onRequest = { id, merge_request_iid: 1 }
  const request = '/projects/:id/merge_requests/:merge_request_iid'
  const { json } = await stage.call(`GET ${request}`, onRequest, { as: 'owner' })
  const refs = isRow(json) ? json.diff_refs : undefined
  const place = { position_type: 'text', new_path: 'topic-one.txt', new_line: 1 }
  const body = '```suggestion\nSomething else\n```'
  const position = isRow(refs) ? { ...refs, ...place } : undefined
  const thread = await stage.call(`POST ${request}/discussions`, { ...onRequest, body, position } as Params, {
    as: 'owner',
  })
  const [note] = isRow(thread.json) && isRows(thread.json.notes) ? thread.json.notes : []
  const [suggestion] = isRows(note?.suggestions) ? note.suggestions : []
  const issue = 'POST /projects/:id/issues/:issue_iid/discussions'
  const onIssue = await stage.call(issue, { id, issue_iid: 1, body: 'A thread' }, { as: 'owner' })
  const [comment] = isRow(onIssue.json) && isRows(onIssue.json.notes) ? onIssue.json.notes : []
  return {
    suggestions: simple(suggestion?.id),
    'issues.discussions': field(onIssue, 'id'),
    'discussions.notes': simple(note?.id),
    'issues.discussions.notes': simple(comment?.id),
    'merge_requests.versions': await listed(stage, `GET ${request}/versions`, onRequest),
  }
}

async function lockedIn(stage: Stage): Promise<Furniture> {
  const { id } = stage.project
  const { line, sha256 } = keyNamed(`${stage.prefix} furniture ${id}`)
  const key = { id, title: 'Furniture', key: line }
  const keyId = await made(stage, 'POST /projects/:id/deploy_keys', key)
  const own = {
    title: `${stage.prefix} furniture`,
    key: keyNamed(`${stage.prefix} own furniture ${id}`).line,
  }
  const ownId = await made(stage, 'POST /user/keys', own)
  return {
    ...(keyId === undefined ? {} : { keys: keyId, fingerprint: sha256, 'projects.deploy_keys': keyId }),
    'user.keys': ownId,
    'users.keys': ownId,
  }
}

const described = {
  description: 'What it is *for*.',
  ...projectTemplates,
  allow_merge_on_skipped_pipeline: true,
  emails_disabled: true,
}

async function named(stage: Stage): Promise<Furniture> {
  const { id, branch } = stage.project
  await stage.call('PUT /projects/:id', { id, ...described, topics: ['furniture'] }, { as: 'owner' })
  const attribute = { id, key: 'team', value: 'blue' }
  const tag = { id, tag_name: 'v1', ref: branch }
  return {
    topics: await listed(stage, 'GET /topics', { search: 'furniture' }),
    'repository.tags': await made(stage, 'POST /projects/:id/repository/tags', tag, 'name'),
    'projects.custom_attributes': stage.has('admin')
      ? await made(stage, 'PUT /projects/:id/custom_attributes/:key', attribute, 'key', 'admin')
      : undefined,
  }
}

/** Badges, and boards with lists, of the project and of its group. */
async function pictured(stage: Stage): Promise<Furniture> {
  const found: Record<string, string | number | undefined> = {}
  const address = 'https://example.com'
  const label = { name: `${stage.prefix} listed`, color: 'red' }
  const owners = [
    { kind: 'projects', id: stage.project.id },
    ...(stage.inGroup ? [{ kind: 'groups', id: stage.group.id }] : []),
  ]
  for (const { kind, id } of owners) {
    const at = `POST /${kind}/:id`
    for (const name of ['one', 'two', 'three']) {
      const badge = { id, name, link_url: address, image_url: address }
      found[`${kind}.badges`] = await made(stage, `${at}/badges`, badge)
      found[`${kind}.boards`] = await made(stage, `${at}/boards`, { id, name })
    }
    const board_id = found[`${kind}.boards`]
    if (board_id === undefined) continue
    for (const name of ['A', 'B', 'C']) {
      const label_id = await made(stage, `${at}/labels`, {
        id,
        ...label,
        name: `${label.name} ${kind} ${name}`,
      })
      const list = { id, board_id, label_id }
      found[`${kind}.boards.lists`] = await made(stage, `${at}/boards/:board_id/lists`, list)
    }
  }
  // The last owner is the group, if there is one, and its labels are known in the project too.
  const { kind, id } = owners.at(-1) ?? { kind: 'projects', id: stage.project.id }
  const label_id = await made(stage, `POST /${kind}/:id/labels`, { id, ...label })
  return { ...found, label_id, 'groups.labels': `${label.name} groups A` }
}

/** Three of what guards and connects: protected environments, agents of clusters, accounts of machines. */
async function guarded(stage: Stage): Promise<Furniture> {
  const { id } = stage.project
  const found: Record<string, string | number | undefined> = {}
  const deploy_access_levels = [{ access_level: 40 }]
  const tiers = ['production', 'staging', 'testing']
  for (const name of tiers) {
    const environment = { name, deploy_access_levels }
    const protect = (place: string, id: number) =>
      made(stage, `POST /${place}/:id/protected_environments`, { id, ...environment }, 'name')
    found['projects.protected_environments'] = await protect('projects', id)
    if (stage.inGroup) found['groups.protected_environments'] = await protect('groups', stage.group.id)
    found.agent_id = await made(stage, 'POST /projects/:id/cluster_agents', { id, name: `agent-${name}` })
    const token = { name: 'furniture', scopes: ['api'], expires_at: await nextWeek(stage) }
    for (const [place, owner] of [
      ['projects', id],
      ...(stage.inGroup ? ([['groups', stage.group.id]] as const) : []),
    ] as const) {
      const path = `POST /${place}/:id/service_accounts`
      const user_id = await made(stage, path, { id: owner })
      found[`${place}.service_accounts`] = user_id
      if (user_id === undefined) continue
      const tokens = `${path}/:user_id/personal_access_tokens`
      found[`${place}.service_accounts.personal_access_tokens`] = await made(stage, tokens, {
        id: owner,
        user_id,
        ...token,
      })
    }
  }
  const { agent_id } = found
  if (agent_id === undefined) return found
  const path = 'POST /projects/:id/cluster_agents/:agent_id/tokens'
  const agentToken = await made(stage, path, { id, agent_id, name: 'furniture' })
  return { ...found, 'projects.cluster_agents': agent_id, 'projects.cluster_agents.tokens': agentToken }
}

/** A runner of a second project, enabled in the project too, which can do without it. */
async function served(stage: Stage): Promise<Furniture> {
  const machine = {
    name: 'furniture',
    version: '1.0',
    revision: 'abc',
    platform: 'linux',
    architecture: 'x64',
  }
  const params = { description: 'Furniture', tag_list: ['furniture'], info: machine }
  const it = await orNothing(async () => runner(stage, params, 'projects', await secondProject(stage)))
  if (it === undefined) return {}
  await enable(stage, stage.project.id, it)
  const job = await orNothing(() => assignJob(stage, it, 'furniture'))
  if (job !== undefined) await reportJob(stage, job, { state: 'success' })
  return { runners: it.id, runner_id: it.id, jobs: job?.id, 'projects.jobs': job?.id }
}

/** An export of vulnerabilities that is finished, so that it answers the same as long as anybody looks. */
async function exported(stage: Stage): Promise<Furniture> {
  const created = await stage.call(creation.project, { id: stage.project.id }, { as: 'owner' })
  if (created.status !== 201) return {}
  const done = await orNothing(() => finished(stage, created.row()))
  return { 'security.vulnerability_exports': done && simple(done.id) }
}

/** Three generic packages, the first one with two files, and an npm package with a tag of its own. */
async function published(stage: Stage): Promise<Furniture> {
  const tool = await orNothing(() => genericPackage(stage, { name: 'tool', version: '1.0.0' }))
  const library = await orNothing(() => npmPackage(stage, { name: npmName(stage, 'library') }))
  if (tool === undefined || library === undefined) return {}
  await genericPackage(stage, { name: 'tool', version: '1.0.0', file: 'second.txt' })
  await genericPackage(stage, { name: 'tool', version: '1.1.0' })
  await genericPackage(stage, { name: 'other', version: '1.0.0' })
  const [file] = await filesOf(stage, tool)
  return {
    package_id: numberIn(tool, 'id'),
    package_file_id: file === undefined ? undefined : numberIn(file, 'id'),
    package_name: 'tool',
    package_version: '1.0.0',
    file_name: 'file.txt',
    'packages.npm': npmName(stage, 'library'),
    'npm.-': npmFileName(npmName(stage, 'library'), '1.0.0'),
    '-.package': npmName(stage, 'library'),
    tag: 'latest',
  }
}

/** The latest event of each scope. */
async function audited(stage: Stage): Promise<Furniture> {
  const { id } = stage.project
  return {
    'projects.audit_events': await listed(stage, 'GET /projects/:id/audit_events', { id }),
    'groups.audit_events': stage.inGroup
      ? await listed(stage, 'GET /groups/:id/audit_events', { id: stage.group.id })
      : undefined,
    audit_events: stage.has('admin') ? await listed(stage, 'GET /audit_events', {}, 'admin') : undefined,
  }
}

/** Three migrations that are over, the last one of three entities, none of which arrived. */
async function migrated(stage: Stage): Promise<Furniture> {
  if (!stage.inGroup) return {}
  const last = await orNothing(async () => {
    for (const name of ['first', 'second'])
      await over(stage, (await begun(stage, [await anyEntity(stage, name)])).id)
    const entities = await anyEntities(stage, ['one', 'two', 'three'])
    const { id } = await begun(stage, entities)
    await over(stage, id)
    return id
  })
  if (last === undefined) return {}
  const import_id = last
  return { import_id, entity_id: await listed(stage, 'GET /bulk_imports/:import_id/entities', { import_id }) }
}

/** What could be made; undefined where the target cannot. */
async function orNothing<Made>(make: () => Promise<Made>): Promise<Made | undefined> {
  try {
    return await make()
  } catch (problem) {
    if (problem instanceof Skipped) return undefined
    throw problem
  }
}

/** The id, or another field, of what a call made; undefined where it made nothing. */
async function made(stage: Stage, operation: string, params: Params, name = 'id', as: Who = 'owner') {
  const [method = '', path = ''] = operation.split(' ')
  if (!stage.goesBack && outlasts({ method, path })) return undefined
  return field(await stage.call(operation, params, { as }), name)
}

/** The id of the first of a list. */
async function listed(stage: Stage, operation: string, params: Params, as: Who = 'owner') {
  const { status, json } = await stage.call(operation, params, { as })
  return status === 200 && isRows(json) ? simple(json[0]?.id) : undefined
}

function field({ status, json }: Reply, name: string) {
  return status < 300 && isRow(json) ? simple(json[name]) : undefined
}

function simple(value: Json | undefined): string | number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}
