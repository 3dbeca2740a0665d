import { type Differs, differs } from '../../lib/dialect.ts'
import type { Issuable } from '../../model/discussions/notes.ts'
import type { Issue } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { AbilityName } from '../../policy/abilities.ts'
import type { SubjectName } from '../../policy/subjects.ts'
import type { Auth } from '../../protocol/operation.ts'
import { integer, type Param, required, saidAs } from '../../protocol/params.ts'

/** Where operations are served that issues and merge requests share. */
export interface Place {
  readonly path: string
  readonly noun: string
  /** Who may see it: anyone who finds it, or only callers with this ability. */
  readonly hidden: {
    readonly subject: SubjectName & ('issue' | 'merge_request')
    readonly sees?: AbilityName
  }
  /** Who may read it. */
  readonly auth: Auth | Differs<Auth>
  readonly comment: AbilityName
  readonly update: AbilityName
  readonly iid: { readonly [name: string]: Param<number | null, never> }
  /** The same for notes and discussions, whose refusals call it by another name. */
  readonly noteable: Place['iid']
  readonly on: (found: { readonly issue?: Issue; readonly mergeRequest?: MergeRequest }) => Issuable
}

const iid = required(integer({ about: 'IID (ID within the project)' }))

export const ofIssue: Place = {
  path: '/projects/:id/issues/:issue_iid',
  noun: 'an issue',
  hidden: { subject: 'issue' },
  auth: 'public',
  comment: 'comment_issue',
  update: 'admin_issue',
  iid: { issue_iid: iid },
  noteable: saidAs('noteable_id', { issue_iid: iid }),
  on: ({ issue }) => ({ kind: 'Issue', row: issue as Issue }),
}

export const ofMergeRequest: Place = {
  path: '/projects/:id/merge_requests/:merge_request_iid',
  noun: 'a merge request',
  hidden: { subject: 'merge_request', sees: 'read_merge_request' },
  auth: differs('F3', { specification: 'user', real: 'public' }),
  comment: 'comment_merge_request',
  update: 'admin_merge_request',
  iid: { merge_request_iid: iid },
  noteable: saidAs('noteable_id', { merge_request_iid: iid }),
  on: ({ mergeRequest }) => ({ kind: 'MergeRequest', row: mergeRequest as MergeRequest }),
}
