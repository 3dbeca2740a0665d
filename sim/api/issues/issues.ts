import { globalIssueEntity, issueDetailEntity, listedIssueEntity } from '../../entities/issue-detail.ts'
import type { Issue } from '../../model/issues/issue.ts'
import { isOrderedWith, reorderIssue } from '../../model/issues/issue-order.ts'
import {
  changeIssue,
  closeIssue,
  type IssueValues,
  openIssue,
  removeIssue,
  reopenIssue,
} from '../../model/issues/issues.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { User } from '../../model/users/user.ts'
import { can } from '../../policy/abilities.ts'
import { projectLevel } from '../../policy/roles.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  datetime,
  integer,
  oneOf,
  required,
  string,
  stringList,
} from '../../protocol/params.ts'
import { message, unauthorized } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { runDescribed } from '../shared/quick-actions/described.ts'
import { createTodoItems } from '../shared/todo-items.ts'
import { storeUserAgent } from '../shared/user-agent.ts'
import { mayBackdate } from '../shared/written-at.ts'
import { issueAttributes, issueColumns } from './attributes.ts'
import { issueList } from './filter.ts'
import { globalScope, issueListParams, issueListRules, projectScope } from './params.ts'

const issueIid = { issue_iid: required(integer({ about: 'IID of the issue' })) }

export const listIssues = operation(
  {
    method: 'GET',
    path: '/issues',
    summary: 'List issues',
    auth: 'public',
    params: { ...issueListParams, ...globalScope },
    rules: issueListRules,
    answers: { many: globalIssueEntity },
    beyond: true,
  },
  ({ caller, params, view }) => {
    if (caller.user === undefined && params.scope !== 'all') throw unauthorized()
    return issueList(view.situation, params)
  },
)

export const listProjectIssues = operation(
  {
    method: 'GET',
    path: '/projects/:id/issues',
    summary: 'List the issues of a project',
    auth: 'public',
    subject: 'project',
    params: { ...issueListParams, ...projectScope },
    rules: issueListRules,
    answers: { many: listedIssueEntity },
    beyond: true,
  },
  ({ project, params, view }) => issueList(view.situation, params, [project]),
)

export const getIssue = operation(
  {
    method: 'GET',
    path: '/projects/:id/issues/:issue_iid',
    summary: 'Get an issue',
    auth: 'public',
    subject: 'issue',
    params: issueIid,
    answers: { one: issueDetailEntity },
    beyond: true,
  },
  ({ issue }) => issue,
)

const NONE: readonly never[] = []

// Column by column: an engine is slow to copy objects into one another.
function newValues(columns: Partial<IssueValues>, title: string): IssueValues {
  const { description = null, assigneeIds = NONE, labelIds = NONE, milestoneId = null, type } = columns
  const { confidential = false, discussionLocked = null, dueDate = null, weight = null } = columns
  const values = {
    description,
    assigneeIds,
    labelIds,
    milestoneId,
    confidential,
    discussionLocked,
    dueDate,
    weight,
  }
  return Object.assign(values, type === undefined ? { title } : { type, title })
}

const FOR_OWNERS = 'For owners and administrators only'

export const createIssue = operation(
  {
    method: 'POST',
    path: '/projects/:id/issues',
    summary: 'Create an issue',
    subject: 'project',
    needs: 'create_issue',
    params: {
      title: required(string()),
      created_at: datetime({ about: `${FOR_OWNERS}; the current time by default` }),
      iid: integer({ about: `${FOR_OWNERS}; the next number by default` }),
      ...issueAttributes,
    },
    rateLimit: { name: 'issues_create', user: 'issues_create_limit', per: 'project' },
    answers: { status: 201, one: issueDetailEntity },
    refuses: [409],
    beyond: true,
  },
  function* ({ world, caller, project, params, view, request, now, drawText }) {
    const author = caller.user as User
    // Guests may set every attribute of an issue that they create; non-members may not.
    const manages = caller.admin || projectLevel(world, author, project, now) >= accessLevels.guest
    const columns = yield* issueColumns(view.situation, project, params, undefined, manages)
    const title = (params.title ?? '').trim()
    const said: Partial<typeof params> = mayBackdate(view.situation, project) ? params : {}
    if (said.iid != null && world.issues.find('byIid', project.id, said.iid) !== undefined)
      throw message(409, 'Duplicated issue')
    const values = newValues(columns, title)
    const origin = { iid: said.iid ?? undefined, createdAt: said.created_at ?? undefined }
    const opened = refuseInvalidRow(() => openIssue(world, project, author, values, now, origin))
    storeUserAgent(world, 'Issue', opened, request)
    const given = { drawText, fresh: { manages } }
    const row = yield* runDescribed(view.situation, { kind: 'Issue', row: opened }, params.description, given)
    createTodoItems(view.situation, { kind: 'Issue', row })
    return row
  },
)

