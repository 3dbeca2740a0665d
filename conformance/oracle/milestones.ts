import type { Json, Row } from '../kit/json.ts'
import { descending, type Order, sorted } from './order.ts'
import { found } from './search.ts'

/** A milestone as the suite remembers it. */
export interface MilestoneRecord {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly description: string | null
  readonly state: 'active' | 'closed'
  readonly due_date: string | null
  readonly start_date: string | null
  /** It belongs to a group above the project. */
  readonly inherited: boolean
}

/** The filters of a list of milestones, as sent. */
export interface MilestoneFilter {
  readonly state?: 'active' | 'closed' | 'all'
  readonly iids?: readonly number[]
  readonly title?: string
  readonly search?: string
  readonly include_parent_milestones?: boolean
}

/** The newest first (milestones#order). */
export const milestoneOrder: Order<MilestoneRecord> = descending((milestone) => milestone.id)

/** By due date, what has none last, then the newest first (milestones#later-order). */
export const laterMilestoneOrder: Order<MilestoneRecord> = (a, b) => {
  const [one, other] = [a.due_date ?? '~', b.due_date ?? '~']
  return one === other ? milestoneOrder(a, b) : one < other ? -1 : 1
}

/** The title that is shown of one that was sent: without tags, and without scripts (milestones#title-html). */
export function titleShown(sent: string): string {
  return sent
    .replace(/<script>.*<\/script>/, '')
    .replace(/<\/?\w+>/g, '')
    .trim()
}

/** What a list must show, in order. */
export function listedMilestones(
  records: readonly MilestoneRecord[],
  filter: MilestoneFilter,
  order: Order<MilestoneRecord> = milestoneOrder,
): readonly MilestoneRecord[] {
  const passing = records.filter((milestone) => passes(milestone, filter))
  return sorted(passing, order)
}

function passes(milestone: MilestoneRecord, filter: MilestoneFilter): boolean {
  const { state = 'all', iids = [], title, search = '', include_parent_milestones: parents = false } = filter
  if (milestone.inherited && !parents) return false
  if (state !== 'all' && milestone.state !== state) return false
  if (!parents && iids.length > 0 && !iids.includes(milestone.iid)) return false
  if (title !== undefined && milestone.title !== title) return false
  return found(search, [milestone.title, milestone.description], 2)
}

/** A date that a lenient parser understands, as `YYYY-MM-DD`; null for what is no date. */
export function normalisedDate(text: string): string | null {
  const parts = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text)
  return parts === null ? null : `${parts[1]}-${parts[2]}-${parts[3]}`
}

/** Why the dates of a milestone are refused: texts by attribute (milestones#date-order). */
export function dateErrors(
  start: string | null,
  due: string | null,
): { readonly [attribute: string]: string } {
  const errors: { [attribute: string]: string } = {}
  if (start !== null && due !== null && due <= start) errors.due_date = 'must be greater than start date'
  return errors
}

/** `Failed to create milestone {:title=>["can't be blank"]}`, the table of errors as the service writes it. */
export function failedTo(task: 'create' | 'update', errors: { readonly [attribute: string]: string }): Json {
  const table = Object.entries(errors).map(([attribute, text]) => `:${attribute}=>["${text}"]`)
  return `Failed to ${task} milestone {${table.join(', ')}}`
}

/** True when the due date lies before the day of `now`, an ISO time. */
export function isExpired(due: string | null, now: string): boolean {
  return due !== null && due < now.slice(0, 10)
}

export function recordOf(row: Row): MilestoneRecord {
  return {
    id: Number(row.id),
    iid: Number(row.iid),
    title: String(row.title),
    description: textOrNull(row.description),
    state: row.state === 'closed' ? 'closed' : 'active',
    due_date: textOrNull(row.due_date),
    start_date: textOrNull(row.start_date),
    inherited: typeof row.group_id === 'number',
  }
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}
