import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Kept } from './kept.ts'
import { type Book, books, emptyLibrary, type Library, type Loan, loans } from './testing/library.ts'
import { copyOf, emptyOracle, entriesOf, type Oracle, tiesTurned, under } from './testing/oracle.ts'

/** A version of the database and what it should hold. */
interface Version {
  readonly real: Library
  readonly oracle: Oracle
}

/** The same as it was when somebody kept it. */
interface KeptVersion {
  readonly real: Kept<Library>
  readonly oracle: Oracle
}

/** A step on one of the versions, which are picked by number. */
type Step =
  | { readonly do: 'put' | 'insert' | 'update' | 'delete'; readonly on: number; readonly book: Book }
  | { readonly do: 'lend' | 'return'; readonly on: number; readonly loan: Loan }
  | { readonly do: 'fork'; readonly on: number }
  | { readonly do: 'read'; readonly on: number; readonly index: keyof typeof entriesOf }
  | { readonly do: 'write often'; readonly on: number; readonly book: Book; readonly times: number }
  | { readonly do: 'become'; readonly on: number; readonly other: number }
  | { readonly do: 'keep'; readonly on: number }
  | { readonly do: 'go back'; readonly on: number }
  | { readonly do: 'attempt'; readonly on: number; readonly book: Book | undefined; readonly commit: boolean }

const on = fc.nat({ max: 30 })
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom('put', 'put', 'insert', 'update', 'delete'),
      on,
      book: books,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('lend', 'return'), on, loan: loans }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fork'), on }) },
  // What is read is brought up to date, and the rest waits; but not longer than for some writes.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('read'),
      on,
      index: fc.constantFrom('byShelf', 'byShelfTitle', 'byTitle', 'byAuthor', 'byTopic', 'byDerivedTopic'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('write often'),
      on,
      book: books,
      times: fc.integer({ min: 2, max: 70 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('become'), on, other: on }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('keep'), on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('go back'), on }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('attempt'),
      on,
      book: fc.option(books, { nil: undefined }),
      commit: fc.boolean(),
    }),
  },
)

/**
 * Takes a step, on the database and on its oracle; a fork is a further version. What is kept, nobody writes to, and an
 * attempt begins with the rows of its database whatever became of the last one.
 */
function take(step: Step, versions: Version[], kept: KeptVersion[]): void {
  const number = step.on % versions.length
  const { real, oracle } = versions[number] as Version
  switch (step.do) {
    case 'put':
      oracle.books.set(step.book.id, real.books.put(step.book))
      break
    case 'insert':
      if (!oracle.books.has(step.book.id)) oracle.books.set(step.book.id, real.books.insert(step.book))
      else expect(() => real.books.insert(step.book)).toThrow(`already has a row ${step.book.id}`)
      break
    case 'update':
      updated(step.book, real, oracle)
      break
    case 'delete':
      real.books.delete(step.book.id)
      oracle.books.delete(step.book.id)
      break
    case 'lend':
      oracle.loans.set(step.loan.id, real.loans.put(step.loan))
      break
    case 'return':
      real.loans.delete(step.loan.id)
      oracle.loans.delete(step.loan.id)
      break
    case 'read':
      expect(real.books.by(step.index).count()).toBe(entriesOf[step.index](oracle.books.values()).length)
      break
    case 'write often':
      for (let i = 0; i < step.times; i++) {
        const book = { ...step.book, shelf: i % 3, topics: i % 5 === 0 ? [] : step.book.topics }
        oracle.books.set(book.id, real.books.put(book))
      }
      break
    case 'fork':
      if (versions.length < 6) versions.push({ real: real.fork(), oracle: copyOf(oracle) })
      break
    case 'become': {
      const taken = versions[step.other % versions.length] as Version
      real.become(taken.real)
      versions[number] = { real, oracle: copyOf(taken.oracle) }
      break
    }
    case 'keep':
      kept.push({ real: real.kept(), oracle: copyOf(oracle) })
      break
    case 'go back': {
      const past = kept[step.on % kept.length]
      if (past !== undefined) versions.push({ real: past.real.version.fork(), oracle: copyOf(past.oracle) })
      break
    }
    case 'attempt': {
      const attempt = real.attempt()
      expect(attempt.books.all().list()).toEqual([...oracle.books.values()].sort((a, b) => a.id - b.id))
      if (step.book !== undefined) attempt.books.put(step.book)
      if (!step.commit) break
      real.become(attempt)
      if (step.book !== undefined) oracle.books.set(step.book.id, step.book)
      break
    }
    default:
      step satisfies never
  }
}

