import { contract } from '../../sim/contract.ts'
import type { Crowded } from './crowds.ts'
import { RELEASED, SERVICE_ACCOUNT } from './rows.ts'

/** A request whose cost is measured in worlds of different sizes. `{last}` in its path is the number of the last page. */
export interface Query {
  readonly path: string
  /** Who asks, if it is not a member of the group: an administrator. */
  readonly as?: 'root'
}

/** The request of a query in a world of so many rows. */
export function requestOf({ path, as }: Query, rows: number) {
  const url = `/api/v4${path.replace('{last}', String(Math.floor(rows / 20)))}`
  return { method: 'GET', url, headers: { 'private-token': `${as ?? 'alice'}-token` } }
}

/** What parameters of lists are asked with. */
const VALUES: { readonly [param: string]: readonly string[] } = {
  active: ['true', 'false'],
  entity_type: ['Project'],
  from: ['2020-01-01'],
  group_id: ['1'],
  last_used_after: ['2020-01-01T00:00:00Z'],
  last_used_before: ['2040-01-01T00:00:00Z'],
  name: ['absent'],
  package_name: ['needle', 'absent'],
  package_version: ['1.0.1'],
  project_id: ['1'],
  query: ['needle', 'absent'],
  ref: ['main', 'absent'],
  sha: ['absent'],
  skip_users: ['2'],
  stage: ['external', 'absent'],
  tag_list: ['docker', 'absent'],
  title: ['needle-1', 'absent'],
  user_ids: ['2'],
  action: ['created', 'pushed'],
  after: ['2020-01-01', '2040-01-01'],
  approved_by_ids: ['None', 'Any', '3'],
  approved_by_usernames: ['bob'],
  approver_ids: ['None', 'Any', '3'],
  assignee_id: ['None', 'Any', '5'],
  assignee_username: ['dave'],
  author_id: ['4'],
  author_username: ['carol'],
  before: ['2020-01-01', '2040-01-01'],
  confidential: ['true', 'false'],
  created_after: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  created_before: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  deployed_after: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  deployed_before: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  environment: ['production'],
  epic_id: ['None', 'Any', '1'],
  id_after: ['1000'],
  id_before: ['1000'],
  iids: ['5001'],
  last_activity_after: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  last_activity_before: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  labels: ['None', 'Any', 'bug'],
  milestone: ['None', 'Any', 'v1.5'],
  my_reaction_emoji: ['None', 'Any', 'thumbsup'],
  repository_storage: ['default', 'absent'],
  reviewer_id: ['None', 'Any', '5'],
  reviewer_username: ['dave'],
  search: ['needle', 'absent'],
  skip_groups: ['1'],
  source_branch: ['absent'],
  source_project_id: ['1', '5'],
  target_branch: ['main', 'absent'],
  topic: ['absent'],
  topic_id: ['1'],
  two_factor: ['enabled'],
  updated_after: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  updated_before: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  username: ['carol', 'absent'],
  weight: ['None', 'Any', '3'],
  with_programming_language: ['absent'],
}
const LISTS = ['approved_by_ids', 'approved_by_usernames', 'approver_ids', 'iids']
/** They choose no rows, or are asked with the orders and pages. */
const OTHERS = [
  'custom_attributes',
  // They are asked for together.
  'extern_uid',
  'provider',
  'entity_id',
  'id',
  'in',
  'order_by',
  'page',
  'pagination',
  'cursor',
  'per_page',
  'non_archived',
  'render_html',
  'sort',
  'statistics',
  'user_id',
  'with_custom_attributes',
  'view',
  'with_labels_details',
  'with_merge_status_recheck',
]
/** The list of one's own runners refuses scopes that name types. */
const REFUSED = /^\/runners\?.*scope=(?:specific|shared|\w+_type)/

/** The same lists seen from elsewhere. */
const SEEN_FROM: { readonly [place: string]: readonly string[] } = {
  '/projects/1/invitations': ['/groups/:id/invitations', '/groups/:id/pending_members'],
  '/projects/1/invited_groups': ['/groups/:id/invited_groups'],
  '/projects/1/packages': ['/groups/:id/packages'],
  '/projects/1/releases': ['/groups/:id/releases'],
  '/projects/1/registry/repositories': ['/groups/:id/registry/repositories'],
  '/projects/1/runners': ['/runners', '/runners/all', '/groups/:id/runners'],
  '/projects/1/snippets': ['/snippets/all'],
  '/projects/1/deploy_tokens': ['/deploy_tokens'],
  '/projects/1/audit_events': ['/audit_events'],
}

const IDS: { readonly [param: string]: string } = {
  issue_iid: '1',
  pipeline_id: '1',
  sha: 'HEAD',
  user_id: '2',
  id: '1',
  epic_id: '1',
  epic_iid: '5001',
  merge_request_iid: '1',
  deployment_id: '1',
  milestone_id: '5',
  tag_name: RELEASED,
  noteable_id: '1',
  package_id: '3',
}

