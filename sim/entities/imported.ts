import { type Differs, since } from '../lib/dialect.ts'
import { type Imported, importedFrom } from '../model/project-import/imported-from.ts'
import { type Field, flag, text } from './entity.ts'

/** Whether an import made the row, and from what (conventions#later-imported). */
export function imported<Row extends Imported>(): {
  readonly imported: Differs<Field<Row> | undefined>
  readonly imported_from: Differs<Field<Row> | undefined>
} {
  return {
    imported: since(
      'conventions#later-imported',
      flag<Row>((row, { world }) => importedFrom(world, row) !== 'none'),
    ),
    imported_from: since(
      'conventions#later-imported',
      text<Row>((row, { world }) => importedFrom(world, row)),
    ),
  }
}
