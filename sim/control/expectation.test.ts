import { expect, test } from 'vitest'
import { createSimulator } from '../index.ts'

function called() {
  const sim = createSimulator()
  const headers = { 'private-token': 'alice-token' }
  for (const path of ['/version', '/projects/1', '/projects/404?token=secret'])
    sim.handle({ method: 'GET', url: `/api/v4${path}`, headers })
  return sim.journal
}

test('what was asked is expected by a line or by a filter, and handed out', () => {
  expect(called().expect('GET /projects/* 404')).toMatchObject([{ id: 3 }])
  expect(called().expect({ path: '/projects/*', user: 'alice' }, 2)).toHaveLength(2)
  expect(called().expect('* * 2xx', { atMost: 2 })).toHaveLength(2)
  expect(called().expect('DELETE *', 0)).toEqual([])
})

test('what was not asked is told beside what was', () => {
  expect(() => called().expect('POST /projects')).toThrow(
    `expected POST /projects at least once, found 0; the requests were:
  1 GET /api/v4/version 200 alice
  2 GET /api/v4/projects/1 200 alice
  3 GET /api/v4/projects/404?token=[redacted] 404 alice`,
  )
})

test('what was asked too often is told alone', () => {
  expect(() => called().expect({ method: 'GET', path: '/projects/*' }, 1)).toThrow(
    `expected GET /projects/* once, found 2; these:
  2 GET /api/v4/projects/1 200 alice
  3 GET /api/v4/projects/404?token=[redacted] 404 alice`,
  )
})

test('a long journal is told by its end, an empty one in words', () => {
  const sim = createSimulator({ world: 'empty' })
  expect(() => sim.journal.expect('GET /version', { atLeast: 2, atMost: 3 })).toThrow(
    'expected GET /version 2 to 3 times, found 0; no request was made',
  )
  for (let i = 0; i < 12; i++) sim.handle({ method: 'GET', url: '/api/v4/nothing', headers: {} })
  expect(() => sim.journal.expect('GET /version')).toThrow(/\n {2}… 2 before\n {2}3 GET/)
})

test('a line that is no request is refused', () => {
  expect(() => called().expect('GET')).toThrow(RangeError)
  expect(() => called().expect('GET /a 200 alice')).toThrow(/use METHOD PATH \[STATUS\]/)
})
