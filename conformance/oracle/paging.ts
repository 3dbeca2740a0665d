import type { Contract } from '../../sim/contract.ts'
import { operationNamed } from '../kit/operations.ts'
/** What the headers of one page of an offset list say (conventions#offset-headers). */
export interface PageHeaders {
  readonly 'x-page': string
  readonly 'x-per-page': string
  readonly 'x-next-page': string
  readonly 'x-prev-page': string
  readonly 'x-total'?: string
  readonly 'x-total-pages'?: string
}

/** Above this many rows nobody is told how many there are. */
export const countedUpTo = 10_000

export interface PageWish {
  readonly page: number
  readonly perPage: number
  readonly total: number
  /** False for lists that never count. */
  readonly counts?: boolean
}

export function pageHeaders({ page, perPage, total, counts = true }: PageWish): PageHeaders {
  const last = lastPage(total, perPage)
  const past = page > last
  return {
    'x-page': String(page),
    'x-per-page': String(perPage),
    'x-next-page': page < last ? String(page + 1) : '',
    'x-prev-page': page > 1 && !past ? String(page - 1) : '',
    ...(counts && total <= countedUpTo ? { 'x-total': String(total), 'x-total-pages': String(last) } : {}),
  }
}

/** The page that each `rel` of the Link header leads to, in the order of the header. */
export function pageLinks({
  page,
  perPage,
  total,
  counts = true,
}: PageWish): readonly (readonly [rel: string, page: number])[] {
  const last = lastPage(total, perPage)
  const links: (readonly [string, number])[] = []
  if (page > 1 && page <= last) links.push(['prev', page - 1])
  if (page < last) links.push(['next', page + 1])
  links.push(['first', 1])
  if (counts && total <= countedUpTo) links.push(['last', last])
  return links
}

function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

/** Where a link leads below the API, wherever the service has its root: path and query. */
export function linkPath(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname.replace(/^.*?\/api\/v4/, '')}${search}`
}

/** `Link: <url>; rel="next", …` as pairs. */
export function parseLinks(
  header: string | undefined,
): readonly { readonly rel: string; readonly url: string }[] {
  if (header === undefined || header === '') return []
  return [...header.matchAll(/<([^>]*)>;\s*rel="([^"]*)"/g)].map(([, url = '', rel = '']) => ({ rel, url }))
}

/** Whether a list comes in pages by offset in each of these contracts. */
export function isPagedIn(contracts: readonly Contract[], id: string): boolean {
  return contracts.every((contract) => {
    const paging = operationNamed(contract, id)?.paging
    return paging === 'offset' || paging === 'both'
  })
}
