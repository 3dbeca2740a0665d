import type { Issue } from '../issues/issue.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { ResourceEvent } from '../resource-events/resource-event.ts'
import { nextId, type World } from '../world.ts'

type Row = Pick<
  Issue | MergeRequest,
  'id' | 'projectId' | 'authorId' | 'labelIds' | 'milestoneId' | 'createdAt' | 'updatedAt'
> & { readonly weight?: number | null }

/** A later state, who brought it about and when. */
export interface StateChange {
  readonly state: 'closed' | 'reopened' | 'merged'
  readonly userId: number | null
  readonly at: number
}

/**
 * The events that explain a described row: the author gave it its labels, milestone and weight as soon as there were both, and its
 * states followed. Without them a client that reads events would see another row than the one that is shown.
 */
export function explainRow(
  world: World,
  target: ResourceEvent['target'],
  row: Row,
  states: readonly StateChange[],
): void {
  const add = (change: Pick<ResourceEvent, 'kind' | 'createdAt'> & Partial<ResourceEvent>) =>
    world.resourceEvents.insert({
      id: nextId(world, 'resourceEvents'),
      target,
      targetId: row.id,
      projectId: row.projectId,
      userId: row.authorId,
      action: null,
      labelId: null,
      milestoneId: null,
      state: null,
      weight: null,
      ...change,
    })
  const since = (createdAt: number) => Math.max(row.createdAt, Math.min(createdAt, row.updatedAt))
  const labels = row.labelIds.map((labelId) => ({
    labelId,
    createdAt: since(world.labels.require(labelId).createdAt),
  }))
  for (const label of labels.sort((a, b) => a.createdAt - b.createdAt))
    add({ kind: 'label', action: 'add', ...label })
  const { milestoneId, weight } = row
  if (milestoneId !== null) {
    const createdAt = since(world.milestones.require(milestoneId).createdAt)
    add({ kind: 'milestone', action: 'add', milestoneId, createdAt })
  }
  if (weight != null) add({ kind: 'weight', weight, createdAt: row.createdAt })
  for (const { state, userId, at } of states) add({ kind: 'state', state, userId, createdAt: at })
}
