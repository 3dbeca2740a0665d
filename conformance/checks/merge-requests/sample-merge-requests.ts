import { branch, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { numberIn, textIn } from '../../kit/expect.ts'
import { isRow, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import type { MergeRequestRecord } from '../../oracle/merge-requests.ts'
import { arranged, type Stage } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'

/** A merge request to make: users by role, the rest as sent. */
export interface SampleMergeRequest {
  readonly branch: string
  readonly title: string
  readonly description?: string
  readonly as?: Role
  readonly assignees?: readonly Role[]
  readonly reviewers?: readonly Role[]
  readonly labels?: readonly string[]
  readonly milestone?: 'First' | 'Second'
  readonly target?: string
  readonly fate?: 'close' | 'merge'
}

/** Merge requests that differ in everything that a filter looks at. */
export const samples: readonly SampleMergeRequest[] = [
  {
    branch: 'one',
    title: 'Add the login page',
    description: 'With a password field',
    labels: ['bug', 'ui'],
    milestone: 'First',
  },
  {
    branch: 'two',
    title: 'Draft: Add logout',
    as: 'maintainer',
    assignees: ['developer'],
    labels: ['ui'],
    milestone: 'Second',
  },
  {
    branch: 'three',
    title: 'Same title',
    description: 'login, again',
    reviewers: ['maintainer'],
    labels: ['bug'],
    fate: 'close',
  },
  {
    branch: 'four',
    title: 'Same title',
    as: 'owner',
    assignees: ['owner', 'developer'],
    reviewers: ['owner', 'developer'],
    labels: ['Bug'],
    milestone: 'First',
  },
  {
    branch: 'five',
    title: 'Draft - only for the filter',
    as: 'maintainer',
    target: 'release',
    milestone: 'First',
    fate: 'close',
  },
  {
    branch: 'six',
    title: '[DRAFT] page of logins',
    description: '',
    assignees: ['maintainer'],
    reviewers: ['developer'],
    target: 'release',
  },
  { branch: 'seven', title: 'WIP: no draft any more', labels: ['bug', 'ui', 'docs'], fate: 'merge' },
  {
    branch: 'eight',
    title: 'Z',
    description: 'the add page',
    as: 'owner',
    reviewers: ['maintainer'],
    fate: 'merge',
    labels: ['docs'],
  },
]

/** Makes them all, with two milestones and a second target branch. */
export async function sampleMergeRequests(stage: Stage): Promise<readonly MergeRequestRecord[]> {
  const first = numberIn(await milestone(stage, { title: 'First' }), 'id')
  const second = numberIn(await milestone(stage, { title: 'Second' }), 'id')
  await branch(stage, 'release')
  const records: MergeRequestRecord[] = []
  for (const sketch of samples) records.push(await sketched(stage, sketch, { First: first, Second: second }))
  return records
}

async function sketched(
  stage: Stage,
  sketch: SampleMergeRequest,
  milestones: { readonly [title: string]: number },
): Promise<MergeRequestRecord> {
  const {
    branch: source,
    title,
    as = 'developer',
    assignees = [],
    reviewers = [],
    labels = [],
    target = stage.project.branch,
  } = sketch
  const ids = (roles: readonly Role[]) => roles.map((role) => stage.user(role).id)
  const params: Params = {
    title,
    target_branch: target,
    labels: labels.join(','),
    assignee_ids: ids(assignees),
    reviewer_ids: ids(reviewers),
    ...(sketch.description === undefined ? {} : { description: sketch.description }),
    ...(sketch.milestone === undefined ? {} : { milestone_id: milestones[sketch.milestone] }),
  }
  const created = await mergeRequest(stage, { branch: source, as, ...params })
  const place = named(stage, created)
  if (sketch.fate === 'close')
    await stage.call('PUT /projects/:id/merge_requests/:merge_request_iid', {
      ...place,
      state_event: 'close',
    })
  if (sketch.fate === 'merge')
    arranged(await stage.call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', place))
  const row = arranged(await stage.call('GET /projects/:id/merge_requests/:merge_request_iid', place))
  return {
    id: numberIn(row, 'id'),
    iid: place.merge_request_iid,
    title,
    description: sketch.description ?? null,
    state: sketch.fate === 'close' ? 'closed' : sketch.fate === 'merge' ? 'merged' : 'opened',
    author: stage.user(stage.has(as) ? as : 'owner').id,
    // A plan may let only the first of several people in.
    assignees: idsIn(row, 'assignees'),
    reviewers: idsIn(row, 'reviewers'),
    labels,
    milestone: sketch.milestone ?? null,
    source,
    target,
    created: textIn(row, 'created_at'),
    updated: textIn(row, 'updated_at'),
  }
}

function idsIn(row: Row, field: 'assignees' | 'reviewers'): number[] {
  const users = row[field]
  return Array.isArray(users) ? users.filter(isRow).map((user) => numberIn(user, 'id')) : []
}
