import type { Json } from '../../../lib/json.ts'
import type { ResourceEvent } from '../../resource-events/resource-event.ts'
import { nextId, type World } from '../../world.ts'
import { type Fields, fieldsOf, projectOf, type Reading } from './field.ts'
import { projectLabels } from './labels.ts'
import { milestoneField } from './milestones.ts'
import { type Relation, readRow, writeRow } from './relation.ts'
import { personOrNull, time, word } from './types.ts'

/** An issue or a merge request. */
interface Changed {
  readonly id: number
  readonly projectId: number
}
type Target = ResourceEvent['target']

const { column, told } = fieldsOf<ResourceEvent>()

const common: Fields<ResourceEvent> = {
  user_id: column('userId', personOrNull),
  created_at: column('createdAt', time),
}
const action = column('action', word(['add', 'remove']))
const state = column('state', word(['closed', 'reopened', 'merged']))

const label: Fields<ResourceEvent>[string] = {
  write: ({ labelId }, out): Json => {
    const row = out.world.labels.get(labelId ?? 0)
    return row === undefined ? null : writeRow(projectLabels, row, out)
  },
  read: (given, into) => {
    const row =
      given == null ? undefined : readRow(projectLabels, given, projectOf(into), into, () => undefined)
    return { labelId: row?.id ?? null }
  },
}

/** What was changed of an issue or a merge request, as far as archives tell it: labels, milestone and state. */
export function changesOf<Row extends Changed>(target: Target): readonly Relation<ResourceEvent, Row>[] {
  const events = (
    kind: ResourceEvent['kind'],
    fields: Fields<ResourceEvent>,
  ): Relation<ResourceEvent, Row> => ({
    name: `resource_${kind}_events`,
    shape: 'many',
    rows: ({ id }, { world }) => rowsOf(world, target, id, kind),
    fields: { ...fields, ...common },
    put: (columns, row, into) =>
      put(into, { ...columns, kind, target, targetId: row.id, projectId: row.projectId }),
  })
  return [
    events('label', { action, label }),
    events('milestone', { action, state: told(() => 'opened'), milestone: milestoneField<ResourceEvent>() }),
    events('state', { state }),
  ]
}

type Identified = Pick<ResourceEvent, 'kind' | 'target' | 'targetId' | 'projectId'> & Partial<ResourceEvent>

function put({ world, importer }: Reading, given: Identified): ResourceEvent {
  const event = world.resourceEvents.insert({
    userId: null,
    action: null,
    labelId: null,
    milestoneId: null,
    state: null,
    weight: null,
    createdAt: 0,
    ...given,
    id: nextId(world, 'resourceEvents'),
  })
  const { state: change, userId, createdAt: at, targetId: issueId } = event
  if (event.target === 'Issue' && (change === 'closed' || change === 'reopened')) {
    const id = nextId(world, 'stateEvents')
    world.stateEvents.insert({ id, issueId, action: change, userId: userId ?? importer.id, at })
  }
  return event
}

function rowsOf(world: World, target: Target, id: number, kind: ResourceEvent['kind']): ResourceEvent[] {
  const events = world.resourceEvents.by('byTarget', target, id, kind).list()
  if (target !== 'Issue' || kind !== 'state') return events
  // A world that was described knows changes of states without the events that clients read.
  const known = new Set(events.map(({ state, createdAt }) => `${state} ${createdAt}`))
  const more = world.stateEvents
    .by('byIssue', id)
    .list()
    .flatMap(({ action: change, userId, at }): ResourceEvent[] =>
      change === 'created' || known.has(`${change} ${at}`)
        ? []
        : [
            {
              ...{
                id: 0,
                target,
                targetId: id,
                projectId: 0,
                kind,
                action: null,
                labelId: null,
                milestoneId: null,
              },
              ...{ state: change, weight: null, userId, createdAt: at },
            },
          ],
    )
  return [...events, ...more].sort((a, b) => a.createdAt - b.createdAt)
}
