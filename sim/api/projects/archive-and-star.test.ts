import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('stars', () => {
  test('are counted once a user', () => {
    const simulator = base.fork()
    const mallory = callsOf(simulator, 'mallory')
    mallory.post('/projects/3/unstar')
    const before = mallory.get('/projects/3').json.star_count
    expect(mallory.post('/projects/3/star')).toMatchObject({ status: 201, json: { star_count: before + 1 } })
    expect(mallory.post('/projects/3/star')).toMatchObject({ status: 304, body: '' })
    expect(mallory.post('/projects/3/unstar').json.star_count).toBe(before)
    expect(mallory.post('/projects/3/unstar').status).toBe(304)
  })
})
