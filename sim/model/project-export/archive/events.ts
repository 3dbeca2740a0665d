import { isoTime } from '../../../time/calendar.ts'
import { type Event, type EventAction, type EventTarget, eventActions } from '../../users/event.ts'
import { nextId } from '../../world.ts'
import { fieldsOf } from './field.ts'
import type { Relation } from './relation.ts'
import { person, time } from './types.ts'

const { column, told, always } = fieldsOf<Event>()

/** What was done to a row, as lists of activity tell it. That of groups and their epics stays behind. */
export function eventsOn<Row extends { readonly id: number }>(target: EventTarget): Relation<Event, Row> {
  return {
    name: 'events',
    shape: 'many',
    rows: ({ id }, { world }) => world.events.by('byTarget', target, id).list(),
    fields: {
      project_id: told(({ projectId }) => projectId),
      author_id: column('authorId', person),
      created_at: column('createdAt', time),
      updated_at: told(({ createdAt }) => isoTime(createdAt)),
      action: {
        write: ({ action }) => action,
        read: (given) => {
          const action = actionOf(given)
          return action === undefined ? {} : { action }
        },
      },
      target_type: told(() => target),
      fingerprint: always(null),
    },
    put: (columns, row, { world, project }) => {
      const { action, authorId, createdAt } = columns
      if (project === undefined || action === undefined) return undefined
      return world.events.insert({
        id: nextId(world, 'events'),
        projectId: project.id,
        authorId: authorId as number,
        action,
        target,
        targetId: row.id,
        createdAt: createdAt as number,
      })
    },
  }
}

// Releases before 12 wrote it as a number.
function actionOf(given: unknown): EventAction | undefined {
  const found = typeof given === 'number' ? eventActions[given - 1] : given
  return eventActions.find((action) => action === found && action !== 'pushed')
}