function updated({ id, shelf, topics }: Book, real: Library, oracle: Oracle): void {
  const before = oracle.books.get(id)
  if (before === undefined) expect(() => real.books.update(id, { shelf })).toThrow(`books has no row ${id}`)
  else {
    const after = real.books.update(id, { shelf, topics })
    expect(after).toEqual({ ...before, shelf, topics })
    oracle.books.set(id, after)
  }
}

const shelves = [[], [0], [1], [2], [9]] as const
const shelfTitles = [...shelves, [0, 'a'], [1, ''], [2, '\uffff'], [1, 'nowhere']] as const
const words = [[], ['a'], ['aa'], [''], ['nowhere']] as const
const topics = [[], ['x'], ['y', 1], ['z', 2], ['nowhere']] as const

/** Holds one version to its oracle, through every way of reading. */
function agrees({ real, oracle }: Version): void {
  const rows = [...oracle.books.values()]
  expect(real.books.size).toBe(rows.length)
  for (let id = -4; id < 14; id++) expect(real.books.get(id)).toBe(oracle.books.get(id))
  readsAlike(real, 'byShelf', shelfTitles, rows)
  readsAlike(real, 'byShelfTitle', shelfTitles, rows)
  readsAlike(real, 'byTitle', words, rows)
  readsAlike(real, 'byAuthor', words, rows)
  readsAlike(real, 'byTopic', topics, rows)
  readsAlike(real, 'byDerivedTopic', topics, rows)
  expect(real.books.all().list()).toEqual(rows.sort((a, b) => a.id - b.id))
  expect(real.books.all().count()).toBe(rows.length)
  const ids = [...oracle.loans.keys()].sort()
  expect(real.loans.all().list()).toEqual(ids.map((id) => oracle.loans.get(id)))
}

type Prefix = readonly (number | string)[]

function readsAlike(
  real: Library,
  name: keyof typeof entriesOf,
  prefixes: readonly Prefix[],
  rows: readonly Book[],
): void {
  const entries = entriesOf[name](rows)
  for (const prefix of prefixes) {
    const found = under(entries, prefix)
    const expected = found.map(({ row }) => row)
    const run = real.books.by(name, ...prefix)
    expect([...run.ascending()]).toEqual(expected)
    expect(run.list()).toEqual(expected)
    expect([...run.descending()]).toEqual([...expected].reverse())
    expect([...run.ascendingTiesDescending()]).toEqual(tiesTurned(found))
    expect([...run.descendingTiesAscending()]).toEqual(tiesTurned(found).reverse())
    expect(run.count()).toBe(expected.length)
    expect(run.count(2)).toBe(Math.min(2, expected.length))
    expect(run.first()).toBe(expected[0])
    expect(run.last()).toBe(expected.at(-1))
    expect(real.books.find(name, ...prefix)).toBe(expected[0])
  }
}

const firstBooks = fc.uniqueArray(books, { selector: ({ id }) => id, maxLength: 6 })

test('a database and all its forks behave like plain maps that are copied', () => {
  fc.assert(
    fc.property(firstBooks, fc.array(steps, { minLength: 1, maxLength: 60 }), (first, played) => {
      const real = emptyLibrary(new Map([['books', () => first]]))
      const oracle = { ...emptyOracle(), books: new Map(first.map((book) => [book.id, book])) }
      const versions: Version[] = [{ real, oracle }]
      const kept: KeptVersion[] = []
      for (const step of played) take(step, versions, kept)
      const past = kept.map(({ real, oracle }) => ({ real: real.version, oracle }))
      for (const version of [...versions, ...past]) agrees(version)
      for (const one of versions)
        for (const other of past) {
          const unlike = one.real.tablesUnlike(other.real)
          for (const name of ['books', 'loans'] as const)
            if (!unlike.includes(name)) expect(one.oracle[name]).toEqual(other.oracle[name])
        }
    }),
    { seed: 1, numRuns: 100 },
  )
})

