import { setFlagsFromString } from 'node:v8'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSimulator } from '../testing/calls.ts'
import { copyOf } from './row.ts'

setFlagsFromString('--allow-natives-syntax')
const isOneKind = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
  one: object,
  other: object,
) => boolean
const isFast = new Function('one', 'return %HasFastProperties(one)') as (one: object) => boolean

test('copies of a row are one kind of object to the engine, however often it was copied', () => {
  const row = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string(), {
    maxKeys: 40,
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(row, (given) => {
      const first = copyOf(given)
      expect(JSON.stringify(first)).toBe(JSON.stringify(given))
      let copy = first
      for (let i = 0; i < 6; i++) {
        copy = copyOf(copy)
        expect(isOneKind(copy, first) && isFast(copy)).toBe(true)
      }
    }),
    { seed: 1 },
  )
})

test('definitions of tables are one kind of object, whatever is otherwise with their rows', () => {
  const { world } = testSimulator()
  const definitions = world.tableNames.map((name) => world.table(name)?.definition as object)
  expect(definitions.filter((one) => !isOneKind(one, definitions[0] as object))).toEqual([])
})

test('a project is the kind of object that it was before it was written', () => {
  const { world } = testSimulator()
  const before = world.projects.require(1)
  for (const lastActivityAt of [1, 2]) {
    world.projects.update(1, { lastActivityAt })
    expect(isOneKind(world.projects.require(1), before)).toBe(true)
  }
})
