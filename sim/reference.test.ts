import { expect, test } from 'vitest'
import { contract, everyOperation } from './contract.ts'
import { byFamily, referenceTable, titleOf } from './reference.ts'

const operations = everyOperation()
const rows = referenceTable(operations)
  .split('\n')
  .filter((line) => line.startsWith('| `'))

test('every operation has one row', () => {
  expect(rows).toHaveLength(operations.length)
  for (const { method, path } of operations)
    expect(rows.some((row) => row.startsWith(`| \`${method} ${path}\``))).toBe(true)
})

test('a row names every parameter of its operation', () => {
  for (const [i, row] of rows.entries()) {
    const found = operations.find(({ method, path }) => row.startsWith(`| \`${method} ${path}\``))
    for (const { name } of found?.params ?? []) expect(row, `row ${i}`).toContain(name)
  }
})

test('a row has four cells', () => {
  for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(6)
})

test('every operation is in the family that it names', () => {
  const families = byFamily({ ...contract(), operations })
  expect([...families.values()].flat()).toHaveLength(operations.length)
  for (const [family, own] of families) expect(new Set(own.map((it) => it.family))).toEqual(new Set([family]))
  expect(titleOf('protected-tags')).toBe('Protected tags')
})
