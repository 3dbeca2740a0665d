import { expect, test } from 'vitest'
import { updated } from './updated.ts'

const row = { title: 'a', list: [{ id: 1 }], updatedAt: 1 }

test('a row that has the values already stays the same row', () => {
  expect(updated(row, { title: 'a', list: [{ id: 1 }] }, 2)).toBe(row)
})

test('a row with another value is as of now', () => {
  expect(updated(row, { list: [{ id: 2 }] }, 2)).toEqual({ title: 'a', list: [{ id: 2 }], updatedAt: 2 })
  expect(updated(row, { list: [] }, 2).updatedAt).toBe(2)
})
