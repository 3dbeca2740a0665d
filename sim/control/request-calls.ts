import { isoTime } from '../time/calendar.ts'
import { type Call, CallRefused, fieldsOf } from './call.ts'
import { explanationText } from './explanation.ts'
import { requestIn } from './new-request/new-request.ts'
import { json, nothing } from './replies.ts'
import { filterIn, filters } from './request-filter.ts'
import { shownExchange } from './shown-exchange.ts'

/** The journal of requests. */
export const requestCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/requests',
    query: filters,
    serve(controlled, { query }) {
      return json(controlled.journal.entries(filterIn(query)))
    },
  },
  {
    method: 'GET',
    path: '/requests/:id',
    serve: ({ journal }, { path }) => json(ofKept(path.id as string, (id) => shownExchange(journal, id))),
  },
  {
    method: 'POST',
    path: '/requests',
    serve: (controlled, { body }) =>
      json({ id: controlled.send(requestIn(body(), controlled)) ?? null }, 201),
  },
  {
    method: 'POST',
    path: '/requests/:id/repeat',
    serve(controlled, { path, body }) {
      fieldsOf(body(), [])
      return json(ofKept(path.id as string, (id) => ({ repeats: id, id: controlled.repeat(id) ?? null })))
    },
  },
  {
    method: 'POST',
    path: '/requests/:id/rewind',
    serve(controlled, { path, body }) {
      fieldsOf(body(), [])
      const id = path.id as string
      if (!/^\d{1,15}$/.test(id) || !controlled.journal.rewind(Number(id)))
        throw new CallRefused(404, unreachable(id, controlled.journal.entry(Number(id)) !== undefined))
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

function unreachable(id: string, isListed: boolean): string {
  return isListed
    ? `the world before request ${id} is no longer kept: what was deleted since takes too many bytes`
    : `there is no request '${id}' to go back to: GET /_forgery/requests lists them`
}

const plainText = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

function ofKept<T>(id: string, work: (id: number) => T | undefined): T {
  const missing = (why: string) => new CallRefused(404, `${why}: GET /_forgery/requests lists them`)
  if (!/^\d{1,15}$/.test(id)) throw missing(`there is no request '${id}'`)
  try {
    const found = work(Number(id))
    if (found === undefined) throw missing(`there is no request ${id} in the journal`)
    return found
  } catch (error) {
    if (error instanceof RangeError) throw missing(error.message)
    throw error
  }
}
