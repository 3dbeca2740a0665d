import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/root.ts'
import { filesBelow } from '../../scripts/testing/sources.ts'
import type { PlainRow } from '../control/row-redaction.ts'
import { createSimulator } from '../index.ts'
import type { Json } from '../lib/json.ts'
import { referenceOf } from './references.ts'

const sim = createSimulator()
const tables = sim.world.tableNames

/** Columns of ids that lead nowhere, with the reason. */
const apart = new Map([
  ['users.namespaceId', 'it is the user'],
  ['notes.discussionId', 'a hash that notes share'],
  ['draftNotes.discussionId', 'a hash that notes share'],
  ['draftNotes.commitId', 'a hash of git'],
  ['auditEvents.targetId', 'a path or a name for some kinds'],
  ['bulkImports.correlationId', 'a word of the log'],
  ['bulkImportEntities.sourceId', 'an id at the source'],
  ['bulkImportFailures.correlationId', 'a word of the log'],
  ['projectImports.correlationId', 'a word of the log'],
  ['runnerManagers.systemId', 'a word that the machine chose'],
])

interface Found {
  readonly column: string
  readonly leads: boolean
}

function* idsOf(table: string, row: PlainRow, inside: PlainRow = row): Generator<Found> {
  for (const [column, value] of Object.entries(inside)) {
    const held = (Array.isArray(value) ? value : [value]) as Json[]
    for (const one of held)
      if (typeof one === 'object' && one !== null)
        yield* idsOf(table, { ...row, ...(one as PlainRow) }, one as PlainRow)
      else if (/Ids?$/.test(column) && one !== null) yield { column: `${table}.${column}`, leads: leads(one) }
    function leads(id: Json): boolean {
      const reference = referenceOf(table, column, row, tables)
      if (reference === undefined) return false
      const rows = sim.world.table(reference.table)
      return reference.by === undefined
        ? rows?.get(id as number) !== undefined
        : rows
            ?.all()
            .list()
            .some((other) => (other as unknown as PlainRow)[reference.by as string] === id) === true
    }
  }
}

test('every id in the rows of the demo world leads to a row', () => {
  const found = tables.flatMap((table) => {
    const rows = sim.world.table(table)?.all().list() ?? []
    return rows.flatMap((row) => [...idsOf(table, row as unknown as PlainRow)])
  })
  expect(found.length).toBeGreaterThan(2000)
  const lost = new Set(found.filter(({ leads }) => !leads).map(({ column }) => column))
  expect([...lost].filter((column) => !apart.has(column))).toEqual([])
})

test('every column of ids that the model has leads to the rows of a table', () => {
  const columns = filesBelow('sim/model')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => columnsIn(readFileSync(inRoot(path), 'utf8')))
  expect(columns.length).toBeGreaterThan(150)
  const lost = columns.filter(
    ({ table, column, kinds }) =>
      !kinds.some((kind) => referenceOf(table, column, kind, tables) !== undefined),
  )
  expect(lost.map(({ table, column }) => `${table}.${column}`).filter((name) => !apart.has(name))).toEqual([])
})

interface Column {
  readonly table: string
  readonly column: string
  /** What may stand beside it and say what it is the id of. */
  readonly kinds: readonly PlainRow[]
}

function columnsIn(text: string): Column[] {
  const tablesOfTypes = new Map(
    [...text.matchAll(/\btable<(\w+)>\(\)\(\s*'(\w+)'/g)].map(([, type = '', table = '']) => [type, table]),
  )
  return [...text.matchAll(/^export interface (\w+)[^{]*\{\n(.*?)^\}/gms)].flatMap(
    ([, type = '', body = '']) => {
      const table = tablesOfTypes.get(type)
      if (table === undefined) return []
      const fields = [...body.matchAll(/^ {2}readonly (\w+)\??: (.*)$/gm)].map(
        ([, name = '', held = '']) => [name, held] as const,
      )
      return fields
        .filter(([name]) => /Ids?$/.test(name))
        .map(([column]) => ({ table, column, kinds: kindsOf(column, fields) }))
    },
  )
}

function kindsOf(column: string, fields: readonly (readonly [string, string])[]): PlainRow[] {
  const noun = column.replace(/Ids?$/, '')
  const beside = fields.filter(([name]) =>
    [noun, `${noun}Type`, `${noun}Kind`, ...(noun === 'target' ? ['to'] : [])].includes(name),
  )
  const kinds = beside.flatMap(([name, held]) => {
    const written = [...held.matchAll(/'(\w+)'/g)].map(([, kind = '']) => ({ [name]: kind }))
    return written.length > 0 ? written : [{ [name]: 'project' }]
  })
  return kinds.length > 0 ? kinds : [{}]
}
