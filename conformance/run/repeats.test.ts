import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRepeats } from './repeats.ts'

const names = fc.array(fc.constantFrom('a', null), { maxLength: 2 })

test('an input is a repeat when an equal one was drawn before', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ page: fc.nat(2), names }, { noNullPrototype: true })), (inputs) => {
      const isRepeat = createRepeats()
      const met = new Set<string>()
      for (const input of inputs) {
        const text = fc.stringify(input)
        expect(isRepeat(input)).toBe(met.has(text))
        met.add(text)
      }
    }),
  )
})

test.each([
  ['undefined', undefined],
  ['no number', { at: Number.NaN }],
  ['less than nothing', [-0]],
  ['a key that is there without a value', { name: undefined }],
  ['bytes', { bytes: new Uint8Array([1]) }],
  ['an instance of a class', [new (class Command {})()]],
])('what JSON does not tell is no repeat: %s', (_, input) => {
  const isRepeat = createRepeats()
  expect([isRepeat(input), isRepeat(input)]).toEqual([false, false])
})
