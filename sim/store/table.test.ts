import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finished } from '../lib/steps.ts'
import { EMPTY_RUN } from './run.ts'
import { Table } from './table.ts'
import { type Book, emptyLibrary, type Library } from './testing/library.ts'

const book: Book = { id: 1, shelf: 1, title: 'a', author: 'b', topics: ['x', 'x', 'y'] }

describe('a table', () => {
  test('tells a broken invariant from a missing row', () => {
    const { books } = emptyLibrary()
    expect(books.get(1)).toBeUndefined()
    expect(() => books.require(1)).toThrow('books has no row 1')
  })

  test('refuses a second row of an id and keeps the first', () => {
    const { books } = emptyLibrary()
    books.insert(book)
    expect(() => books.insert({ ...book, title: 'z' })).toThrow('books already has a row 1')
    expect(books.by('byTitle').list()).toEqual([book])
  })

  test('finds a row once for each of its different keys', () => {
    const { books } = emptyLibrary()
    books.insert(book)
    expect(books.by('byTopic').count()).toBe(2)
    expect(books.by('byTopic', 'x').count()).toBe(1)
  })

  test('finds a changed row under its new keys alone', () => {
    const { books } = emptyLibrary()
    books.insert(book)
    books.update(1, { author: null, topics: ['z'] })
    expect(books.by('byAuthor').count()).toBe(0)
    expect(['x', 'y', 'z'].map((topic) => books.by('byTopic', topic).count())).toEqual([0, 0, 1])
  })

  test('finds a row whose many keys changed under the new ones alone', () => {
    const topics = fc.array(fc.integer({ max: 30 }).map(String), { maxLength: 60 })
    fc.assert(
      fc.property(topics, topics, topics, (shared, before, after) => {
        const [changed, fresh] = [emptyLibrary().books, emptyLibrary().books]
        changed.insert({ ...book, topics: [...shared, ...before] })
        changed.update(1, { topics: [...shared, ...after] })
        fresh.insert({ ...book, topics: [...shared, ...after] })
        for (const topic of [...shared, ...before, ...after])
          expect(changed.by('byTopic', topic).count()).toBe(fresh.by('byTopic', topic).count())
      }),
      { seed: 1 },
    )
  })

  test('tells which rows another version has otherwise, in the order of their ids', () => {
    const id = fc.integer({ min: 1, max: 300 })
    const step = fc.oneof(
      fc.record({ ids: fc.uniqueArray(id, { minLength: 1, maxLength: 5 }), shelf: fc.option(fc.nat(3)) }),
      // More than anybody takes note of.
      fc.record({ ids: fc.constant(Array.from({ length: 250 }, (_, i) => i + 1)), shelf: fc.constant(9) }),
      fc.constant('fork' as const),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.array(step, { maxLength: 8 }), (first, then) => {
        const before = emptyLibrary()
        const take = ({ books, fork }: Pick<typeof before, 'books' | 'fork'>, steps: typeof first) => {
          for (const it of steps)
            if (it === 'fork') fork()
            else
              for (const id of it.ids)
                if (it.shelf === null) books.delete(id)
                else books.put({ ...book, id, shelf: it.shelf })
        }
        take({ books: before.books, fork: () => before.fork() }, first)
        const after = before.fork()
        take({ books: after.books, fork: () => after.fork() }, then)
        const ids = Array.from({ length: 300 }, (_, i) => i + 1)
        const changed = ids.flatMap((id) => {
          const row = { before: before.books.get(id), after: after.books.get(id) }
          return row.before === row.after ? [] : [row]
        })
        expect(after.books.since(before.books)).toEqual(changed)
        // Also once the other version went on.
        before.books.put({ ...book, id: 1, shelf: 7 })
        const now = after.books.since(before.books).find(({ before }) => before?.id === 1)
        expect(now?.before?.shelf).toBe(7)
      }),
      { seed: 2 },
    )
  })

  test('leaves the row that it was given as it was', () => {
    const { books } = emptyLibrary()
    const given = Object.freeze({ ...book })
    books.insert(given)
    expect(books.update(1, { shelf: 2 })).toEqual({ ...book, shelf: 2 })
    expect(given.shelf).toBe(1)
  })

  test('does nothing when a missing row is deleted', () => {
    const { books } = emptyLibrary()
    books.insert(book)
    const { state } = books
    books.delete(2)
    expect(books.state).toBe(state)
  })

  test('tells a text from the number that it spells', () => {
    const { loans } = emptyLibrary()
    loans.insert({ id: '1', book: 1 })
    expect(loans.get(1)).toBeUndefined()
  })
})

