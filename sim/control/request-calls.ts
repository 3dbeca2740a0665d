import { type Call, CallRefused, json, nothing } from './call.ts'
import type { JournalFilter } from './journal.ts'

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
    method: 'DELETE',
    path: '/requests',
    serve(controlled) {
      controlled.journal.clear()
      return nothing
    },
  },
]