/** Forks and single rows, and then every documented order and filter of the lists that grow. */
export const queries: readonly Query[] = [
  { path: '/projects/1/merge_requests/5001' },
  { path: '/projects/1/issues/5001' },
  ...['merge_requests', 'issues'].flatMap((kind) => [
    ...listsOf(`GET /projects/:id/${kind}`, `/projects/1/${kind}?per_page=20`),
    ...listsOf(`GET /groups/:id/${kind}`, `/groups/1/${kind}?per_page=20`),
    ...listsOf(`GET /${kind}`, `/${kind}?scope=all&per_page=20`),
  ]),
  { path: '/projects/1/issues_statistics' },
  { path: '/projects/1/labels?with_counts=true' },
  { path: '/search?scope=merge_requests&search=needle' },
]

/** Lists by what there are many of, with every documented order and filter of each. */
export const listsOfTables: { readonly [crowd in Crowded]: readonly Query[] } = {
  projects: [
    ...listsOf('GET /projects', '/projects?simple=true'),
    ...listsOf('GET /groups/:id/projects', '/groups/1/projects?simple=true'),
  ],
  groups: [
    ...listsOf('GET /groups', '/groups?per_page=20'),
    ...listsOf('GET /namespaces', '/namespaces?per_page=20'),
    ...listsOf('GET /namespaces', '/namespaces?per_page=20').map(({ path }) => ({
      path,
      as: 'root' as const,
    })),
    { path: '/groups/1/transfer_locations?per_page=20' },
    { path: '/projects/1/transfer_locations?per_page=20' },
    { path: '/projects/1/share_locations?per_page=20' },
    ...byRoot(listsOf('GET /groups/:id/transfer_locations', '/groups/1/transfer_locations?per_page=20')),
    ...byRoot(listsOf('GET /projects/:id/transfer_locations', '/projects/1/transfer_locations?per_page=20')),
    ...byRoot(listsOf('GET /projects/:id/share_locations', '/projects/1/share_locations?per_page=20')),
  ],
  users: [
    ...listsOf('GET /users', '/users?per_page=20'),
    ...byRoot(listsOf('GET /user/activities', '/user/activities?per_page=20')),
  ],
  runnerJobs: byRoot(listsOf('GET /runners/:id/jobs', '/runners/1/jobs?per_page=20')),
  events: [
    ...listsOf('GET /users/:user_id/events', '/users/2/events?per_page=20'),
    ...listsOf('GET /projects/:id/events', '/projects/1/events?per_page=20'),
    ...listsOf('GET /events', '/events?scope=all&per_page=20'),
    { path: '/users/2/contributed_projects?per_page=20' },
  ],
  serviceTokens: listsOf(
    'GET /groups/:id/service_accounts/:user_id/personal_access_tokens',
    `/groups/1/service_accounts/${SERVICE_ACCOUNT}/personal_access_tokens?per_page=20`,
  ),
  ...below('/projects/1', {
    notes: ['/issues/:issue_iid/notes', '/issues/:issue_iid/discussions', '/issues/:issue_iid/participants'],
    awards: ['/issues/:issue_iid/award_emoji'],
    resourceEvents: ['/issues/:issue_iid/resource_label_events'],
    labels: ['/labels'],
    milestones: ['/milestones'],
    members: ['/members', '/members/all', '/users'],
    stars: ['/starrers'],
    deployTokens: ['/deploy_tokens'],
    snippets: ['/snippets'],
    runners: ['/runners'],
    packages: ['/packages'],
    releases: ['/releases'],
    branches: ['/repository/branches', '/repository/commits/:sha/refs'],
    tags: ['/repository/tags'],
    pipelines: ['/pipelines'],
    ciJobs: ['/jobs', '/pipelines/:pipeline_id/jobs', '/pipelines/:pipeline_id/bridges'],
    commitStatuses: ['/repository/commits/:sha/statuses'],
    pipelineSchedules: ['/pipeline_schedules'],
    deployments: ['/deployments'],
    environments: ['/environments'],
    containerRepositories: ['/registry/repositories'],
    featureFlags: ['/feature_flags'],
    userLists: ['/feature_flags_user_lists'],
    auditEvents: ['/audit_events'],
    mergeRequestNotes: [
      '/merge_requests/:merge_request_iid/notes',
      '/merge_requests/:merge_request_iid/discussions',
      '/merge_requests/:merge_request_iid/participants',
    ],
    snippetNotes: ['/snippets/:noteable_id/notes', '/snippets/:noteable_id/discussions'],
    commitNotes: ['/repository/commits/:sha/comments', '/repository/commits/:sha/discussions'],
    packageFiles: ['/packages/:package_id/package_files'],
    projectTokens: ['/access_tokens'],
    dependencies: ['/dependencies'],
    plannedIssues: ['/milestones/:milestone_id/issues'],
    plannedMergeRequests: [
      '/milestones/:milestone_id/merge_requests',
      '/repository/commits/:sha/merge_requests',
      '/issues/:issue_iid/related_merge_requests',
      '/issues/:issue_iid/closed_by',
    ],
    invitations: ['/invitations'],
    shares: ['/invited_groups', '/groups'],
    deployedMergeRequests: ['/deployments/:deployment_id/merge_requests'],
    releaseLinks: ['/releases/:tag_name/assets/links'],
    protectedBranches: ['/protected_branches'],
    mergeRequestPipelines: ['/merge_requests/:merge_request_iid/pipelines'],
  }),
  ...below('/groups/1', {
    groupLabels: ['/labels'],
    groupMilestones: ['/milestones'],
    epics: ['/epics'],
    epicIssues: ['/epics/:epic_iid/issues'],
    childEpics: ['/epics/:epic_iid/epics'],
    epicNotes: ['/epics/:epic_iid/notes', '/epics/:epic_id/discussions'],
    groupTokens: ['/access_tokens'],
    serviceAccounts: ['/service_accounts'],
    groupDeployTokens: ['/deploy_tokens'],
    groupMembers: ['/members', '/members/all', '/billable_members'],
    subgroups: ['/subgroups', '/descendant_groups'],
  }),
  ...below('', {
    tokens: ['/personal_access_tokens'],
    personalSnippets: ['/snippets', '/snippets/public', '/snippets/all'],
    topics: ['/topics'],
    todos: ['/todos'],
    impersonationTokens: ['/users/:user_id/impersonation_tokens'],
    starredProjects: ['/users/:user_id/starred_projects'],
  }),
}

