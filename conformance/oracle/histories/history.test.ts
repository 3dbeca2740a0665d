import { expect, test } from 'vitest'
import { drawn, isExplained, type Made, type Sequential } from './history.ts'

/** A counter: each call answers what it has become. */
const counter: Sequential<number, 'raise'> = {
  key: String,
  after: (count, _call, { status }) => (status === count + 1 ? count + 1 : undefined),
}

function raised(began: number, ended: number, answer: number, lane = 0): Made<'raise'> {
  return { call: 'raise', lane, began, ended, seen: { status: answer, row: undefined } }
}

const explained = (history: readonly Made<'raise'>[], end: number) =>
  isExplained(history, 0, counter, (count) => count === end)

test('calls at once are explained by any order of them', () => {
  expect(explained([raised(1, 4, 2), raised(2, 3, 1)], 2)).toBe(true)
})

test('calls one after the other are explained by that order alone', () => {
  expect(explained([raised(1, 2, 2), raised(3, 4, 1)], 2)).toBe(false)
  expect(explained([raised(1, 2, 1), raised(3, 4, 2)], 2)).toBe(true)
})

test('one answer given twice is explained by no order', () => {
  expect(explained([raised(1, 4, 1), raised(2, 3, 1)], 1)).toBe(false)
})

test('what is read afterwards has to be what the order leaves', () => {
  expect(explained([raised(1, 4, 2), raised(2, 3, 1)], 1)).toBe(false)
})

test('a history shows what went on at once', () => {
  expect(drawn([raised(1, 4, 2), raised(2, 3, 1, 1)], (call) => call)).toBe(
    '      A |--|  raise: 2\n      B  ||   raise: 1',
  )
})
