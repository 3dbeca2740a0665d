import type { ChangeId, ContractOperation } from '../../sim/contract.ts'
import { type AnyLaw, type Law, law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { answers, equals, holds } from '../kit/expect.ts'
import type { Json } from '../kit/json.ts'
import { operationNamed } from '../kit/operations.ts'
import { encodeQuery, type Params } from '../kit/query.ts'
import { isPagedIn, linkPath, type PageWish, pageHeaders, pageLinks, parseLinks } from '../oracle/paging.ts'
import { contractsOf } from '../oracle/reply-shape.ts'
import { wrongParameter } from '../oracle/texts.ts'
import type { Stage } from '../run/stage.ts'
import { placeable, sampleParams, skipBelowTop } from './sample.ts'

const needs = { furnished: true } as const

/** Lists that never count their rows, those of searches in the real service alone (conventions#uncounted-lists). */
const searches = ['GET /search', 'GET /groups/:id/search', 'GET /projects/:id/search']
const uncounted = ['GET /projects/:id/repository/commits', ...searches]

/** Lists that later releases do not count. */
const uncountedLater: { readonly [operation: string]: ChangeId } = {
  'GET /audit_events': 'audit-events#later-counts',
}

/** Rows of the families that say of a list that it has pages. */
const stated: { readonly [operation: string]: string } = {
  'GET /audit_events': 'audit-events#pagination, audit-events#later-counts',
  'GET /groups/:id/audit_events': 'audit-events#pagination',
  'GET /projects/:id/audit_events': 'audit-events#pagination',
  'GET /bulk_imports': 'bulk-imports#lists',
  'GET /bulk_imports/entities': 'bulk-imports#lists',
  'GET /bulk_imports/:import_id/entities': 'bulk-imports#lists',
  'GET /projects/:id/dependencies': 'dependencies#pagination',
  'GET /projects/:id/repository/contributors': 'repository#contributors-pages',
  'GET /projects/:id/repository/tree': 'repository#tree-offset',
}

function paged(operation: ContractOperation): boolean {
  return placeable(operation) && (operation.paging === 'offset' || operation.paging === 'both')
}

/** A law of pages by offset; it decides nothing of a list that another dialect, which the target may speak, has no pages of. */
function pagedLaw<Input = undefined>(declared: Law<Input>): AnyLaw {
  return law<Input>({
    ...declared,
    holds: async (stage, operation, input) => {
      if (!isPagedIn(contractsOf(stage), operation.id))
        stage.unknown('it comes in pages in one dialect alone')
      await declared.holds(stage, operation, input)
    },
  })
}

export const paging = pagedLaw<number>({
  name: 'paging',
  says: 'the pages of a list make up the whole list, and the headers of each page state its number, size, neighbours and totals',
  source: 'conventions#offset-headers, conventions#link-header, conventions#offset-pagination',
  level: 'must',
  compares: true,
  needs,
  readOnly: true,
  appliesTo: paged,
  cites: ({ id }) => (uncounted.includes(id) ? 'conventions#uncounted-lists' : stated[id]),
  each: () => [1, 2, 3, 20],
  holds: async (stage, operation, perPage) => {
    const whole = itemsOf(await page(stage, operation, { per_page: 100 }))
    const total = whole.length
    const pages = Math.min(4, Math.max(1, Math.ceil(total / perPage)))
    for (let number = 1; number <= pages; number++) {
      const reply = await page(stage, operation, { per_page: perPage, page: number })
      equals('the page', reply.json, whole.slice((number - 1) * perPage, number * perPage), reply)
      // A hundred rows may not be all of them: then only the walk is compared.
      if (total >= 100) continue
      const told = { page: number, perPage, total }
      const counted = () => describes(reply, { ...told, counts: true })
      const plain = () => describes(reply, { ...told, counts: false })
      const later = uncountedLater[operation.id]
      if (searches.includes(operation.id)) await stage.differs('F23', { specification: counted, real: plain })
      else if (later !== undefined) await stage.changed(later, { before: counted, after: plain })
      else if (uncounted.includes(operation.id)) plain()
      else counted()
    }
  },
})

export const pastTheEnd = pagedLaw({
  name: 'paging-past-the-end',
  says: 'a page past the end is empty, and its `Link` header holds the first and the last page only',
  source: 'conventions#page-past-the-end',
  level: 'must',
  compares: true,
  needs,
  readOnly: true,
  appliesTo: (operation) => paged(operation) && !uncounted.includes(operation.id),
  holds: async (stage, operation) => {
    const reply = await page(stage, operation, { per_page: 100, page: 499 })
    const first = await page(stage, operation, { per_page: 100 })
    if (first.headers['x-total'] === undefined)
      return stage.unknown('there are too many rows for the service to tell where they end')
    const total = Number(first.headers['x-total'])
    equals('the page', reply.json, [], reply)
    describes(reply, { page: 499, perPage: 100, total })
    const next = Math.max(1, Math.ceil(total / 100)) + 1
    const beyond = await page(stage, operation, { per_page: 100, page: next })
    equals('the page after the last one', beyond.json, [], beyond)
    describes(beyond, { page: next, perPage: 100, total })
  },
})

export const pageSizes = pagedLaw<readonly [params: Params, size: string]>({
  name: 'paging-sizes',
  says: 'a page has 20 rows by default and at most 100; a negative size and a page below 1 fall back to the default',
  source: 'conventions#page-size, conventions#page-number',
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: paged,
  each: () => [
    [{}, '20'],
    [{ per_page: 101 }, '100'],
    [{ per_page: 100_000 }, '100'],
    [{ per_page: -1 }, '20'],
    [{ per_page: '' }, '20'],
    [{ page: 0 }, '20'],
    [{ page: -1 }, '20'],
    [{ page: '', per_page: 7 }, '7'],
  ],
  holds: async (stage, operation, [params, size]) => {
    const reply = await page(stage, operation, params)
    equals('X-Per-Page', reply.headers['x-per-page'], size, reply)
    equals('X-Page', reply.headers['x-page'], '1', reply)
  },
})

export const noEmptyPages = pagedLaw<readonly [params: Params, text: string]>({
  name: 'paging-refused',
  says: 'a page size of 0, and a page or size that is no integer, answer 400',
  source: 'conventions#page-size, conventions#page-number',
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: paged,
  each: () => [
    [{ per_page: 0 }, 'per_page has a value not allowed'],
    [{ page: 'abc' }, 'page is invalid'],
    [{ per_page: '1.5' }, 'per_page is invalid'],
    [{ page: [1] }, 'page is invalid'],
  ],
  holds: async (stage, operation, [params, text]) => {
    const reply = await stage.call(operation.id, { ...sampleParams(stage, operation), ...params })
    const { status, body } = wrongParameter(operation.id, text)
    answers(reply, status, body)
  },
})

export const links = pagedLaw({
  name: 'paging-links',
  says: 'the links repeat the parameters of the request, and following `next` walks through the whole list',
  source: 'conventions#link-urls',
  level: 'must',
  compares: true,
  needs,
  readOnly: true,
  appliesTo: paged,
  holds: async (stage, operation) => {
    const whole = itemsOf(await page(stage, operation, { per_page: 100 })).slice(0, 4)
    const walked: Json[] = []
    const extra = {
      unknown_parameter: 'stays here',
      unknown_list: ['one'],
      unknown_pair: ['two words', 'ü&'],
      unknown_hash: { inner: 'one', list: ['two'] },
    }
    const sent = [...new URLSearchParams(encodeQuery(extra))]
    const { names, sent: plain } = await linkedBy(stage, operation)
    equals('the names in links that were not sent', names, [], plain)
    let reply = await page(stage, operation, { per_page: 2, ...extra })
    for (let turn = 0; turn < 2; turn++) {
      walked.push(...itemsOf(reply))
      const next = parseLinks(reply.headers.link).find(({ rel }) => rel === 'next')
      if (next === undefined) break
      const url = new URL(next.url)
      for (const name of new Set(sent.map(([name]) => name))) {
        const values = sent.flatMap(([of, value]) => (of === name ? [value] : []))
        equals(`${name} in the link`, url.searchParams.getAll(name), values, reply)
      }
      reply = await stage.send('GET', linkPath(next.url))
      answers(reply, 200)
    }
    equals('what the links lead through', walked, whole, reply)
  },
})

/** The parameters in the links of a page that are neither the operation's nor sent to it. */
async function linkedBy(stage: Stage, operation: ContractOperation) {
  const params = sampleParams(stage, operation)
  const reply = await page(stage, operation, { per_page: 2 })
  // Between two releases a parameter of the newer one may have a default already, which links repeat.
  const known = contractsOf(stage).flatMap((agreed) => operationNamed(agreed, operation.id)?.params ?? [])
  const own = [...Object.keys(params), ...known.map(({ name }) => name), 'page', 'per_page']
  const linked = parseLinks(reply.headers.link).flatMap(({ url }) => [...new URL(url).searchParams.keys()])
  const names = linked.filter((name) => !own.includes(name.replace(/\[.*$/, '')))
  return { names, sent: reply }
}

async function page(stage: Stage, operation: ContractOperation, params: Params): Promise<Reply> {
  const reply = await stage.call(operation.id, { ...sampleParams(stage, operation), ...params })
  if (stage.asFound && operation.path.startsWith('/users/') && [403, 404].includes(reply.status))
    stage.unknown('what there is of that user may be hidden from the caller')
  skipBelowTop(stage, operation, reply)
  answers(reply, 200)
  return reply
}

function itemsOf(reply: Reply): readonly Json[] {
  holds(Array.isArray(reply.json), 'a list is an array', reply.json ?? null, reply)
  return reply.json
}

function describes(reply: Reply, wish: PageWish): void {
  const expected = pageHeaders(wish)
  for (const name of [
    'x-page',
    'x-per-page',
    'x-next-page',
    'x-prev-page',
    'x-total',
    'x-total-pages',
  ] as const)
    equals(name, reply.headers[name], expected[name], reply)
  const sent = parseLinks(reply.headers.link).map(({ rel, url }) => [
    rel,
    Number(new URL(url).searchParams.get('page')),
  ])
  equals(
    'Link',
    sent,
    pageLinks(wish).map((link) => [...link]),
    reply,
  )
  for (const { url } of parseLinks(reply.headers.link))
    equals('per_page in the link', new URL(url).searchParams.get('per_page'), String(wish.perPage), reply)
}
