import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { reference } from './reference.ts'

const { operations } = contract()
const text = reference(contract())
const rows = text.split('\n').filter((line) => line.startsWith('| `'))

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
