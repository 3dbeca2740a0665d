import type { Json } from '../../../lib/json.ts'
import { finished, type Steps } from '../../../lib/steps.ts'
import {
  type Fields,
  InvalidArchiveRow,
  isObject,
  itemsOf,
  type JsonObject,
  type Reading,
  readColumns,
  type Writing,
  writeColumns,
} from './field.ts'

/**
 * A relation of an archive: one declaration for writing and reading, so that both agree. `Of` is
 * what the rows belong to.
 */
export interface Relation<Row, Of> {
  /** The name of its file, or of its key in what it belongs to. */
  readonly name: string
  /** One row at the most, or a list. */
  readonly shape: 'one' | 'many'
  readonly rows: (of: Of, out: Writing) => Iterable<Row>
  readonly fields: Fields<Row>
  /** What belongs to a row. */
  readonly parts?: readonly AnyRelation<Row>[]
  /** Read where an archive of another release has it, and never written. */
  readonly importOnly?: true
  /** False where its rows are passed over without a look. */
  readonly reads?: (into: Reading) => boolean
  /** Makes a row of what was read; undefined where nothing is to be made. Throws InvalidArchiveRow. */
  readonly put: (columns: Partial<Row>, of: Of, into: Reading) => Row | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: a list of relations holds rows of many kinds.
export type AnyRelation<Of> = Relation<any, Of>

/** A relation that the service's archives have and this world has nothing of. */
export function absentRelation<Of>(name: string, shape: 'one' | 'many'): AnyRelation<Of> {
  return { name, shape, rows: () => [], fields: {}, put: () => undefined }
}

/** The rows of a relation as they stand in an archive. */
export function* writeRelation<Row, Of>(
  relation: Relation<Row, Of>,
  of: Of,
  out: Writing,
): Generator<JsonObject> {
  for (const row of relation.rows(of, out)) yield writeRow(relation, row, out)
}

export function writeRow<Row, Of>(
  { fields, parts = [] }: Relation<Row, Of>,
  row: Row,
  out: Writing,
): JsonObject {
  const written = parts
    .filter(({ importOnly }) => !importOnly)
    .map((part): readonly [string, Json] => {
      const items = [...writeRelation(part, row, out)]
      return [part.name, part.shape === 'many' ? items : (items[0] ?? null)]
    })
  return { ...writeColumns(fields, row, out), ...Object.fromEntries(written) }
}

/** Called for each part of a row that cannot be imported while the row itself can. */
export type OnSkippedPart = (problem: InvalidArchiveRow) => void

/** Puts one row of an archive into the world, with what belongs to it. Throws InvalidArchiveRow. */
export function readRow<Row, Of>(...about: Parameters<typeof readRowSteps<Row, Of>>): Row | undefined {
  return finished(readRowSteps(...about))
}

/** The same, with a step after each row: one may have a great many parts. */
export function* readRowSteps<Row, Of>(
  relation: Relation<Row, Of>,
  given: Json,
  of: Of,
  into: Reading,
  missed: OnSkippedPart,
): Steps<Row | undefined> {
  if (relation.reads?.(into) === false) return undefined
  if (!isObject(given)) throw new InvalidArchiveRow('Validation failed: Relation is invalid')
  const row = relation.put(readColumns(relation.fields, given, into), of, into)
  yield
  if (row === undefined) return undefined
  for (const part of relation.parts ?? []) {
    const value = Object.hasOwn(given, part.name) ? given[part.name] : undefined
    for (const item of part.shape === 'many' ? itemsOf(value) : isObject(value) ? [value] : [])
      try {
        yield* readRowSteps(part, item, row, into, missed)
      } catch (problem) {
        if (!(problem instanceof InvalidArchiveRow)) throw problem
        missed(problem)
      }
  }
  return row
}
