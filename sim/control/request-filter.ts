import { CallRefused } from './call.ts'
import type { JournalFilter } from './journal-entry.ts'

/** Parameters of a query that narrow the journal. */
export const filters = [
  'direction',
  'method',
  'path',
  'status',
  'user',
] as const satisfies readonly (keyof JournalFilter)[]

/** The filter that a query asks for. Throws a `CallRefused` for a value that makes no sense. */
export function filterIn(query: URLSearchParams): JournalFilter {
  const given = Object.fromEntries([...query].filter(([, value]) => value !== ''))
  const { status, direction, ...others } = given
  if (status !== undefined && !/^([1-5](\d\d|xx)|0)$/.test(status))
    throw new CallRefused(
      400,
      `status '${status}' is invalid: use a status such as 404, or a class such as 4xx`,
    )
  if (direction !== undefined && direction !== 'in' && direction !== 'out')
    throw new CallRefused(400, `direction '${direction}' is invalid: use in or out`)
  return {
    ...others,
    ...(status === undefined ? {} : { status }),
    ...(direction === undefined ? {} : { direction }),
  }
}
