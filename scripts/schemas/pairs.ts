import { isRow, type Row } from '../../conformance/kit/json.ts'

/** A response schema of the service, and the calls that its request specs hold to it. */
export interface Pair {
  /**
   * Its file below `spec/fixtures/api/schemas` of `ee/`, or without. `[]` before it: of each row of a list. `@name` before
   * it: of what an attribute holds, or each of its values (`@name.*`).
   */
  readonly schema: string
  readonly operations: readonly string[]
  /** What the address of a call has, or has not. */
  readonly asked?: RegExp
  readonly unasked?: RegExp
  /** Who calls; anybody unless told. */
  readonly by?: 'administrators' | 'others'
  /** An attribute that the answer has, or has not. */
  readonly shows?: string
  readonly lacks?: string
  readonly like?: Likeness
}

/** What the rows of the specs are like, and why those that are not need not fit. */
export interface Likeness {
  readonly is: (row: Row) => boolean
  readonly because: string
}

const has = (row: Row, name: string) => row[name] !== undefined && row[name] !== null
const partOf = (row: Row, name: string): Row => (isRow(row[name] ?? null) ? (row[name] as Row) : {})

const undated: Likeness = {
  is: (row) => !has(row, 'due_date') && !has(row, 'start_date'),
  because: 'dates are days, and the schema asks for times; milestones of the specs have none',
}
const fresh: Likeness = {
  is: (row) => undated.is(partOf(row, 'milestone')) && has(row, 'sha'),
  because: 'dates of a milestone are days, and `sha` is null once its branch is gone',
}
const collected: Likeness = {
  is: (row) => fresh.is(row) && has(row, 'changes_count'),
  because: `${fresh.because}; \`changes_count\` is null until the diff is there`,
}
const knownProviders: Likeness = {
  is: ({ identities, state }) =>
    (Array.isArray(identities) ? identities : []).every(
      (it) => isRow(it) && /^(?:github|bitbucket|google_oauth2|twitter)$/.test(String(it.provider)),
    ) && /^(?:active|blocked)$/.test(String(state)),
  because: 'the schema lists the providers and states of the specs, and there are others',
}
const open: Likeness = {
  is: (row) => has(row, 'default_branch'),
  because: 'who may not read the code is not shown what follows from it',
}
const unstored: Likeness = {
  is: (row) => !has(row, 'http_url_to_repo'),
  because: 'snippets of the specs have no repository, whose addresses are shown where there is one',
}
const plainNote: Likeness = {
  is: (row) => row.type !== 'DiffNote' && /^(?:Issue|MergeRequest)$/.test(String(row.noteable_type)),
  because: 'notes on a diff show their position, and only issues and merge requests have a number',
}
const versioned: Likeness = { is: (row) => has(row, 'version'), because: 'a version may be null' }
const usual: Likeness = {
  is: (row) => versioned.is(row) && row.status === 'default',
  because: `${versioned.because}, and only the usual status has a page`,
}
const onlyVersion: Likeness = {
  is: (row) => versioned.is(row) && Array.isArray(row.versions) && row.versions.length === 0,
  because: `${versioned.because}, and other versions have a pipeline only where one made them`,
}
const hashed: Likeness = {
  is: (row) => has(row, 'file_md5') && has(row, 'file_sha1'),
  because: 'generic packages are stored with the SHA-256 alone',
}
const plainBin: Likeness = {
  is: (row) => !isRow(row.bin ?? null),
  because: '`bin` may be a map, and versions of the specs have none',
}
const ending: Likeness = { is: (row) => has(row, 'expires_at'), because: 'a deploy token may have no end' }
const described: Likeness = {
  is: (row) => has(row, 'description'),
  because: 'a release may have no description',
}
const describedRelease: Likeness = {
  is: (row) => row.release === null || has(partOf(row, 'release'), 'description'),
  because: described.because,
}
const certainMilestone: Likeness = {
  is: (row) =>
    (row.milestone === null || has(partOf(row, 'milestone'), 'id')) &&
    (!has(row, 'project') || open.is(partOf(row, 'project'))),
  because: `a board for any of several milestones names them by title, and ${open.because}`,
}
const lasting: Likeness = {
  is: (row) => !has(row, 'expires_at'),
  because: 'the end of a membership is a day, and the schema asks for a time',
}

