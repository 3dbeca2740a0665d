/**
 * What stands first in paths below a project, and the parts of which any may close what is there when it is switched off.
 * Without code there is nothing to propose, to build, to deploy or to release.
 */
const closedBy: { readonly [segment: string]: readonly string[] } = {
  ...each(['issues', 'issues_statistics', 'boards'], ['issues']),
  ...each(
    [
      'merge_requests',
      'approval_rules',
      'approvals',
      'merge_request_approval_setting',
      'external_status_checks',
    ],
    ['merge_requests', 'repository'],
  ),
  ...each(['milestones', 'labels'], ['issues', 'merge_requests']),
  search: ['issues', 'merge_requests', 'repository', 'snippets', 'wiki'],
  ...each(
    ['repository', 'languages', 'statistics', 'snapshot', 'templates', 'remote_mirrors', 'mirror'],
    ['repository'],
  ),
  fork: ['forking', 'repository'],
  ...each(
    [
      'jobs',
      'artifacts',
      'pipeline',
      'pipelines',
      'pipeline_schedules',
      'trigger',
      'triggers',
      'resource_groups',
    ],
    ['builds', 'repository'],
  ),
  ...each(['ci', 'variables', 'statuses'], ['builds', 'repository']),
  ...each(
    ['environments', 'deployments', 'protected_environments', 'freeze_periods'],
    ['environments', 'builds', 'repository'],
  ),
  ...each(['clusters', 'cluster_agents'], ['infrastructure', 'builds', 'repository']),
  ...each(['dependencies', 'vulnerability_exports'], ['security_and_compliance', 'builds', 'repository']),
  ...each(['feature_flags', 'feature_flags_user_lists'], ['feature_flags', 'repository']),
  releases: ['releases', 'repository'],
  pages: ['pages', 'builds', 'repository'],
  packages: ['packages'],
  registry: ['container_registry'],
  snippets: ['snippets'],
  wikis: ['wiki'],
}

/** What is shown at the end of a path and belongs to another part than what stands first in it. */
const endings: readonly (readonly [ending: RegExp, part: string])[] = [
  [/^issues\/.*\/(?:related_merge_requests|closed_by)$|^repository\/.*\/merge_requests$/, 'merge_requests'],
  [/^merge_requests\/.*\/closes_issues$/, 'issues'],
  [/^merge_requests\/.*\/pipelines$|^repository\/.*\/statuses$/, 'builds'],
]

/** Whether a part of a project that is switched off may close an operation: it is about that part, or about a part of it. */
export function closes(feature: string, operation: string): boolean {
  const [, below] = operation.split('/projects/:id/')
  if (below === undefined) return false
  const [first = ''] = below.split('/')
  return (
    closedBy[first]?.includes(feature) === true ||
    endings.some(([ending, part]) => part === feature && ending.test(below))
  )
}

function each(segments: readonly string[], parts: readonly string[]): typeof closedBy {
  return Object.fromEntries(segments.map((segment) => [segment, parts]))
}
