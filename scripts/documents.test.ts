import { expect, test } from 'vitest'
import { conformOptionNames, serveOptionNames } from '../sim/cli/options.ts'
import { contract, differences, everyOperation } from '../sim/contract.ts'
import {
  callersTable,
  conformOptionsTable,
  coverage,
  differencesTable,
  idOf,
  optionsTable,
  withBlock,
} from './documents.ts'
import specification from './specification.json' with { type: 'json' }

const source = { contract: { ...contract(), operations: everyOperation() } }
const rowsOf = (table: string) => table.trim().split('\n').slice(2)

test('the specification has 98 operations, each once', () => {
  expect(specification).toHaveLength(98)
  expect(new Set(specification.map(({ method, path }) => `${method} ${path}`)).size).toBe(98)
})

test('every operation that is not an extension stands in the specification', () => {
  const known = new Map(specification.map((row) => [idOf(row), row]))
  for (const { id, family, tier, success, beyond } of source.contract.operations) {
    if (beyond) expect(known.has(id), `${id} is in the specification`).toBe(false)
    else expect({ id, family, tier, success }).toEqual({ id, ...pick(known.get(id)) })
  }
})

function pick(row: (typeof specification)[number] | undefined): object {
  return { family: row?.family, tier: row?.tier, success: row?.success }
}

test('the matrix has a row for each family, and adds up', () => {
  const text = coverage(source)
  const families = new Set(specification.map(({ family }) => family))
  expect(rowsOf(text)).toHaveLength(families.size + 2)
  const beyond = source.contract.operations.filter((operation) => operation.beyond).length
  expect(text).toContain(`**${source.contract.operations.length - beyond} of 98**`)
})

test('every difference and every option has a row', () => {
  expect(rowsOf(differencesTable()).map((row) => row.split(' ')[1])).toEqual(Object.keys(differences))
  expect(rowsOf(optionsTable())).toHaveLength(serveOptionNames.length)
  expect(rowsOf(conformOptionsTable()).length + rowsOf(callersTable()).length).toBe(conformOptionNames.length)
})

test('a block is replaced between its marks and nowhere else', () => {
  expect(withBlock('a\n<!-- x -->\nold\n<!-- /x -->\nb\n', 'x', 'new\n')).toBe(
    'a\n<!-- x -->\nnew\n<!-- /x -->\nb\n',
  )
  expect(() => withBlock('a', 'x', '')).toThrow('there is no block <!-- x -->')
})