export const updateIssue = operation(
  {
    method: 'PUT',
    path: '/projects/:id/issues/:issue_iid',
    summary: 'Update an issue',
    subject: 'issue',
    lookup: { unread: 'found' },
    needs: 'update_issue',
    params: {
      ...issueIid,
      title: string(),
      updated_at: datetime({ notBlank: true, about: `${FOR_OWNERS}; the current time by default` }),
      ...issueAttributes,
      add_labels: stringList(),
      remove_labels: stringList(),
      state_event: oneOf(['reopen', 'close']),
    },
    rules: [
      atLeastOneOf(
        'assignee_id',
        'assignee_ids',
        'confidential',
        'description',
        'discussion_locked',
        'due_date',
        'labels',
        'add_labels',
        'remove_labels',
        'milestone_id',
        'state_event',
        'title',
        'weight',
        'issue_type',
      ),
    ],
    answers: { one: issueDetailEntity },
    beyond: true,
  },
  function* ({ world, caller, project, issue, params, view, now, drawText }) {
    const manages = can(view.situation, 'admin_issue', project)
    const { title, state_event: event } = params
    const columns = yield* issueColumns(view.situation, project, params, issue, manages)
    const changes = title == null ? columns : Object.assign(columns, { title: title.trim() })
    const changed = refuseInvalidRow(() => changeIssue(world, issue, changes, now))
    const { updated_at: updatedAt } = params
    const put = moved(changed, event)
    const backdates = updatedAt != null && mayBackdate(view.situation, project)
    const row = backdates ? world.issues.update(put.id, { updatedAt }) : put
    createTodoItems(view.situation, { kind: 'Issue', row }, issue)
    return yield* runDescribed(view.situation, { kind: 'Issue', row }, params.description, { drawText })

    function moved(row: Issue, event: 'reopen' | 'close' | null | undefined): Issue {
      const by = caller.user as User
      if (event === 'close') return closeIssue(world, row, by, now)
      return event === 'reopen' ? reopenIssue(world, row, by, now) : row
    }
  },
)

export const deleteIssue = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/issues/:issue_iid',
    summary: 'Delete an issue',
    subject: 'issue',
    lookup: { noun: 'Issue', unread: 'found' },
    needs: 'destroy_issue',
    params: issueIid,
    unmodifiedSince: 'subject',
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, issue }) => removeIssue(world, issue.id),
)

export const reorderProjectIssue = operation(
  {
    method: 'PUT',
    path: '/projects/:id/issues/:issue_iid/reorder',
    summary: 'Reorder an issue',
    subject: 'issue',
    lookup: { noun: 'Issue', unread: 'found' },
    needs: 'update_issue',
    params: {
      ...issueIid,
      move_after_id: integer({ about: 'ID, not IID, of the issue that it comes after' }),
      move_before_id: integer({ about: 'ID, not IID, of the issue that it comes before' }),
    },
    rules: [atLeastOneOf('move_after_id', 'move_before_id')],
    answers: { one: issueDetailEntity },
    refuses: [422],
    beyond: true,
  },
  ({ world, issue, params, view: { situation } }) => {
    const neighbour = (id: number | null | undefined) => {
      if (id == null || id <= 0) return undefined
      const found = world.issues.get(id)
      if (found === undefined || !isOrderedWith(world, issue, found)) throw unprocessable()
      return can(situation, 'update_issue', found) ? found : undefined
    }
    const after = neighbour(params.move_after_id)
    const before = neighbour(params.move_before_id)
    if (after === undefined && before === undefined) throw unprocessable()
    return reorderIssue(world, issue, { after, before })
  },
)

function unprocessable() {
  return message(422, { error: 'Unprocessable Entity' })
}
