import { toWith } from './routes.ts'
import type { Row } from './rows.ts'

/** The operation that changes rows of a table, and the parameters of its path. */
interface Edit {
  readonly operation: string
  readonly path: (row: Row) => { readonly [name: string]: unknown }
}

const inProject =
  (name: string, column = 'iid') =>
  (row: Row) => ({ id: row.projectId, [name]: row[column] })

const edits: { readonly [table: string]: Edit } = {
  projects: { operation: 'PUT /projects/{id}', path: ({ id }) => ({ id }) },
  groups: { operation: 'PUT /groups/{id}', path: ({ id }) => ({ id }) },
  users: { operation: 'PUT /users/{id}', path: ({ id }) => ({ id }) },
  issues: { operation: 'PUT /projects/{id}/issues/{issue_iid}', path: inProject('issue_iid') },
  mergeRequests: {
    operation: 'PUT /projects/{id}/merge_requests/{merge_request_iid}',
    path: inProject('merge_request_iid'),
  },
  milestones: {
    operation: 'PUT /projects/{id}/milestones/{milestone_id}',
    path: inProject('milestone_id', 'id'),
  },
  labels: { operation: 'PUT /projects/{id}/labels/{name}', path: inProject('name', 'name') },
  hooks: {
    operation: 'PUT /projects/{id}/hooks/{hook_id}',
    path: ({ id, owner, ownerId }) => ({ id: owner === 'project' ? ownerId : null, hook_id: id }),
  },
  environments: {
    operation: 'PUT /projects/{id}/environments/{environment_id}',
    path: inProject('environment_id', 'id'),
  },
  protectedBranches: {
    operation: 'PATCH /projects/{id}/protected_branches/{name}',
    path: inProject('name', 'name'),
  },
  runners: { operation: 'PUT /runners/{id}', path: ({ id }) => ({ id }) },
  topics: { operation: 'PUT /topics/{id}', path: ({ id }) => ({ id }) },
  settings: { operation: 'PUT /application/settings', path: () => ({}) },
}

/** Where a row is edited: the form of its operation, filled in; undefined for rows that no operation changes. */
export function editOf(table: string, row: Row): string | undefined {
  if (table === 'members') {
    const kind = row.source === 'group' ? 'groups' : 'projects'
    return form(`PUT /${kind}/{id}/members/{user_id}`, {
      id: row.sourceId,
      user_id: row.userId,
      access_level: row.accessLevel,
    })
  }
  const edit = edits[table]
  if (edit === undefined) return undefined
  const path = edit.path(row)
  return Object.values(path).some((value) => value === null || value === undefined)
    ? undefined
    : form(edit.operation, { ...columns(row), ...path })
}

// Columns have the names of parameters in another spelling; those that the operation lacks are not in its form.
function columns(row: Row): { readonly [name: string]: unknown } {
  const plain = Object.entries(row).filter(
    ([name, value]) => !/^(id|iid)$|Ids?$|At$/.test(name) && typeof value === 'string' && value !== '',
  )
  return Object.fromEntries(
    plain.map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )
}

function form(operation: string, values: { readonly [name: string]: unknown }): string {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)])
  return toWith(['try', operation], Object.fromEntries(texts))
}
