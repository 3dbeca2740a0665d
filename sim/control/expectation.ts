import type { JournalEntry, JournalFilter } from './journal-entry.ts'

/** What a journal is expected to hold: a filter, or `METHOD PATH [STATUS]` in one line. */
export type Wanted = JournalFilter | string

/** Expected number of requests; default: at least one. */
export type HowOften = number | { readonly atLeast?: number; readonly atMost?: number }

const LISTED = 10

/** Parses a line into a filter: `POST /projects/*`, `* /user 2xx`. Throws a RangeError. */
export function filterOf(wanted: Wanted): JournalFilter {
  if (typeof wanted !== 'string') return wanted
  const [method, path, status, ...rest] = wanted.trim().split(/\s+/)
  if (method === undefined || path === undefined || rest.length > 0)
    throw new RangeError(
      `'${wanted}' is no request: use METHOD PATH [STATUS], for example 'POST /projects/* 201'`,
    )
  return {
    ...(method === '*' ? {} : { method }),
    path,
    ...(status === undefined ? {} : { status }),
  }
}

/** The message of an expectation that a journal does not meet; undefined when it does. */
export function unmetExpectation(
  wanted: Wanted,
  howOften: HowOften,
  matching: readonly JournalEntry[],
  all: readonly JournalEntry[],
): string | undefined {
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } =
    typeof howOften === 'number' ? { atLeast: howOften, atMost: howOften } : howOften
  if (matching.length >= atLeast && matching.length <= atMost) return undefined
  const expected = `expected ${described(wanted)} ${times(atLeast, atMost)}, found ${matching.length}`
  const shown = matching.length > atMost ? matching : all
  if (shown.length === 0) return `${expected}; no request was made`
  const left = shown.length - LISTED
  return [
    `${expected}; ${matching.length > atMost ? 'these' : 'the requests were'}:`,
    ...(left > 0 ? [`  … ${left} before`] : []),
    ...shown.slice(-LISTED).map(line),
  ].join('\n')
}

function described(wanted: Wanted): string {
  if (typeof wanted === 'string') return wanted
  const { method = '*', path = '*', status, user } = wanted
  return [method, path, status, user === undefined ? undefined : `by ${user}`]
    .filter((part) => part !== undefined)
    .join(' ')
}

function times(atLeast: number, atMost: number): string {
  if (atLeast === atMost) return atLeast === 0 ? 'never' : atLeast === 1 ? 'once' : `${atLeast} times`
  if (atMost === Number.POSITIVE_INFINITY)
    return atLeast === 1 ? 'at least once' : `at least ${atLeast} times`
  return `${atLeast} to ${atMost} times`
}

function line({ id, method, path, query, status, user }: JournalEntry): string {
  return `  ${id} ${method} ${path}${query === '' ? '' : `?${query}`} ${status} ${user ?? '-'}`
}
