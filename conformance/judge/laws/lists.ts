import { isRows, type Json, type Row, show } from '../../kit/json.ts'
import { isPagedIn } from '../../oracle/paging.ts'
import { rowFilters } from '../../oracle/row-filters.ts'
import type { Heard } from '../exchange.ts'
import { type Fault, single, weighed } from '../law.ts'

/** The rows of a list that was answered; undefined for everything else. */
function rowsOf({ operation, status, json }: Heard): readonly Row[] | undefined {
  return operation.answer === 'many' && status === 200 && isRows(json) ? json : undefined
}

export const pageHeaders = single({
  name: 'page-headers',
  says: 'a page of a list states its number, size, neighbours and totals, and has no more rows than that',
  source:
    'conventions#offset-pagination, conventions#offset-headers, conventions#page-size, conventions#totals-limit, conventions#page-past-the-end',
  level: 'must',
  faults: (heard, setting) => {
    const rows = rowsOf(heard)
    const { operation, given, answered } = heard
    if (rows === undefined || !isPagedIn(setting.contracts, operation.id) || given.pagination === 'keyset')
      return undefined
    // What is sent twice may be read either way.
    if (['page', 'per_page'].some((name) => name in given && given[name] === undefined)) return undefined
    const page = numberIn(given.page, 1)
    const size = numberIn(given.per_page, defaultSize(heard))
    if (page === undefined || size === undefined) return undefined
    return faultsOfPage({ rows, page, size: Math.min(size, 100) }, answered).map((fault) =>
      weighed(heard, fault),
    )
  },
})

function defaultSize({ operation }: Heard): number {
  const declared = operation.params.find(({ name }) => name === 'per_page')?.default
  return typeof declared === 'number' ? declared : 20
}