type Lists<Name extends string> = { readonly [crowd in Name]: readonly string[] }

function below<Name extends string>(place: string, lists: Lists<Name>): Record<Name, readonly Query[]> {
  const root = place.replace('/1', '/:id')
  const asked = (path: string): Query[] => {
    const url = path.replace(/:(\w+)/g, (_, param: string) => IDS[param] as string)
    return listsOf(`GET ${path}`, `${url}?per_page=20`)
  }
  const found = {} as Record<Name, readonly Query[]>
  for (const name of Object.keys(lists) as Name[])
    found[name] = lists[name]
      .flatMap((path) => [`${root}${path}`, ...(SEEN_FROM[`${place}${path}`] ?? [])])
      .flatMap(asked)
  return found
}

function byRoot(queries: readonly Query[]): Query[] {
  return queries.map(({ path }) => ({ path, as: 'root' }))
}

function listsOf(id: string, list: string): Query[] {
  const { params, auth } = parametersOf(id)
  const orders = params.find(({ name }) => name === 'order_by')?.values ?? []
  const queries: Query[] = [
    { path: list },
    { path: `${list}&page={last}` },
    ...orders.flatMap((order) =>
      [`${order}&sort=asc`, `${order}&state=opened`, `${order}&page={last}`].map((asked) => ({
        path: `${list}&order_by=${asked}`,
      })),
    ),
    ...params
      .filter(
        ({ name, in: place }) => place !== 'path' && !OTHERS.includes(name) && !list.includes(`${name}=`),
      )
      .flatMap(({ name, kind, values, fields }) =>
        fields === undefined
          ? asked(name, kind === 'boolean' ? ['true', 'false'] : values).map((value) => ({
              path: `${list}&${named(name, value)}=${value}`,
            }))
          : fields.flatMap(({ name: inner, values }) =>
              // Among negated parameters these are names like others.
              asked(inner, values)
                .filter((value) => !/^(?:none|any)$/i.test(value))
                .map((value) => ({
                  path: `${list}&${name}[${inner}]${LISTS.includes(inner) ? '[]' : ''}=${value}`,
                })),
            ),
      ),
  ]
  const some = queries.filter(({ path }) => !REFUSED.test(path))
  return auth === 'admin' ? some.map(({ path }) => ({ path, as: 'root' })) : some
}

// Lists, unless one of the two words stands for them.
function named(name: string, value: string): string {
  const isList = LISTS.includes(name) && value !== 'None' && value !== 'Any'
  return isList ? `${name}[]` : name
}

// A parameter that is added is measured, too: without a value for it the bench does not begin.
function asked(name: string, values: readonly unknown[] | undefined): readonly string[] {
  const known = values?.filter((value) => value !== '').map(String)
  const own = VALUES[name]?.filter((value) => known === undefined || known.includes(value))
  const found = own?.length ? own : known
  if (found === undefined) throw new Error(`queries.ts has no value for the filter ${name}`)
  return found
}

function parametersOf(id: string) {
  const found = contract('specification').operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`there is no operation ${id}`)
  return found
}
