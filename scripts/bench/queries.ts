import { contract } from '../../sim/contract.ts'

/** A request whose cost is measured in worlds of different sizes. `{last}` in its path is the number of the last page. */
export interface Query {
  readonly path: string
}

/** What parameters of lists are asked with. */
const VALUES: { readonly [param: string]: readonly string[] } = {
  approved_by_ids: ['None', 'Any', '3'],
  approved_by_usernames: ['bob'],
  approver_ids: ['None', 'Any', '3'],
  assignee_id: ['None', 'Any', '5'],
  assignee_username: ['dave'],
  author_id: ['4'],
  author_username: ['carol'],
  confidential: ['true', 'false'],
  created_after: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  created_before: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  deployed_after: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  deployed_before: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  environment: ['production'],
  epic_id: ['None', 'Any', '1'],
  iids: ['5001'],
  labels: ['None', 'Any', 'bug'],
  milestone: ['None', 'Any', 'v1.5'],
  my_reaction_emoji: ['None', 'Any', 'thumbsup'],
  reviewer_id: ['None', 'Any', '5'],
  reviewer_username: ['dave'],
  search: ['needle', 'absent'],
  source_branch: ['absent'],
  source_project_id: ['1', '5'],
  target_branch: ['main', 'absent'],
  updated_after: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  updated_before: ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
  weight: ['None', 'Any', '3'],
}
const LISTS = ['approved_by_ids', 'approved_by_usernames', 'approver_ids', 'iids']
/** They choose no rows, or are asked with the orders and pages. */
const OTHERS = [
  'id',
  'in',
  'order_by',
  'page',
  'per_page',
  'non_archived',
  'render_html',
  'sort',
  'view',
  'with_labels_details',
  'with_merge_status_recheck',
]
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

function listsOf(id: string, list: string): Query[] {
  const { params } = parametersOf(id)
  const orders = params.find(({ name }) => name === 'order_by')?.values ?? []
  return [
    { path: list },
    { path: `${list}&page={last}` },
    ...orders.flatMap((order) =>
      [`${order}&sort=asc`, `${order}&state=opened`, `${order}&page={last}`].map((asked) => ({
        path: `${list}&order_by=${asked}`,
      })),
    ),
    ...params
      .filter(({ name }) => !OTHERS.includes(name) && !list.includes(`${name}=`))
      .flatMap(({ name, values, fields }) =>
        fields === undefined
          ? asked(name, values).map((value) => ({ path: `${list}&${named(name, value)}=${value}` }))
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
}

// Lists, unless one of the two words stands for them.
function named(name: string, value: string): string {
  const isList = LISTS.includes(name) && value !== 'None' && value !== 'Any'
  return isList ? `${name}[]` : name
}

// A parameter that is added is measured, too: without a value for it the bench does not begin.
function asked(name: string, values: readonly unknown[] | undefined): readonly string[] {
  const found = VALUES[name] ?? values?.filter((value) => value !== '').map(String)
  if (found === undefined) throw new Error(`queries.ts has no value for the filter ${name}`)
  return found
}

function parametersOf(id: string) {
  const found = contract('specification').operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`there is no operation ${id}`)
  return found
}