/** What counts as a number of pages or rows; undefined for what a service may refuse or read in its own way. */
function numberIn(given: Json | undefined, usual: number): number | undefined {
  if (given === undefined || given === '') return usual
  const text = String(given)
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

interface Page {
  readonly rows: readonly Row[]
  readonly page: number
  readonly size: number
}

function faultsOfPage({ rows, page, size }: Page, answered: Heard['answered']): readonly Fault[] {
  const faults: Fault[] = []
  const header = (name: string) => answered[name.toLowerCase()]
  const expect = (name: string, expected: string) => {
    const actual = header(name)
    if (actual !== expected)
      faults.push({
        title: name,
        expected: expected || 'empty',
        actual: actual === undefined ? `no ${name}` : actual || 'empty',
      })
  }
  expect('X-Page', String(page))
  expect('X-Per-Page', String(size))
  if (rows.length > size)
    faults.push({ title: 'the rows of a page', expected: `at most ${size}`, actual: String(rows.length) })
  const total = header('X-Total')
  if (total === undefined) {
    const next = header('X-Next-Page') ?? ''
    if (next !== '') expect('X-Next-Page', String(page + 1))
  } else if (/^\d+$/.test(total)) {
    const pages = Math.max(1, Math.ceil(Number(total) / size))
    expect('X-Total-Pages', String(pages))
    expect('X-Next-Page', page < pages ? String(page + 1) : '')
    expect('X-Prev-Page', page > 1 && page <= pages ? String(page - 1) : '')
    const most = Math.max(0, Math.min(size, Number(total) - (page - 1) * size))
    // Rows that the caller may not see, and those that came or went meanwhile, make a page shorter, never longer by much.
    if (rows.length > size || (page === 1 && pages === 1 && rows.length > most))
      faults.push({ title: 'X-Total', expected: `at least ${rows.length}`, actual: total, level: 'should' })
  } else faults.push({ title: 'X-Total', expected: 'a number', actual: total })
  return [...faults, ...faultsOfLink(header('Link') ?? '', header('X-Next-Page') ?? '')]
}

function faultsOfLink(link: string, next: string): readonly Fault[] {
  const links = linksIn(link)
  const to = links.get('next')
  if (next === '')
    return to === undefined
      ? []
      : [{ title: 'Link leads on from the last page', expected: 'no rel="next"', actual: to }]
  if (to === undefined)
    return [
      {
        title: 'Link leads to no next page',
        expected: `rel="next" to page ${next}`,
        actual: link || 'no Link',
      },
    ]
  const page = URL.canParse(to) ? new URL(to).searchParams.get('page') : null
  return page === next ? [] : [{ title: 'Link leads to another page', expected: `page=${next}`, actual: to }]
}

/** The addresses in a `Link` header by relation. */
export function linksIn(link: string): ReadonlyMap<string, string> {
  return new Map(
    [...link.matchAll(/<([^>]*)>\s*;\s*rel="([^"]*)"/g)].map(([, url = '', rel = '']) => [rel, url]),
  )
}

export const filtered = single({
  name: 'filters',
  says: 'a list that is filtered has only rows that fit',
  source:
    'milestones#list-filters, merge-requests#filter-state, merge-requests#filter-labels, merge-requests#filter-iids, merge-requests#filter-branches, merge-requests#filter-dates',
  level: 'must',
  faults: (heard) => {
    const rows = rowsOf(heard)
    if (rows === undefined) return undefined
    // Asked for by number, the milestones of parents are left out of the filter.
    if (heard.given.include_parent_milestones !== undefined) return undefined
    // A search of other things than issues and merge requests knows no state.
    const stateless =
      heard.operation.family === 'search' && !/^(issues|merge_requests)$/.test(String(heard.given.scope))
    const asked = heard.operation.params.flatMap(({ name }) => {
      if (stateless && name === 'state') return []
      const value = textOf(heard.given[name])
      const fits = rowFilters[name]?.fits
      return fits === undefined || value === undefined || value === '' ? [] : [{ name, value, fits }]
    })
    if (asked.length === 0) return undefined
    return asked.flatMap(({ name, value, fits }) => {
      const stranger = rows.find((row) => fits(row, value) === false)
      if (stranger === undefined) return []
      const expected = `only rows that fit ${name}=${value}`
      return [weighed(heard, { title: `a row does not fit ${name}`, expected, actual: show(stranger) })]
    })
  },
})

function textOf(given: Json | undefined): string | undefined {
  if (Array.isArray(given))
    return given.every((item: Json) => typeof item !== 'object') ? given.join(',') : undefined
  return given === undefined || typeof given === 'object' ? undefined : String(given)
}

const sortable = ['id', 'created_at', 'updated_at']

export const ordered = single({
  name: 'order',
  says: 'a list that is to be sorted is',
  source: 'conventions#default-order, merge-requests#order',
  level: 'must',
  faults: (heard) => {
    const rows = rowsOf(heard)
    const [by, sort] = ['order_by', 'sort'].map((name) => textOf(heard.given[name]))
    const known = heard.operation.params.some(({ name }) => name === 'order_by')
    // Audit events are sorted by choice only in pages by keyset.
    const fixed = heard.operation.family === 'audit-events' && heard.given.pagination !== 'keyset'
    if (rows === undefined || !known || fixed || by === undefined || !sortable.includes(by)) return undefined
    if (sort !== 'asc' && sort !== 'desc') return undefined
    const at = unsorted(rows, by, sort)
    if (at === undefined) return undefined
    // What was created later has the higher number, and some lists are sorted by that.
    if (at < 0 || (by === 'created_at' && (unsorted(rows, 'id', sort) ?? -1) < 0)) return []
    const actual = `${show(rows[at - 1]?.[by])} before ${show(rows[at]?.[by])}`
    return [weighed(heard, { title: `the order by ${by}`, expected: `${by}, ${sort}`, actual })]
  },
})

/** Where the order breaks; -1 where it does not, undefined where a row does not have what it is sorted by. */
function unsorted(rows: readonly Row[], by: string, sort: 'asc' | 'desc'): number | undefined {
  const keys = rows.map((row) => (by === 'id' ? row.id : Date.parse(String(row[by]))))
  if (!keys.every((key): key is number => typeof key === 'number' && !Number.isNaN(key))) return undefined
  const direction = sort === 'asc' ? 1 : -1
  return keys.findIndex((key, i) => i > 0 && (key - (keys[i - 1] ?? key)) * direction < 0)
}
