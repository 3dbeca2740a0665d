import fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from '../lib/bytes.ts'
import { arrayOf, JointText, ListBytes, lengthOfArray, type TextPart, textOf } from './list-text.ts'

const object = fc
  .dictionary(fc.string({ unit: 'grapheme', maxLength: 3 }), fc.string({ unit: 'grapheme', maxLength: 80 }), {
    maxKeys: 3,
  })
  .map((one) => JSON.stringify(one))
const known = object.map((text) => ({ text, bytes: undefined }))
const joint = fc.array(fc.oneof(object, known), { maxLength: 4 }).map((objects) => new JointText(objects))
const part: fc.Arbitrary<TextPart> = fc.oneof(object, known, joint)

test('a list as bytes is its text, however its rows are known', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const whole = arrayOf(parts)
      const length = lengthOfArray(parts)
      expect(length).toBe(whole.length)
      const list = new ListBytes(length, parts)
      const { bytes, lender } = list.lent()
      expect([text(bytes), list.text]).toEqual([whole, whole])
      lender?.takeBack()
      const kept = list.kept()
      expect([text(kept.lent().bytes), kept.text, ListBytes.of(whole).text]).toEqual([whole, whole, whole])
    }),
  )
})

test('objects are joined to one with the attributes of all', () => {
  const objects = ['{"a":1}', '{}', { text: '{"b":{}}', bytes: undefined }]
  expect(textOf(new JointText(objects))).toBe('{"a":1,"b":{}}')
  expect(textOf(new JointText(['{}']))).toBe('{}')
})
