import type { Call } from './call.ts'
import { nothing } from './replies.ts'
import { filterIn, filters } from './request-filter.ts'
import { scriptOf } from './script/index.ts'
import { scriptEndings, scriptKinds } from './script/script-kind.ts'

/** The requests of the journal as scripts that make them again: `/journal.ts`, `/journal.py` … */
export const scriptCalls: readonly Call[] = scriptKinds.map((kind) => ({
  method: 'GET',
  path: `/journal.${scriptEndings[kind]}`,
  query: filters,
  serve: (controlled, { query }) => ({
    ...nothing,
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    body: scriptOf(controlled, kind, filterIn(query)),
  }),
}))
