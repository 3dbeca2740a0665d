import { isoTime } from '../time/calendar.ts'
import { type Call, CallRefused, fieldsOf } from './call.ts'
import { explanationText } from './explanation.ts'
import type { JournalFilter } from './journal-entry.ts'
import { json, nothing } from './replies.ts'

const filters = ['method', 'path', 'status', 'user'] as const satisfies readonly (keyof JournalFilter)[]

/** The journal of requests. */
export const requestCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/requests',
    query: filters,
    serve(controlled, { query }) {
      const filter = Object.fromEntries([...query].filter(([, value]) => value !== ''))
      const { status } = filter
      if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status))
        throw new CallRefused(
          400,
          `status '${status}' is invalid: use a status such as 404, or a class such as 4xx`,
        )
      return json(controlled.journal.entries(filter))
    },
  },
  {
    method: 'POST',
    path: '/requests/:id/rewind',
    serve(controlled, { path, body }) {
      fieldsOf(body(), [])
      const id = path.id as string
      if (!/^\d{1,15}$/.test(id) || !controlled.journal.rewind(Number(id)))
        throw new CallRefused(
          404,
          `there is no request '${id}' to go back to: GET /_forgery/requests lists them`,
        )
      return json({ before: Number(id), now: isoTime(controlled.now()) })
    },
  },
  {
    method: 'GET',
    path: '/requests/:id/why',
    serve(controlled, { path, header }) {
      const explanation = ofKept(path.id as string, (id) => controlled.explain(id))
      return header('accept')?.startsWith('text/plain')
        ? { ...nothing, status: 200, headers: plainText, body: explanationText(explanation) }
        : json(explanation)
    },
  },
  {
    method: 'GET',
    path: '/requests/:id/changes',
    serve: (controlled, { path }) => json(ofKept(path.id as string, (id) => controlled.changes(id))),
  },
  {
    method: 'DELETE',
    path: '/requests',
    serve(controlled) {
      controlled.journal.clear()
      return nothing
    },
  },
]

const plainText = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

function ofKept<T>(id: string, work: (id: number) => T): T {
  if (!/^\d{1,15}$/.test(id))
    throw new CallRefused(404, `there is no request '${id}': GET /_forgery/requests lists them`)
  try {
    return work(Number(id))
  } catch (error) {
    if (error instanceof RangeError)
      throw new CallRefused(404, `${error.message}: GET /_forgery/requests lists them`)
    throw error
  }
}
