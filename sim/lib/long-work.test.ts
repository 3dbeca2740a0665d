import { expect, test } from 'vitest'
import { AwaitingWork, type Worked, withWorkPutOff, workedOut } from './long-work.ts'
import type { Steps } from './steps.ts'

let begun = 0

function* counting(steps: number): Steps<number> {
  begun++
  for (let i = 0; i < steps; i++) yield
  return steps
}

const sum = () => workedOut('one', () => counting(10)) + workedOut('two', () => counting(20))

/** Runs it again and again, as a simulator does, and answers how often that was. */
function tries(run: () => number): readonly [result: number, tries: number] {
  let worked: Worked = new Map()
  for (let count = 1; ; count++)
    try {
      return [withWorkPutOff(worked, run), count]
    } catch (error) {
      if (!(error instanceof AwaitingWork)) throw error
      worked = error.finish()
    }
}

test('it is done at once where nobody puts it off', () => {
  expect(sum()).toBe(30)
})

test('what is long is put off, done once, and known when the whole runs again', () => {
  begun = 0
  expect(tries(sum)).toEqual([30, 3])
  expect(begun).toBe(2)
})

test('what is short is not put off', () => {
  expect(tries(() => workedOut('short', () => counting(1)))).toEqual([1, 1])
})

test('what is thrown on the way is thrown where the outcome is asked for', () => {
  const broken = () =>
    workedOut('broken', function* (): Steps<number> {
      yield* counting(5)
      throw new RangeError('no')
    })
  let caught = 0
  const run = () => {
    try {
      return broken()
    } catch (error) {
      if (error instanceof AwaitingWork) throw error
      caught++
      return -1
    }
  }
  expect(tries(run)).toEqual([-1, 2])
  expect(caught).toBe(1)
})
