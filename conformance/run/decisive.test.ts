import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Call } from '../kit/client.ts'
import { sorted } from './decisive.ts'

const call = (name: string): Call => {
  const [method = ''] = name.split(' ')
  const request = { method, url: name, headers: {}, body: null }
  const reply = { status: 200, headers: {}, body: new Uint8Array() }
  return { operation: name, request, reply, as: 'owner' } as unknown as Call
}
const told = (names: readonly string[], operation = names.at(-1)) => {
  const { before, decisive } = sorted(names.map(call), operation)
  return [before, decisive].map((calls) => calls.map((it) => it.operation))
}

test('a short story is told as it is', () => {
  expect(told(['GET a', 'POST b', 'GET c'])).toEqual([[], ['GET a', 'POST b', 'GET c']])
})

test('the last changes stand before what showed it, and other changes before them', () => {
  expect(told(['POST a', 'GET a', 'POST b', 'GET b', 'PUT b', 'GET a', 'GET b'])).toEqual([
    ['POST a'],
    ['POST b', 'PUT b', 'GET b'],
  ])
})

test('readings stand beside what showed it where little was changed', () => {
  expect(told(['POST a', 'GET 1', 'GET 2', 'GET 3'])).toEqual([[], ['POST a', 'GET 2', 'GET 3']])
  expect(told(['GET 1', 'GET 2', 'GET 3', 'GET 4'])).toEqual([[], ['GET 2', 'GET 3', 'GET 4']])
})

test('what was called after the wrong answer tells nothing', () => {
  expect(told(['POST a', 'PUT a', 'GET a', 'GET b'], 'GET a')).toEqual([[], ['POST a', 'PUT a', 'GET a']])
})

test('no change before the wrong answer is left out, and none moves', () => {
  const methods = fc.array(fc.constantFrom('GET', 'POST', 'DELETE'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(methods, (drawn) => {
      const names = drawn.map((method, i) => `${method} ${i}`)
      const [before = [], decisive = []] = told(names)
      const all = [...before, ...decisive]
      expect(decisive.length).toBeLessThanOrEqual(3)
      expect(all).toEqual(names.filter((name) => all.includes(name)))
      expect(all).toEqual(expect.arrayContaining(names.filter((name) => !name.startsWith('GET'))))
      expect(all.at(-1)).toBe(names.at(-1))
    }),
    { seed: 1 },
  )
})