const commaSeparated: Likeness = {
  is: (row) => row.format === 'csv',
  because: 'other formats came later than the schema',
}

/** As the request specs of 18.9 have them, for the operations that exist here. */
export const pairs: readonly Pair[] = [
  { schema: 'public_api/v4/freeze_periods', operations: ['GET /projects/:id/freeze_periods'] },
  {
    schema: 'public_api/v4/freeze_period',
    operations: [
      'GET /projects/:id/freeze_periods/:freeze_period_id',
      'POST /projects/:id/freeze_periods',
      'PUT /projects/:id/freeze_periods/:freeze_period_id',
    ],
  },
  {
    schema: '[]public_api/v4/labels/project_label',
    operations: ['GET /projects/:id/labels'],
    unasked: /with_counts=(?:true|1)/,
  },
  {
    schema: '[]public_api/v4/labels/project_label_with_counts',
    operations: ['GET /projects/:id/labels'],
    asked: /with_counts=(?:true|1)/,
  },
  {
    schema: '[]public_api/v4/labels/label_with_counts',
    operations: ['GET /groups/:id/labels'],
    asked: /with_counts=(?:true|1)/,
  },
  {
    schema: '[]public_api/v4/labels/label',
    operations: ['GET /groups/:id/labels'],
    unasked: /with_counts=(?:true|1)/,
  },
  { schema: 'public_api/v4/pages_domain_basics', operations: ['GET /pages/domains'] },
  { schema: 'public_api/v4/pages_domains', operations: ['GET /projects/:id/pages/domains'] },
  {
    schema: 'public_api/v4/pages_domain/detail',
    operations: [
      'GET /projects/:id/pages/domains/:domain',
      'POST /projects/:id/pages/domains',
      'PUT /projects/:id/pages/domains/:domain',
    ],
  },
  { schema: 'public_api/v4/deploy_keys', operations: ['GET /deploy_keys'] },
  { schema: 'public_api/v4/user/basics', operations: ['GET /users'], by: 'others' },
  {
    schema: 'public_api/v4/user/admins',
    operations: ['GET /users'],
    by: 'administrators',
    shows: 'is_admin',
    like: knownProviders,
  },
  { schema: 'public_api/v4/user/basic', operations: ['GET /users/:id'], by: 'others' },
  {
    schema: 'public_api/v4/user/admin',
    operations: ['GET /users/:id'],
    by: 'administrators',
    shows: 'is_admin',
    like: knownProviders,
  },
  { schema: 'public_api/v4/user/admin', operations: ['POST /users', 'PUT /users/:id'], like: knownProviders },
  { schema: 'public_api/v4/user/public', operations: ['GET /user'], lacks: 'is_admin', like: knownProviders },
  { schema: 'public_api/v4/user/admin', operations: ['GET /user'], shows: 'is_admin' },
  { schema: 'public_api/v4/memberships', operations: ['GET /users/:user_id/memberships'] },
  { schema: 'public_api/v4/template_list', operations: ['GET /projects/:id/templates/:type'] },
  {
    schema: 'public_api/v4/template',
    operations: ['GET /projects/:id/templates/:type/:template_name'],
    unasked: /licenses/,
  },
  {
    schema: 'public_api/v4/license',
    operations: ['GET /projects/:id/templates/:type/:template_name'],
    asked: /licenses/,
  },
  {
    schema: 'public_api/v4/commits',
    operations: ['GET /projects/:id/repository/commits'],
    unasked: /with_stats=(?:true|1)/,
  },
  { schema: 'public_api/v4/commit/detail', operations: ['GET /projects/:id/repository/commits/:sha'] },
  {
    schema: 'public_api/v4/commit_notes',
    operations: ['GET /projects/:id/repository/commits/:sha/comments'],
  },
  {
    schema: 'public_api/v4/commit/basic',
    operations: ['POST /projects/:id/repository/commits/:sha/cherry_pick'],
    lacks: 'dry_run',
  },
  {
    schema: 'public_api/v4/commit/basic',
    operations: ['POST /projects/:id/repository/commits/:sha/revert'],
    lacks: 'dry_run',
  },
  {
    schema: 'public_api/v4/commit_note',
    operations: ['POST /projects/:id/repository/commits/:sha/comments'],
  },
  { schema: 'public_api/v4/metadata', operations: ['GET /metadata', 'GET /version'] },
  {
    schema: 'public_api/v4/projects',
    operations: ['GET /projects'],
    asked: /simple=(?:true|1)/,
    by: 'others',
  },
  { schema: 'statistics', operations: ['GET /application/statistics'] },
  { schema: 'public_api/v4/issues', operations: ['GET /issues'], unasked: /with_labels_details=(?:true|1)/ },
  {
    schema: 'public_api/v4/issues',
    operations: [
      'GET /projects/:id/milestones/:milestone_id/issues',
      'GET /groups/:id/milestones/:milestone_id/issues',
    ],
  },
  { schema: 'public_api/v4/related_issues', operations: ['GET /projects/:id/issues/:issue_iid/links'] },
  {
    schema: 'public_api/v4/issue_link',
    operations: [
      'POST /projects/:id/issues/:issue_iid/links',
      'GET /projects/:id/issues/:issue_iid/links/:issue_link_id',
      'DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id',
    ],
  },
  { schema: 'public_api/v4/project/export_status', operations: ['GET /projects/:id/export'] },
  { schema: 'pipeline_schedules', operations: ['GET /projects/:id/pipeline_schedules'] },
  {
    schema: 'pipeline_schedule',
    operations: [
      'GET /projects/:id/pipeline_schedules/:pipeline_schedule_id',
      'POST /projects/:id/pipeline_schedules',
      'PUT /projects/:id/pipeline_schedules/:pipeline_schedule_id',
      'POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/take_ownership',
    ],
  },
  {
    schema: 'public_api/v4/pipelines',
    operations: ['GET /projects/:id/pipeline_schedules/:pipeline_schedule_id/pipelines'],
  },
  {
    schema: 'pipeline_schedule_variable',
    operations: [
      'GET /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key',
      'POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables',
      'PUT /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key',
      'DELETE /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key',
    ],
  },
  {
    schema: 'public_api/v4/pipeline/detail',
    operations: [
      'GET /projects/:id/pipelines/:pipeline_id',
      'GET /projects/:id/pipelines/latest',
      'PUT /projects/:id/pipelines/:pipeline_id/metadata',
    ],
  },
  {
    schema: 'public_api/v4/pipelines',
    operations: ['GET /projects/:id/merge_requests/:merge_request_iid/pipelines'],
  },
  {
    schema: 'public_api/v4/merge_requests',
    operations: ['GET /merge_requests', 'GET /projects/:id/merge_requests', 'GET /groups/:id/merge_requests'],
    unasked: /with_labels_details=(?:true|1)|view=simple/,
    like: fresh,
  },
  {
    schema: 'public_api/v4/merge_request',
    operations: ['GET /projects/:id/merge_requests/:merge_request_iid'],
    like: collected,
  },
  {
    schema: 'public_api/v4/projects',
    operations: ['GET /search', 'GET /groups/:id/search'],
    asked: /scope=projects/,
    by: 'others',
    like: open,
  },
  {
    schema: 'public_api/v4/issues',
    operations: ['GET /search', 'GET /groups/:id/search', 'GET /projects/:id/search'],
    asked: /scope=issues/,
  },
  {
    schema: 'public_api/v4/merge_requests',
    operations: ['GET /search', 'GET /groups/:id/search', 'GET /projects/:id/search'],
    asked: /scope=merge_requests/,
    like: fresh,
  },
  {
    schema: 'public_api/v4/milestones',
    operations: ['GET /search', 'GET /groups/:id/search', 'GET /projects/:id/search'],
    asked: /scope=milestones/,
    like: undated,
  },
  {
    schema: 'public_api/v4/user/basics',
    operations: ['GET /search', 'GET /groups/:id/search', 'GET /projects/:id/search'],
    asked: /scope=users/,
  },
  {
    schema: 'public_api/v4/snippets',
    operations: ['GET /search'],
    asked: /scope=snippet_titles/,
    like: unstored,
  },
  {
    schema: 'public_api/v4/notes',
    operations: ['GET /projects/:id/search'],
    asked: /scope=notes/,
    like: plainNote,
  },
  { schema: 'public_api/v4/wiki_blobs', operations: ['GET /projects/:id/search'], asked: /scope=wiki_blobs/ },
  {
    schema: 'public_api/v4/commits_details',
    operations: ['GET /search', 'GET /groups/:id/search', 'GET /projects/:id/search'],
    asked: /scope=commits/,
  },
  {
    schema: 'public_api/v4/blobs',
    operations: ['GET /search', 'GET /groups/:id/search', 'GET /projects/:id/search'],
    asked: /scope=blobs/,
  },
  { schema: 'public_api/v4/system_hooks', operations: ['GET /hooks'] },
  { schema: 'public_api/v4/system_hook', operations: ['GET /hooks/:hook_id'] },
  { schema: 'public_api/v4/project_hooks', operations: ['GET /projects/:id/hooks'] },
  { schema: 'public_api/v4/project_hook', operations: ['GET /projects/:id/hooks/:hook_id'] },
  { schema: 'public_api/v4/group_hooks', operations: ['GET /groups/:id/hooks'] },
  { schema: 'public_api/v4/group_hook', operations: ['GET /groups/:id/hooks/:hook_id'] },
  { schema: 'public_api/v4/environments', operations: ['GET /projects/:id/environments'], by: 'others' },
  { schema: '@project public_api/v4/project', operations: ['GET /projects/:id/environments'], by: 'others' },
  {
    schema: 'public_api/v4/environment',
    operations: [
      'GET /projects/:id/environments/:environment_id',
      'POST /projects/:id/environments',
      'PUT /projects/:id/environments/:environment_id',
      'POST /projects/:id/environments/:environment_id/stop',
    ],
    by: 'others',
  },
  {
    schema: '@scheduled_entries public_api/v4/basic_environments',
    operations: ['DELETE /projects/:id/environments/review_apps'],
  },
  {
    schema: '@unprocessable_entries public_api/v4/basic_environments',
    operations: ['DELETE /projects/:id/environments/review_apps'],
  },
  {
    schema: 'public_api/v4/integrations',
    operations: ['GET /projects/:id/integrations', 'GET /groups/:id/integrations'],
  },
  { schema: 'public_api/v4/packages/packages', operations: ['GET /projects/:id/packages'], like: usual },
  {
    schema: 'public_api/v4/packages/package',
    operations: ['GET /projects/:id/packages/:package_id'],
    lacks: 'pipeline',
    like: onlyVersion,
  },
  {
    schema: 'public_api/v4/packages/package_with_build',
    operations: ['GET /projects/:id/packages/:package_id'],
    shows: 'pipeline',
    like: versioned,
  },
  {
    schema: 'public_api/v4/packages/pipelines',
    operations: ['GET /projects/:id/packages/:package_id/pipelines'],
  },
  { schema: 'public_api/v4/packages/group_packages', operations: ['GET /groups/:id/packages'], like: usual },
  {
    schema: 'public_api/v4/packages/package_files',
    operations: ['GET /projects/:id/packages/:package_id/package_files'],
    like: hashed,
  },
  {
    schema: 'public_api/v4/packages/npm_package',
    operations: ['GET /packages/npm/*package_name', 'GET /projects/:id/packages/npm/*package_name'],
  },
  {
    schema: '@versions.* public_api/v4/packages/npm_package_version',
    operations: ['GET /packages/npm/*package_name', 'GET /projects/:id/packages/npm/*package_name'],
    like: plainBin,
  },
  {
    schema: 'public_api/v4/packages/npm_package_tags',
    operations: [
      'GET /packages/npm/-/package/*package_name/dist-tags',
      'GET /projects/:id/packages/npm/-/package/*package_name/dist-tags',
    ],
  },
  {
    schema: 'public_api/v4/deploy_tokens',
    operations: ['GET /deploy_tokens', 'GET /projects/:id/deploy_tokens', 'GET /groups/:id/deploy_tokens'],
    like: ending,
  },
  {
    schema: 'public_api/v4/deploy_token',
    operations: [
      'GET /projects/:id/deploy_tokens/:token_id',
      'GET /groups/:id/deploy_tokens/:token_id',
      'POST /projects/:id/deploy_tokens',
      'POST /groups/:id/deploy_tokens',
    ],
    like: ending,
  },
  { schema: 'public_api/v4/feature_flags', operations: ['GET /projects/:id/feature_flags'] },
  {
    schema: 'public_api/v4/feature_flag',
    operations: [
      'GET /projects/:id/feature_flags/:feature_flag_name',
      'POST /projects/:id/feature_flags',
      'PUT /projects/:id/feature_flags/:feature_flag_name',
    ],
  },
  {
    schema: 'registry/repositories',
    operations: ['GET /projects/:id/registry/repositories', 'GET /groups/:id/registry/repositories'],
  },
  { schema: 'public_api/v4/branches', operations: ['GET /projects/:id/repository/branches'] },
  {
    schema: 'public_api/v4/branch',
    operations: [
      'GET /projects/:id/repository/branches/:branch',
      'PUT /projects/:id/repository/branches/:branch/protect',
      'PUT /projects/:id/repository/branches/:branch/unprotect',
      'POST /projects/:id/repository/branches',
    ],
  },
  { schema: 'remote_mirrors', operations: ['GET /projects/:id/remote_mirrors'] },
  {
    schema: 'remote_mirror',
    operations: ['GET /projects/:id/remote_mirrors/:mirror_id', 'POST /projects/:id/remote_mirrors'],
  },
  {
    schema: 'public_api/v4/releases',
    operations: ['GET /projects/:id/releases'],
    shows: 'commit',
    like: described,
  },
  {
    schema: 'public_api/v4/release/releases_for_guest',
    operations: ['GET /projects/:id/releases'],
    lacks: 'commit',
    like: described,
  },
  {
    schema: 'public_api/v4/release/releases_for_guest',
    operations: ['GET /groups/:id/releases'],
    lacks: 'commit',
    like: described,
  },
  {
    schema: 'public_api/v4/release',
    operations: [
      'GET /projects/:id/releases/:tag_name',
      'POST /projects/:id/releases',
      'PUT /projects/:id/releases/:tag_name',
      'DELETE /projects/:id/releases/:tag_name',
    ],
    shows: 'commit',
    like: described,
  },
  { schema: 'release/links', operations: ['GET /projects/:id/releases/:tag_name/assets/links'] },
  {
    schema: 'release/link',
    operations: [
      'GET /projects/:id/releases/:tag_name/assets/links/:link_id',
      'POST /projects/:id/releases/:tag_name/assets/links',
      'PUT /projects/:id/releases/:tag_name/assets/links/:link_id',
      'DELETE /projects/:id/releases/:tag_name/assets/links/:link_id',
    ],
  },
  { schema: 'protected_tags', operations: ['GET /projects/:id/protected_tags'] },
  {
    schema: 'protected_tag',
    operations: ['GET /projects/:id/protected_tags/:name', 'POST /projects/:id/protected_tags'],
  },
  {
    schema: 'protected_branches',
    operations: ['GET /projects/:id/protected_branches', 'GET /groups/:id/protected_branches'],
  },
  {
    schema: 'protected_branch',
    operations: [
      'GET /projects/:id/protected_branches/:name',
      'POST /projects/:id/protected_branches',
      'GET /groups/:id/protected_branches/:name',
      'POST /groups/:id/protected_branches',
    ],
  },
  {
    schema: 'public_api/v4/resource_access_tokens',
    operations: ['GET /projects/:id/access_tokens', 'GET /groups/:id/access_tokens'],
  },
  {
    schema: 'public_api/v4/resource_access_token',
    operations: ['GET /projects/:id/access_tokens/:token_id', 'GET /groups/:id/access_tokens/:token_id'],
  },
  { schema: 'public_api/v4/tags', operations: ['GET /projects/:id/repository/tags'], like: describedRelease },
  {
    schema: 'public_api/v4/tag',
    operations: ['GET /projects/:id/repository/tags/:tag_name', 'POST /projects/:id/repository/tags'],
    like: describedRelease,
  },
  { schema: 'contributors', operations: ['GET /projects/:id/repository/contributors'] },
  { schema: 'public_api/v4/agents', operations: ['GET /projects/:id/cluster_agents'] },
  {
    schema: 'public_api/v4/agent',
    operations: ['GET /projects/:id/cluster_agents/:agent_id', 'POST /projects/:id/cluster_agents'],
  },
  { schema: 'public_api/v4/agent_tokens', operations: ['GET /projects/:id/cluster_agents/:agent_id/tokens'] },
  {
    schema: 'public_api/v4/agent_token',
    operations: ['GET /projects/:id/cluster_agents/:agent_id/tokens/:token_id'],
  },
  {
    schema: 'public_api/v4/agent_token_with_token',
    operations: ['POST /projects/:id/cluster_agents/:agent_id/tokens'],
  },
  {
    schema: 'public_api/v4/boards',
    operations: ['GET /projects/:id/boards', 'GET /groups/:id/boards'],
    by: 'others',
    like: certainMilestone,
  },
  {
    schema: 'public_api/v4/board',
    operations: ['GET /projects/:id/boards/:board_id', 'GET /groups/:id/boards/:board_id'],
    by: 'others',
    like: certainMilestone,
  },
  {
    schema: 'public_api/v4/board',
    operations: [
      'POST /projects/:id/boards',
      'POST /groups/:id/boards',
      'PUT /projects/:id/boards/:board_id',
      'PUT /groups/:id/boards/:board_id',
    ],
    by: 'others',
    like: certainMilestone,
  },
  { schema: 'public_api/v4/dependencies', operations: ['GET /projects/:id/dependencies'] },
  {
    schema: 'public_api/v4/deployment_extended',
    operations: [
      'GET /projects/:id/deployments/:deployment_id',
      'POST /projects/:id/deployments',
      'PUT /projects/:id/deployments/:deployment_id',
    ],
  },
  {
    schema: 'public_api/v4/deployment_approval',
    operations: ['POST /projects/:id/deployments/:deployment_id/approval'],
  },
  {
    schema: 'public_api/v4/epic_issues',
    operations: [
      'GET /groups/:id/epics/:epic_iid/issues',
      'PUT /groups/:id/epics/:epic_iid/issues/:epic_issue_id',
    ],
  },
  {
    schema: 'public_api/v4/epic_issue_link',
    operations: [
      'POST /groups/:id/epics/:epic_iid/issues/:epic_issue_id',
      'DELETE /groups/:id/epics/:epic_iid/issues/:epic_issue_id',
    ],
  },
  {
    schema: 'public_api/v4/epics',
    operations: [
      'GET /groups/:id/epics/:epic_iid/epics',
      'PUT /groups/:id/epics/:epic_iid/epics/:child_epic_id',
    ],
  },
  {
    schema: 'public_api/v4/epic',
    operations: [
      'POST /groups/:id/epics/:epic_iid/epics/:child_epic_id',
      'DELETE /groups/:id/epics/:epic_iid/epics/:child_epic_id',
    ],
  },
  { schema: 'public_api/v4/linked_epic', operations: ['POST /groups/:id/epics/:epic_iid/epics'] },
  {
    schema: 'public_api/v4/epics',
    operations: ['GET /groups/:id/epics'],
    unasked: /with_labels_details=(?:true|1)/,
  },
  {
    schema: 'public_api/v4/epic',
    operations: [
      'GET /groups/:id/epics/:epic_iid',
      'POST /groups/:id/epics',
      'PUT /groups/:id/epics/:epic_iid',
    ],
  },
  { schema: 'public_api/v4/geo_nodes', operations: ['GET /geo_nodes'] },
  { schema: 'public_api/v4/geo_node_statuses', operations: ['GET /geo_nodes/status'] },
  { schema: 'entities/group_push_rules', operations: ['GET /groups/:id/push_rule'] },
  {
    schema: 'public_api/v4/user/safes',
    operations: ['GET /groups/:id/service_accounts', 'GET /projects/:id/service_accounts'],
  },
  { schema: 'public_api/v4/user/service_account', operations: ['POST /service_accounts'] },
  { schema: 'public_api/v4/user/service_accounts', operations: ['GET /service_accounts'] },
  {
    schema: 'public_api/v4/audit_events',
    operations: ['GET /groups/:id/audit_events', 'GET /projects/:id/audit_events'],
  },
  {
    schema: 'public_api/v4/audit_event',
    operations: [
      'GET /groups/:id/audit_events/:audit_event_id',
      'GET /projects/:id/audit_events/:audit_event_id',
    ],
  },
  { schema: 'public_api/v4/members', operations: ['GET /groups/:id/members'], like: lasting },
  {
    schema: 'public_api/v4/merge_request_approval_rules',
    operations: ['GET /projects/:id/merge_requests/:merge_request_iid/approval_rules'],
  },
  {
    schema: 'public_api/v4/merge_request_approval_rule',
    operations: [
      'GET /projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
      'POST /projects/:id/merge_requests/:merge_request_iid/approval_rules',
      'PUT /projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
    ],
  },
  {
    schema: 'public_api/v4/group_merge_request_approval_settings',
    operations: [
      'GET /groups/:id/merge_request_approval_setting',
      'PUT /groups/:id/merge_request_approval_setting',
      'GET /projects/:id/merge_request_approval_setting',
      'PUT /projects/:id/merge_request_approval_setting',
    ],
  },
  {
    schema: 'public_api/v4/project_approval_rule',
    operations: [
      'GET /projects/:id/approval_rules/:approval_rule_id',
      'POST /projects/:id/approval_rules',
      'PUT /projects/:id/approval_rules/:approval_rule_id',
    ],
  },
  { schema: 'public_api/v4/project_approval_rules', operations: ['GET /projects/:id/approval_rules'] },
  {
    schema: 'public_api/v4/project_approvers',
    operations: ['GET /projects/:id/approvals', 'POST /projects/:id/approvals'],
  },
  {
    schema: 'project_mirror',
    operations: ['GET /projects/:id/mirror/pull', 'PUT /projects/:id/mirror/pull'],
  },
  {
    schema: 'public_api/v4/protected_environment',
    operations: [
      'GET /projects/:id/protected_environments/:name',
      'POST /projects/:id/protected_environments',
      'PUT /projects/:id/protected_environments/:name',
      'GET /groups/:id/protected_environments/:name',
      'POST /groups/:id/protected_environments',
      'PUT /groups/:id/protected_environments/:name',
    ],
  },
  { schema: 'public_api/v4/related_epic_links', operations: ['GET /groups/:id/related_epic_links'] },
  { schema: 'public_api/v4/related_epics', operations: ['GET /groups/:id/epics/:epic_iid/related_epics'] },
  {
    schema: 'public_api/v4/related_epic_link',
    operations: [
      'POST /groups/:id/epics/:epic_iid/related_epics',
      'DELETE /groups/:id/epics/:epic_iid/related_epics/:related_epic_link_id',
    ],
  },
  {
    schema: 'public_api/v4/vulnerability_export',
    operations: [
      'GET /security/vulnerability_exports/:id',
      'POST /security/vulnerability_exports',
      'POST /security/projects/:id/vulnerability_exports',
      'POST /security/groups/:id/vulnerability_exports',
    ],
    like: commaSeparated,
  },
]
