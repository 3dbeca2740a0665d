import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { objectOf, RowText } from './row-text.ts'
import { eitherOf, inQuotes, memoizedWrite, oneOfFew, type Written } from './written.ts'

/** A row is what its fields have as values; undefined for what is absent. */
type Row = readonly unknown[]
type Field = Written<Row, undefined>

const WORDS = ['enabled', 'private', null]
const kinds = {
  flag: fc.boolean(),
  // The last is none of the texts that the field knows.
  word: fc.constantFrom(...WORDS, 'other'),
  fixed: fc.constant(7),
  number: fc.constantFrom(0, 1, 12),
  text: fc.constantFrom(null, '', 'abc', 'some words'),
  list: fc.constantFrom([], [1]),
  inner: fc.constantFrom({ a: 1, b: '' }, { a: 1, b: 'x' }, { b: '' }),
}
type Kind = keyof typeof kinds

const json = (value: unknown) => JSON.stringify(value)

const fieldOf: { readonly [kind in Kind]: (at: number) => Field['write'] } = {
  flag: (at) =>
    oneOfFew(
      ['false', 'true'],
      (row) => Number(row[at]),
      () => 'never',
    ),
  word: (at) =>
    oneOfFew(
      WORDS.map(json),
      (row) => WORDS.indexOf(row[at] as string),
      (row) => json(row[at]),
    ),
  fixed: () =>
    oneOfFew(
      ['7'],
      () => 0,
      () => 'never',
    ),
  number: (at) => (row) => json(row[at]),
  text: (at) => inQuotes((row) => row[at] as string | null),
  list: (at) => (row) => json(row[at]),
  // What stands in an object is a value of its own for what is memoized.
  inner: (at) => (row) => {
    const { a, b } = row[at] as { readonly a?: number; readonly b: string }
    return json({ a, b })
  },
}

interface Column {
  readonly kind: Kind
  /** Whether it is there always, sometimes, or with all others of which the first value of the row decides. */
  readonly there: 'always' | 'sometimes' | 'together'
  /** Whether it is memoized, and then another text where the first value of the row says so. */
  readonly kept: 'no' | 'memoized' | 'either'
  /** Columns with the same number that follow one another are an object. */
  readonly inner: number
}
const columns = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as Kind[])),
    there: fc.constantFrom<Column['there']>('always', 'always', 'sometimes', 'together'),
    kept: fc.constantFrom<Column['kept']>('no', 'memoized', 'memoized', 'either'),
    inner: fc.nat({ max: 3 }),
  }),
  { maxLength: 40 },
)

const isTogether = (row: Row) => row[0] === true

/** What stands next to one another in an object of its own, and the rest on its own. */
function grouped(shape: readonly Column[]): (readonly (readonly [at: number, column: Column])[])[] {
  const groups: (readonly [number, Column])[][] = []
  for (const [i, column] of shape.entries()) {
    const last = groups.at(-1)
    if (column.inner > 1 && last?.[0]?.[1].inner === column.inner) last.push([i + 1, column])
    else groups.push([[i + 1, column]])
  }
  return groups
}

const OTHER = 'otherwise'

function writeOf(at: number, { kind, kept }: Column): Field['write'] {
  const write = fieldOf[kind](at)
  if (kept === 'no') return write
  const yes = memoizedWrite(write)
  const no = memoizedWrite<Row, undefined>(inQuotes(() => OTHER))
  return kept === 'memoized' ? yes : eitherOf({ condition: isTogether, yes, no })
}

function shown(row: Row, at: number, { kept }: Column): unknown {
  return kept === 'either' && !isTogether(row) ? OTHER : row[at]
}

function textOf(shape: readonly Column[]): RowText<Row, undefined> {
  const field = ([at, column]: readonly [number, Column]): readonly [string, Field] => {
    const { there } = column
    const write = writeOf(at, column)
    if (there === 'always') return [`f${at}`, { write }]
    return [`f${at}`, { write, when: there === 'together' ? isTogether : (row) => row[at] !== undefined }]
  }
  return new RowText(
    grouped(shape).flatMap((group) => {
      const fields = group.map(field)
      return group[0]?.[1].inner === 0 || group.length > 1
        ? [[`o${group[0]?.[0]}`, { write: objectOf(fields) }] as const]
        : fields
    }),
  )
}

/** The same as an object, for which the engine itself writes JSON. */
function plain(shape: readonly Column[], row: Row): object {
  const entries = grouped(shape).flatMap((group): [string, unknown][] => {
    const fields = group.flatMap(([at, column]): [string, unknown][] =>
      row[at] === undefined || (column.there === 'together' && !isTogether(row))
        ? []
        : [[`f${at}`, shown(row, at, column)]],
    )
    return group[0]?.[1].inner === 0 || group.length > 1
      ? [[`o${group[0]?.[0]}`, Object.fromEntries(fields)]]
      : fields
  })
  return Object.fromEntries(entries)
}

const shapeWithRows = columns.chain((shape) => {
  const values = shape.map(({ kind, there }) =>
    there === 'sometimes' ? fc.option(kinds[kind] as fc.Arbitrary<unknown>, { nil: undefined }) : kinds[kind],
  )
  const row: fc.Arbitrary<Row> = fc.tuple(fc.boolean(), ...(values as fc.Arbitrary<unknown>[]))
  return fc.tuple(fc.constant(shape), fc.array(row, { minLength: 1, maxLength: 20 }))
})

test('rows of any shape are written as the engine writes objects of their values', () => {
  fc.assert(
    fc.property(shapeWithRows, ([shape, rows]) => {
      const text = textOf(shape)
      for (const row of rows) {
        const expected = json(plain(shape, row))
        expect(text.write(row, undefined)).toBe(expected)
        expect(finished(text.writeStepwise(row, undefined))).toBe(expected)
      }
    }),
    { numRuns: 300 },
  )
})

test('rows with more different flags than are kept are written as well', () => {
  const shape = Array.from(
    { length: 60 },
    () => ({ kind: 'flag', there: 'always', kept: 'no', inner: 1 }) as const,
  )
  const text = textOf(shape)
  for (let i = 0; i < 500; i++) {
    const row = Array.from({ length: 61 }, (_, at) => ((i >> (at % 12)) & 1) === 1)
    expect(text.write(row, undefined)).toBe(json(plain(shape, row)))
  }
})

test('what is memoized asks its row for columns, and nothing else', () => {
  const kept: Field[] = [
    { write: memoizedWrite((row) => json(Object.keys(row))) },
    { write: memoizedWrite((_, view) => json((view as unknown as { now: number }).now)) },
  ]
  for (const field of kept)
    expect(() => new RowText([['kept', field]]).write([1], undefined)).toThrow(
      'a memoized field reads columns',
    )
})
