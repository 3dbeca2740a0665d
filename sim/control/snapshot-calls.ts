import { isoTime } from '../time/calendar.ts'
import { type Call, CallRefused, fieldsOf, inRange, textField } from './call.ts'
import type { Mark } from './controlled.ts'
import { json, jsonText, nothing } from './replies.ts'
import { readSteps } from './saved/saved-state.ts'

/** Snapshots of the world. */
export const snapshotCalls: readonly Call[] = [
  { method: 'GET', path: '/snapshots', serve: ({ marks }) => json(marks.map(shown)) },
  {
    method: 'POST',
    path: '/snapshots',
    *serve(controlled, { longBody }) {
      const { file, ...fields } = fieldsOf(yield* longBody(), ['name', 'file'])
      const name = textField(fields, 'name')
      return json(
        shown(controlled.mark(name, file === undefined ? undefined : yield* inRange(readSteps(file)))),
        201,
      )
    },
  },
  {
    method: 'GET',
    path: '/snapshots/:id',
    *serve(controlled, { path }) {
      const saved = controlled.savedMark(path.id as string)
      if (saved === undefined) throw missing(path.id as string)
      return jsonText(yield* saved, 200, {
        'Content-Disposition': `attachment; filename="forgery-snapshot-${path.id}.json"`,
      })
    },
  },
  {
    method: 'POST',
    path: '/snapshots/:id/restore',
    serve(controlled, { path, body }) {
      fieldsOf(body(), [])
      const id = path.id as string
      const mark = controlled.marks.find((candidate) => candidate.id === id)
      if (mark === undefined || !controlled.restoreMark(id)) throw missing(id)
      return json(shown(mark))
    },
  },
  {
    method: 'DELETE',
    path: '/snapshots/:id',
    serve(controlled, { path }) {
      if (!controlled.deleteMark(path.id as string)) throw missing(path.id as string)
      return nothing
    },
  },
]

function shown({ id, name, at }: Mark) {
  return { id, name, at: isoTime(at) }
}

function missing(id: string): CallRefused {
  return new CallRefused(404, `there is no snapshot '${id}': GET /_forgery/snapshots lists them`)
}
