import { expect, test } from 'vitest'
import type { Change } from './instrument.ts'
import { neighboursOf, type Reach } from './reach.ts'

test('a definition is tried against what is refused by it, and never comes to its file', () => {
  const checks = [
    'laws/rights/delete-thing',
    'laws/path-numbers/delete-thing',
    'laws/path-numbers/get-other',
    'things/refused',
    'others/refused',
  ]
  const [definition, served] = [changeOf(0), changeOf(1)]
  const reach: Reach = {
    checks: checks.map((id) => ({ setting: 0, id, milliseconds: 1, stage: '0 stage' })),
    by: [[], [0]],
    arranging: new Map(),
    loaded: new Set([0]),
    founded: new Set(),
    specified: new Set(),
    most: [0, 1],
    total: [0, 1],
  }
  const tried = neighboursOf(definition, [definition, served], reach).map((place) => checks[place])
  expect(tried).toEqual(['laws/rights/delete-thing', 'laws/path-numbers/delete-thing', 'things/refused'])
})

function changeOf(id: number): Change {
  const [file, start] = ['sim/api/things/things.ts', id * 10]
  return { id: String(id), file, line: 1, start, mutator: 'StringLiteral', from: 'a', to: '' }
}
