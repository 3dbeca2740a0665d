import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineDatabase, table } from './database.ts'
import { NO_IDS } from './id-set.ts'
import { idsIn } from './id-walks.ts'
import { wordsOf } from './pieces.ts'

interface Page {
  readonly id: number
  readonly title: string
  readonly body: string | null
}

let read = 0
const emptyShelf = defineDatabase({
  pages: table<Page>((page) => {
    read++
    return textsOf(page)
  })('pages', {}),
})
type Shelf = ReturnType<typeof emptyShelf>

const long = 'x'.repeat(70)
const texts = fc
  .array(fc.constantFrom('alpha', 'Alphabet', 'beta', 'be-ta', 'größe', '数字数字', '42', 'a', 'İx', long), {
    maxLength: 4,
  })
  .map((words) => words.join(' '))
const pages = fc.record({ id: fc.nat(12), title: texts, body: fc.option(texts) })
const steps = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), page: pages, on: fc.nat(3) }),
  fc.record({ kind: fc.constant('delete' as const), page: pages, on: fc.nat(3) }),
  fc.record({ kind: fc.constant('fork' as const), page: pages, on: fc.nat(3) }),
  fc.record({ kind: fc.constant('look' as const), page: pages, on: fc.nat(3) }),
)
const pieces = ['alp', 'alphab', 'beta', 'ta', 'größ', '数字数', 'xxx', long.slice(1), 'no such']

const queries = [
  ['beta', [0, 1]],
  ['alpha größ', [0, 1]],
  ['alp beta', [1]],
  ['数字数', [0]],
] satisfies [query: string, inOneOf: number[]][]

const textsOf = (page: Page) => [page.title, page.body]

function expected(shelf: Shelf, piece: string): Page[] {
  const holds = (text: string | null) => wordsOf(text ?? '').some((word) => word.includes(piece))
  return shelf.pages
    .all()
    .list()
    .filter(({ title, body }) => holds(title) || holds(body))
}

function found(shelf: Shelf, piece: string): Page[] | undefined {
  const candidates = shelf.pages.mentioning([{ text: piece }])
  if (candidates === undefined) return undefined
  const rows = [...candidates.rows()]
  expect(candidates.count).toBeGreaterThanOrEqual(rows.length)
  return rows.sort((a, b) => a.id - b.id)
}

test('words lead to exactly the rows of each version that have them, whatever was written and forked', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (made) => {
      const shelves = [emptyShelf()]
      for (const { kind, page, on } of made) {
        const shelf = shelves[on % shelves.length] as Shelf
        if (kind === 'put') shelf.pages.put(page)
        else if (kind === 'delete') shelf.pages.delete(page.id)
        else if (kind === 'fork') shelves.push(shelf.fork())
        else found(shelf, 'alp')
      }
      for (const shelf of shelves)
        for (const piece of pieces)
          if (piece.length < 3) expect(found(shelf, piece)).toBeUndefined()
          // A row with an endless word is always a candidate.
          else
            expect(
              found(shelf, piece)?.filter(({ title, body }) => !`${title} ${body}`.includes(long)),
            ).toEqual(expected(shelf, piece).filter(({ title, body }) => !`${title} ${body}`.includes(long)))
      for (const shelf of shelves)
        for (const [query, inOneOf] of queries) {
          const terms = query.split(' ')
          const passes = (page: Page) =>
            textsOf(page).some(
              (text, i) => inOneOf.includes(i) && terms.every((term) => text?.toLowerCase().includes(term)),
            )
          const told = shelf.pages.mentioning(
            terms.map((text) => ({ text })),
            inOneOf,
          )
          const all = shelf.pages.all().list().filter(passes)
          expect([...idsIn(told?.set(passes) ?? NO_IDS)]).toEqual(all.map(({ id }) => id))
        }
      for (const shelf of shelves)
        expect(found(shelf, long)).toEqual(expect.arrayContaining(expected(shelf, long)))
    }),
    { seed: 1, numRuns: 100 },
  )
})

test('a whole word is no part of a longer one', () => {
  const shelf = emptyShelf()
  shelf.pages.put({ id: 1, title: 'ab', body: null })
  shelf.pages.put({ id: 2, title: 'abc', body: null })
  const whole = shelf.pages.mentioning([{ text: 'ab', whole: true }])
  expect([...(whole?.rows() ?? [])].map(({ id }) => id)).toEqual([1])
})

test('of several pieces the rarest decides', () => {
  const shelf = emptyShelf()
  for (let id = 0; id < 20; id++)
    shelf.pages.put({ id, title: id === 7 ? 'common rare' : 'common', body: null })
  expect(shelf.pages.mentioning([{ text: 'common' }, { text: 'rare' }])?.count).toBe(1)
})

test('a write costs its own words, not those of all rows', () => {
  const shelf = emptyShelf()
  for (let id = 0; id < 1000; id++) shelf.pages.put({ id, title: `page ${id}`, body: null })
  found(shelf, 'page')
  read = 0
  for (let id = 0; id < 100; id++) {
    const fork = shelf.fork()
    fork.pages.put({ id, title: 'rewritten', body: null })
    expect(found(fork, 'rewritten')).toHaveLength(id + 1)
    shelf.pages.put({ id, title: 'rewritten here', body: null })
    expect(found(shelf, 'rewritten')).toHaveLength(id + 1)
  }
  // Each row is read again whenever its segment is joined with another, about as often as the number has digits, and beside
  // the one that it replaces.
  expect(read).toBeLessThan(100 * 16)
  found(shelf, 'page')
  const before = read
  found(shelf.fork(), 'page')
  expect(read).toBe(before)
})