test('a run continues from any key of it', () => {
  fc.assert(
    fc.property(fc.array(books, { maxLength: 30 }), fc.nat({ max: 2 }), books, (rows, shelf, from) => {
      const { books: table } = emptyLibrary()
      const kept = new Map(rows.map((row) => [row.id, table.put(row)]))
      const expected = under(entriesOf.byShelf(kept.values()), [shelf]).filter(
        ({ key }) => String(key[1]) >= from.title,
      )
      expect([...table.by('byShelf', shelf).ascending(from.title)]).toEqual(expected.map(({ row }) => row))
    }),
    { seed: 2 },
  )
})

const book: Book = { id: 1, shelf: 1, title: 'a', author: null, topics: [] }

describe('a fork', () => {
  test('shares the rows that neither side has changed', () => {
    const parent = emptyLibrary()
    parent.books.insert(book)
    expect(parent.fork().books.get(1)).toBe(book)
  })

  test('is unlike its parent in the tables that either has written since', () => {
    const parent = emptyLibrary()
    const fork = parent.fork()
    expect(fork.tablesUnlike(parent)).toEqual([])
    parent.books.insert(book)
    expect(fork.tablesUnlike(parent)).toEqual(['books'])
    expect(parent.tablesUnlike(fork)).toEqual(['books'])
  })

  test('sees nothing that is written to tables taken before it was made', () => {
    const parent = emptyLibrary()
    const { books: before } = parent
    const fork = parent.fork()
    before.insert(book)
    expect([parent.books.size, fork.books.size]).toEqual([1, 0])
  })

  test('that has been taken over can go on by itself', () => {
    const parent = emptyLibrary()
    const fork = parent.fork()
    fork.books.insert(book)
    parent.become(fork)
    fork.books.delete(1)
    parent.books.insert({ ...book, id: 2 })
    expect([parent.books.size, fork.books.size]).toEqual([2, 0])
  })
})

test('a table stays the table of its database when the database takes over a fork', () => {
  const parent = emptyLibrary()
  const { books: taken } = parent
  const fork = parent.fork()
  fork.books.insert(book)
  parent.become(fork)
  expect(taken.get(1)).toBe(book)
  taken.insert({ ...book, id: 2 })
  expect(parent.books.size).toBe(2)
})

test('whatever was kept is there as it was, however much was written since', () => {
  const { books, kept } = withKept(200)
  const all = Array.from({ length: 200 }, (_, i) => ({ ...book, id: i }))
  expect(books.all().list()).toEqual(all)
  for (const i of [150, 3, 149, 0, 199, 32, 33])
    expect(kept[i]?.version.books.all().list()).toEqual(all.slice(0, i))
})

function withKept(count: number) {
  const library = emptyLibrary()
  const kept: Kept<Library>[] = []
  for (let id = 0; id < count; id++) {
    kept.push(library.kept())
    const attempt = library.attempt()
    attempt.books.insert({ ...book, id })
    library.become(attempt)
  }
  return { books: library.books, kept }
}

describe('a database', () => {
  test('asks for the rows that a table begins with when somebody first opens it, once for all forks', () => {
    const asked: string[] = []
    const rows = (name: string) => () => {
      asked.push(name)
      return []
    }
    const whole = emptyLibrary(new Map(['books', 'loans'].map((name) => [name, rows(name)])))
    const forks = [whole.fork(), whole.kept().version, whole.attempt()]
    expect(asked).toEqual([])
    for (const fork of forks) expect(fork.loans.size).toBe(0)
    expect(whole.loans.size).toBe(0)
    expect(asked).toEqual(['loans'])
    expect(whole.tablesUnlike(forks[0] as Library)).toEqual([])
  })

  test('knows its tables by name, in order of declaration', () => {
    const { tableNames } = emptyLibrary()
    expect(tableNames).toEqual(['books', 'loans'])
  })

  test('gives a table by its name, and nothing for another name', () => {
    const database = emptyLibrary()
    expect(database.table('books')).toBe(database.books)
    expect(database.table('toString')).toBeUndefined()
  })

  test('is another one each time it is made', () => {
    emptyLibrary().books.insert(book)
    expect(emptyLibrary().books.size).toBe(0)
  })
})
