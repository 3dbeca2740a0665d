import { mergeRequestDetailEntity } from '../../entities/merge-request.ts'
import { changed, differs, inDialect } from '../../lib/dialect.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import {
  changeMergeRequest,
  closeMergeRequest,
  type MergeRequestChanges,
  openMergeRequest,
  removeMergeRequest,
  reopenMergeRequest,
} from '../../model/merge-requests/merge-requests.ts'
import { can } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOfOr,
  boolean,
  integer,
  nonBlankString,
  oneOf,
  required,
  string,
  stringList,
} from '../../protocol/params.ts'
import { forbidden, recordNotFound } from '../../protocol/refusal.ts'
import { runDescribed } from '../shared/quick-actions/described.ts'
import { createTodoItems } from '../shared/todo-items.ts'
import { columnsOf } from './attributes.ts'
import { writable } from './params.ts'
import { raisedApprovals } from './raised-approvals.ts'
import { refuseInvalid } from './refusals.ts'

const source = 'merge-requests#operations'

// The real service did so later (merge-requests#later-squash-default).
const takesPreset = differs('F25', {
  specification: true,
  real: changed('merge-requests#later-squash-default', { before: false, after: true }),
})

export const createMergeRequest = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests',
    summary: 'Create a merge request',
    params: {
      title: required(string()),
      source_branch: required(string()),
      target_branch: required(string()),
      target_project_id: integer(),
      ...writable,
      approvals_before_merge: integer({ tier: 'premium', atLeast: 0 }),
    },
    subject: 'project',
    needs: 'create_merge_request_from',
    answers: { status: 201, one: mergeRequestDetailEntity },
    refuses: [409, 422],
    decides: [takesPreset],
    source,
  },
  function* ({ world, project, caller, params, view, now, drawText }) {
    const target = params.target_project_id == null ? project : world.projects.get(params.target_project_id)
    if (target === undefined) throw recordNotFound()
    if (!can(view.situation, 'create_merge_request_in', target)) throw forbidden()
    const author = caller.user as NonNullable<typeof caller.user>
    const ends = { source: project, sourceBranch: params.source_branch ?? '', target }
    const columns = yield* columnsOf(view, ends, params, undefined)
    const preset = ['default_on', 'always'].includes(target.settings.squashOption)
    columns.squash ??= preset && inDialect(takesPreset, view.dialect)
    const values = Object.assign(columns, { title: (params.title ?? '').trim() })
    const created = refuseInvalid(() =>
      openMergeRequest(
        world,
        {
          source: project,
          target,
          sourceBranch: params.source_branch ?? '',
          targetBranch: params.target_branch ?? '',
          authorId: author.id,
          values,
        },
        now,
      ),
    )
    const raised = raisedApprovals(world, target, created, params.approvals_before_merge, now)
    const manages = can(view.situation, 'admin_merge_request', target)
    const opened = { kind: 'MergeRequest', row: raised } as const
    const given = { drawText, fresh: { manages } }
    const row = yield* runDescribed(view.situation, opened, params.description, given)
    createTodoItems(view.situation, { kind: 'MergeRequest', row })
    return row
  },
)

/** Columns that are filled one by one. */
type Changes = { -readonly [column in keyof MergeRequestChanges]?: MergeRequestChanges[column] }

export const updateMergeRequest = operation(
  {
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid',
    summary: 'Update a merge request',
    params: {
      ...writable,
      add_labels: stringList(),
      remove_labels: stringList(),
      target_branch: nonBlankString(),
      title: nonBlankString(),
      state_event: oneOf(['close', 'reopen']),
      discussion_locked: boolean({ about: 'Only members may comment while it is locked' }),
    },
    rules: [
      differs('F4', {
        specification: atLeastOneOfOr(['squash_on_merge'], listedAttributes()),
        real: changed('merge-requests#later-merge-after', {
          before: atLeastOneOfOr([], listedAttributes()),
          after: atLeastOneOfOr([], [...listedAttributes(), 'merge_after']),
        }),
      }),
    ],
    subject: 'merge_request',
    needs: 'update_merge_request',
    answers: { one: mergeRequestDetailEntity },
    refuses: [409, 422],
    source,
  },
  function* ({ world, project, mergeRequest, caller, params, view, now, drawText }) {
    const by = caller.user?.id ?? 0
    const { sourceBranch } = mergeRequest
    const source = world.projects.get(mergeRequest.sourceProjectId)
    const orphaned = mergeRequest.state !== 'opened' && source === undefined
    const ends = { source, sourceBranch, target: project }
    const changes: Changes = yield* columnsOf(view, ends, params, mergeRequest)
    if (params.title !== undefined) changes.title = params.title.trim()
    if (params.target_branch !== undefined && !orphaned && mergeRequest.state !== 'merged')
      changes.targetBranch = params.target_branch
    const row = refuseInvalid(() => {
      const changed = changeMergeRequest(world, mergeRequest, changes, now)
      return applyStateEvent(params.state_event, changed)
    })
    createTodoItems(view.situation, { kind: 'MergeRequest', row }, mergeRequest)
    return yield* runDescribed(view.situation, { kind: 'MergeRequest', row }, params.description, {
      drawText,
    })

    function applyStateEvent(event: 'close' | 'reopen' | null | undefined, row: MergeRequest): MergeRequest {
      if (event === 'close') return closeMergeRequest(world, row, by, now)
      return event === 'reopen' ? reopenMergeRequest(world, row, by, now) : row
    }
  },
)

export const deleteMergeRequest = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/merge_requests/:merge_request_iid',
    summary: 'Delete a merge request',
    params: { merge_request_iid: required(integer()) },
    subject: 'merge_request',
    sees: 'read_merge_request',
    needs: 'destroy_merge_request',
    unmodifiedSince: 'subject',
    answers: { status: 204 },
    source,
  },
  ({ world, mergeRequest }) => removeMergeRequest(world, mergeRequest),
)

/** The attributes that the refusal of an empty update lists, in the service's order (merge-requests#update-needs-an-attribute). */
function listedAttributes(): readonly string[] {
  return [
    'assignee_id',
    'assignee_ids',
    'reviewer_ids',
    'description',
    'labels',
    'add_labels',
    'remove_labels',
    'milestone_id',
    'remove_source_branch',
    'allow_collaboration',
    'allow_maintainer_to_push',
    'squash',
    'target_branch',
    'title',
    'state_event',
    'discussion_locked',
  ]
}
