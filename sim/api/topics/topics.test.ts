import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('topics', () => {
  test('are listed by number of projects', () => {
    const topics = callsOf(base.fork()).get('/topics').json as { id: number; total_projects_count: number }[]
    const counts = topics.map((topic) => topic.total_projects_count)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    expect(callsOf(base.fork()).get('/topics/4711').json).toEqual({ message: '404 Not found' })
  })
})