test('every method of a table that writes notes it, so that each of its writes can be made to fail', () => {
  const writes = {
    insert: ({ books }) => books.insert({ ...book, id: 2 }),
    put: ({ books }) => books.put(book),
    update: ({ books }) => books.update(1, { title: 'z' }),
    delete: ({ books }) => books.delete(1),
    fill: ({ books }) => books.fill([]),
  } satisfies { readonly [method: string]: (library: ReturnType<typeof emptyLibrary>) => unknown }
  for (const [method, write] of Object.entries(writes)) {
    const library = emptyLibrary()
    library.books.insert(book)
    const before = library.changes.writes
    write(library)
    expect(library.changes.writes, method).toBe(before + 1)
  }
  // What takes over a version notes what was noted there; the rest reads.
  const others =
    'constructor definition arrange state moment adopt since size last get require all by lastBy find mentioning'.split(
      ' ',
    )
  const known = [...Object.keys(writes), ...others]
  expect(Object.getOwnPropertyNames(Table.prototype).sort()).toEqual(known.sort())
})

test('a row is found as it is by now under keys that a write left alone', () => {
  const { books } = emptyLibrary()
  books.insert(book)
  const changed = books.update(1, { title: 'b' })
  expect(books.find('byShelf', 1)).toBe(changed)
  expect(books.by('byTopic', 'x').first()).toBe(changed)
  expect(books.by('byTitle', 'a').count()).toBe(0)
})

test('a run has the rows that are there by the time it is asked for them', () => {
  const writes: readonly ((books: Library['books']) => unknown)[] = [
    (books) => books.insert({ ...book, id: 2 }),
    (books) => books.update(1, { title: 'b' }),
    (books) => books.update(1, { shelf: 2 }),
    (books) => books.delete(2),
    (books) => books.put({ ...book, id: 3 }),
    (books) => books.delete(3),
  ]
  const { books } = emptyLibrary()
  books.insert(book)
  for (const write of writes) {
    const run = books.by('byShelf', 1)
    write(books)
    expect(run.list()).toEqual(run === EMPTY_RUN ? [] : books.by('byShelf', 1).list())
  }
})

test('rows that come at once stand where they would have come one by one, the last of each id', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          id: fc.nat(40),
          shelf: fc.nat(3),
          title: fc.constantFrom('a', 'b', 'c'),
          author: fc.constantFrom('x', 'y', null),
          topics: fc.array(fc.constantFrom('p', 'q', 'r'), { maxLength: 4 }),
        }),
        { maxLength: 120 },
      ),
      fc.constantFrom('now', 'when asked'),
      (rows, indexed) => {
        const library = emptyLibrary()
        const [once, each] = [library.books, emptyLibrary().books]
        once.fill(rows)
        if (indexed === 'now') finished(once.arrange())
        // A fork that writes before anybody asked for an index changes nothing here.
        const { books } = library.fork()
        for (const { id } of rows) books.update(id, { title: 'e' })
        expect(books.by('byTitle', 'e').count()).toBe(once.size)
        for (const row of rows) each.put(row)
        expect(once.all().list()).toEqual(each.all().list())
        for (const name of ['byShelf', 'byTitle', 'byAuthor', 'byTopic'] as const)
          expect(once.by(name).list()).toEqual(each.by(name).list())
        for (const { id, shelf } of rows) {
          expect(once.lastBy('byShelf', shelf)).toBe(once.by('byShelf', shelf).list().at(-1))
          expect(once.last(id)).toBe(once.all().within({ before: id }).list().at(-1))
        }
        expect(once.lastBy('byShelf', 9)).toBeUndefined()
        for (const { id } of rows) once.update(id, { title: 'd' })
        expect(once.by('byTitle', 'd').count()).toBe(once.size)
      },
    ),
  )
})

test('a walk goes through the rows as they were when it began', () => {
  const { books } = emptyLibrary()
  for (let id = 0; id < 1000; id++) books.insert({ ...book, id })
  let walked = 0
  for (const { id } of books.by('byShelf', 1).ascending()) {
    books.update(id, { shelf: 2, title: `z${id}` })
    walked++
  }
  expect(walked).toBe(1000)
  expect(books.by('byShelf', 2).count()).toBe(1000)
})
