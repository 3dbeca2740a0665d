import type { Reply } from '../kit/client.ts'
import { equals } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import type { Stage } from '../run/stage.ts'
import { isDraft } from './draft.ts'
import { laterMilestoneOrder, listedMilestones, type MilestoneRecord, milestoneOrder } from './milestones.ts'

/** A merge request as the suite remembers it. */
export interface RequestRecord {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly state: 'opened' | 'closed' | 'merged'
  readonly source: string
  readonly labels: readonly string[]
  readonly milestone: number | null
}

/** What the suite believes a project to hold. Commands change it beside the real one. */
export interface ProjectModel {
  readonly milestones: Map<number, MilestoneRecord>
  readonly requests: Map<number, RequestRecord>
  milestonesSoFar: number
  requestsSoFar: number
  /** Branches whose commits the target branch has already. */
  readonly mergedBranches: Set<string>
}

export function emptyModel(): ProjectModel {
  return {
    milestones: new Map(),
    requests: new Map(),
    milestonesSoFar: 0,
    requestsSoFar: 0,
    mergedBranches: new Set(),
  }
}

/** The n-th of what there is, counted round; undefined when there is nothing. */
export function pick<Item>(items: ReadonlyMap<number, Item>, n: number): Item | undefined {
  const all = [...items.values()]
  return all.length === 0 ? undefined : all[n % all.length]
}

export function titleTaken({ milestones }: ProjectModel, title: string, but?: number): boolean {
  return [...milestones.values()].some((milestone) => milestone.title === title && milestone.id !== but)
}

/** The open merge request for a branch; there may be one at a time. */
export function openFor({ requests }: ProjectModel, source: string): RequestRecord | undefined {
  return [...requests.values()].find((request) => request.source === source && request.state === 'opened')
}

/** What a reply must show of a milestone. */
export function shownMilestone({
  id,
  iid,
  title,
  description,
  state,
  due_date,
  start_date,
}: MilestoneRecord): Row {
  return { id, iid, title, description, state, due_date, start_date }
}

/** What a reply must show of a merge request. */
export function shownRequest({ id, iid, title, state, source, labels }: RequestRecord): Row {
  return { id, iid, title, state, source_branch: source, labels: [...labels].sort(), draft: isDraft(title) }
}

export async function compareMilestones(
  model: ProjectModel,
  reply: Reply,
  { changed }: Pick<Stage, 'changed'>,
): Promise<void> {
  const shows = (order: typeof milestoneOrder) => () => {
    const expected = listedMilestones([...model.milestones.values()], {}, order).map((milestone) =>
      shownMilestone(milestone),
    )
    const names = Object.keys(expected[0] ?? {})
    const shown = reply
      .rows()
      .map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
    equals('the number of milestones', reply.rows().length, expected.length, reply)
    equals('the milestones', shown, expected, reply)
  }
  await changed('milestones#later-order', {
    before: shows(milestoneOrder),
    after: shows(laterMilestoneOrder),
  })
}

export function compareRequests(model: ProjectModel, reply: Reply): void {
  const newest = [...model.requests.values()].sort((a, b) => b.id - a.id)
  const expected = newest.map((request) => ({ ...shownRequest(request), milestone: request.milestone }))
  const shown = reply.rows().map((row) => {
    const names = Object.keys(expected[0] ?? {})
    const fields = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
    const carried = row.milestone
    return {
      ...fields,
      milestone:
        typeof carried === 'object' && carried !== null && 'id' in carried ? (carried.id ?? null) : null,
    }
  })
  equals('the merge requests', shown, expected, reply)
}
