import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LongTexts } from './long-texts.ts'

// Texts of equal length that differ in one place, as versions of one list do.
const version = fc.record({ at: fc.nat(400), letter: fc.constantFrom('a', 'b', 'c') })
const textOf = ({ at, letter }: { at: number; letter: string }) =>
  `${'x'.repeat(at)}${letter}${'x'.repeat(400 - at)}`

test('what it tells of a text is what is worked out of it', () => {
  const texts = new LongTexts((text) => text.replaceAll('x', ''))
  fc.assert(
    fc.property(fc.array(version, { minLength: 20 }), (versions) => {
      for (const { at, letter } of [...versions, ...versions])
        expect(texts.of(textOf({ at, letter }))).toBe(letter)
    }),
  )
})

test('what comes again and again is worked out twice', () => {
  let worked = 0
  const texts = new LongTexts((text) => text.length + worked++)
  const text = 'needle'.repeat(10_000)
  const told = Array.from({ length: 5 }, () => texts.of(text))
  expect(worked).toBe(2)
  expect(told.slice(1)).toEqual(Array(4).fill(told[1]))
})

test('texts that are too long together make room for each other', () => {
  let worked = 0
  const texts = new LongTexts(() => ++worked)
  const long = Array.from({ length: 100 }, (_, i) => `${i} `.padEnd(400_000, 'x'))
  for (const text of long) for (let i = 0; i < 2; i++) texts.of(text)
  const before = worked
  texts.of(long[0] as string)
  expect(worked).toBe(before + 1)
})
