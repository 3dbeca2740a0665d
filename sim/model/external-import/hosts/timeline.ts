import type { Json } from '../../../lib/json.ts'
import { SOMEBODY } from './host-archive.ts'
import { numberIn, type Row, rowIn, textIn } from './rest.ts'

/** What events may name: the rest was deleted at the host, or belongs to another repository. */
export interface Nameable {
  /** Rows of labels by their names. */
  readonly labels: ReadonlyMap<string, Row>
  readonly milestones: ReadonlyMap<string, Row>
  readonly issues: ReadonlySet<number | null>
  readonly pulls: ReadonlySet<number | null>
  /** The username of the importer, who stands for everybody of the host. */
  readonly importer: string
}

/** What an issue or a pull request has of its events, in the form of archives. */
export interface Happened {
  readonly resource_label_events: readonly Row[]
  readonly resource_milestone_events: readonly Row[]
  readonly resource_state_events: readonly Row[]
  readonly events: readonly Row[]
  readonly notes: readonly Row[]
}

/** One event as rows of the relations that tell it. */
type Told = { readonly [relation in keyof Happened]?: Row }

/** The events of one issue or pull request (external-import#events). */
export function happened(timeline: readonly Row[], nameable: Nameable): Happened {
  const told = timeline.flatMap((event) => {
    const tell = tellers[textIn(event, 'event') ?? '']
    return tell === undefined ? [] : [tell(event, nameable)]
  })
  const rows = (relation: keyof Told) => told.map((it) => it[relation]).filter((row) => row !== undefined)
  return {
    resource_label_events: rows('resource_label_events'),
    resource_milestone_events: rows('resource_milestone_events'),
    resource_state_events: rows('resource_state_events'),
    events: rows('events'),
    notes: rows('notes'),
  }
}

/** Whether an event is one of those that the import knows. */
export function isUnderstood(event: Row): boolean {
  return tellers[textIn(event, 'event') ?? ''] !== undefined
}

type Tell = (event: Row, nameable: Nameable) => Told

const tellers: { readonly [event: string]: Tell } = {
  __proto__: null as never,
  closed: state('closed'),
  reopened: state('reopened'),
  labeled: label('add'),
  unlabeled: label('remove'),
  milestoned: milestone('add'),
  demilestoned: milestone('remove'),
  renamed: note((event) => {
    const { from, to } = rowIn(event, 'rename') ?? {}
    return `changed title from **${from}** to **${to}**`
  }),
  'cross-referenced': note((event, { issues, pulls }) => {
    const issue = rowIn(rowIn(event, 'source'), 'issue')
    const number = numberIn(issue, 'number')
    const isPull = rowIn(issue, 'pull_request') !== undefined
    if (!(isPull ? pulls : issues).has(number)) return undefined
    return `mentioned in ${isPull ? '!' : '#'}${number}`
  }),
  assigned: note((_, { importer }) => `assigned to @${importer}`),
  unassigned: note((_, { importer }) => `unassigned @${importer}`),
  review_requested: note((_, { importer }) => `requested review from @${importer}`),
  review_request_removed: note((_, { importer }) => `removed review request for @${importer}`),
}

function state(state: 'closed' | 'reopened'): Tell {
  return (event) => ({
    resource_state_events: { ...when(event, 'user_id'), state },
    events: { ...when(event, 'author_id'), action: state },
  })
}

function label(action: 'add' | 'remove'): Tell {
  return (event, { labels }) => {
    const name = textIn(rowIn(event, 'label'), 'name') ?? ''
    return { resource_label_events: { ...when(event, 'user_id'), action, label: labels.get(name) ?? null } }
  }
}

function milestone(action: 'add' | 'remove'): Tell {
  return (event, { milestones }) => {
    const found = milestones.get(textIn(rowIn(event, 'milestone'), 'title') ?? '')
    if (found === undefined) return {}
    return { resource_milestone_events: { ...when(event, 'user_id'), action, milestone: found } }
  }
}

function note(words: (event: Row, nameable: Nameable) => string | undefined): Tell {
  return (event, nameable) => {
    const text = words(event, nameable)
    if (text === undefined) return {}
    const at = event.created_at ?? null
    return { notes: { ...when(event, 'author_id'), note: text, system: true, updated_at: at } }
  }
}

function when(event: Row, who: 'user_id' | 'author_id'): { readonly [column: string]: Json } {
  return { [who]: SOMEBODY, created_at: event.created_at ?? null }
}
