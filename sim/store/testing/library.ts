import fc from 'fast-check'
import { type Database, defineDatabase, type FirstRows, table } from '../database.ts'
import { index, indexDerived, indexEach } from '../table.ts'

// A schema with every kind of index: ties, several keys a row, rows left out, and all depths of counted prefixes.

export interface Book {
  readonly id: number
  readonly shelf: number
  readonly title: string
  /** A book without one is in no index of authors. */
  readonly author: string | null
  readonly topics: readonly string[]
}

export interface Loan {
  readonly id: string
  readonly book: number
}

export const library = {
  books: table<Book>()('books', {
    byShelf: index((book) => [book.shelf, book.title]),
    byShelfTitle: index((book) => [book.shelf, book.title]),
    byTitle: index((book) => [book.title]),
    byAuthor: index((book) => (book.author === null ? undefined : [book.author])),
    byTopic: indexEach((book) => book.topics.map((topic) => [topic, book.shelf])),
    byDerivedTopic: indexDerived((book) => book.topics.map((topic) => [topic, book.shelf])),
  }),
  loans: table<Loan>()('loans', { byBook: index((loan) => [loan.book]) }),
} as const

export type Library = Database<typeof library>

export const emptyLibrary: (first?: FirstRows) => Library = defineDatabase(library)

// Few values, so that rows meet under the same keys.
const titles = fc.constantFrom('', 'a', 'aa', 'b', 'é', '\uffff', '\u{1f600}')

export const books: fc.Arbitrary<Book> = fc.record({
  id: fc.integer({ min: -3, max: 12 }),
  shelf: fc.integer({ min: 0, max: 2 }),
  title: titles,
  author: fc.option(titles),
  topics: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
})

export const loans: fc.Arbitrary<Loan> = fc.record({
  id: fc.constantFrom('', '1', '10', '2', 'b'),
  book: fc.integer({ min: 0, max: 3 }),
})
