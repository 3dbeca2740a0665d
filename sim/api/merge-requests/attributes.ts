import type { View } from '../../entities/entity.ts'
import { differs, inDialect } from '../../lib/dialect.ts'
import type { Steps } from '../../lib/steps.ts'
import { type Ends, mayCollaborate } from '../../model/merge-requests/collaboration.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { callerFor } from '../../policy/caller.ts'
import { licensed } from '../../policy/tier.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { parseTime } from '../../time/calendar.ts'
import { newLabels } from '../shared/new-labels.ts'
import { wordsOf } from '../shared/quick-actions/described.ts'
import type { writable } from './params.ts'

export type Written = ParamsOf<typeof writable> & {
  readonly add_labels?: readonly string[] | undefined
  readonly remove_labels?: readonly string[] | undefined
  readonly discussion_locked?: boolean | null | undefined
}

type Column =
  | 'description'
  | 'assigneeIds'
  | 'reviewerIds'
  | 'labelIds'
  | 'milestoneId'
  | 'squash'
  | 'removeSourceBranch'
  | 'allowCollaboration'
  | 'discussionLocked'
  | 'mergeAfter'
/** Filled one by one: requests say little, and objects that are spread into one another are made for nothing. */
type Columns = { -readonly [column in Column]?: MergeRequest[column] }

/**
 * The columns that a creation or an update sets. Assignees, reviewers, labels, milestone and lock need Developer on the
 * target, what is to be done with the source branch needs the right to push to its project; sent by anybody else they are
 * ignored (merge-requests#create-contributors, merge-requests#source-branch-options).
 */
export function* columnsOf(
  { situation, dialect }: View,
  ends: Ends,
  given: Written,
  before: MergeRequest | undefined,
): Steps<Columns> {
  const { source, target } = ends
  const { world } = situation
  const { description, merge_after: after, remove_source_branch: remove } = given
  const squash = given.squash_on_merge ?? given.squash
  const collaboration = given.allow_collaboration ?? given.allow_maintainer_to_push
  const pushes = () => source !== undefined && can(situation, 'push_code', source)
  const columns: Columns = {}
  if (description !== undefined) columns.description = wordsOf(description)
  if (squash != null) columns.squash = squash
  if (after !== undefined) columns.mergeAfter = parseTime(after ?? '') ?? null
  if (remove !== undefined && pushes()) columns.removeSourceBranch = remove
  if (collaboration != null && pushes() && mayCollaborate(world, ends, dialect))
    columns.allowCollaboration = collaboration
  if (!can(situation, 'admin_merge_request', target)) return columns
  // One person at most without a plan (merge-requests#several-people).
  const several = licensed(world, 'premium') || inDialect(severalOnFree, dialect)
  return yield* addAdministrative(columns, situation, target, several ? given : firstOnly(given), before)
}

function* addAdministrative(
  columns: Columns,
  situation: Situation,
  target: Project,
  given: Written,
  before: MergeRequest | undefined,
): Steps<Columns> {
  const { world } = situation
  const { reviewer_ids: reviewers, milestone_id: milestone, discussion_locked: locked } = given
  const assignees = given.assignee_ids ?? single(given.assignee_id)
  if (assignees !== undefined) columns.assigneeIds = readers(situation, target, assignees)
  if (reviewers !== undefined) columns.reviewerIds = readers(situation, target, reviewers)
  const labels = yield* newLabels(situation, target, given, before)
  if (labels !== undefined) columns.labelIds = labels
  if (milestone !== undefined) columns.milestoneId = milestoneFor(world, target, milestone)
  if (locked != null) columns.discussionLocked = locked
  return columns
}

// Null is ignored for a single assignee; 0 unassigns.
function single(id: number | null | undefined): readonly number[] | undefined {
  return id === null || id === undefined ? undefined : [id]
}

const severalOnFree = differs('F29', { specification: true, real: false })

function firstOnly(given: Written): Written {
  const { assignee_ids, reviewer_ids } = given
  return {
    ...given,
    ...(assignee_ids && { assignee_ids: assignee_ids.slice(0, 1) }),
    ...(reviewer_ids && { reviewer_ids: reviewer_ids.slice(0, 1) }),
  }
}

/** The users who exist and may read merge requests there. */
function readers({ world, now }: Situation, target: Project, ids: readonly number[]): number[] {
  return [...new Set(ids)].filter((id) => {
    const user = world.users.get(id)
    return user !== undefined && can({ world, now, caller: callerFor(user) }, 'read_merge_requests', target)
  })
}

/** The milestone, if it belongs to the project or to a group above it; anything else means none. */
function milestoneFor(world: World, target: Project, id: number | null): number | null {
  const milestone = world.milestones.get(id ?? 0)
  if (milestone === undefined) return null
  if (milestone.projectId === target.id) return milestone.id
  for (const group of groupsAbove(world, { project: target }))
    if (milestone.groupId === group.id) return milestone.id
  return null
}
