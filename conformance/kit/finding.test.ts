import { describe, expect, test } from 'vitest'
import { type Finding, mergeFindings } from './finding.ts'

const finding: Finding = {
  title: 'answers 500',
  expected: 'no server fault',
  actual: '500',
  severity: 'must',
  check: 'laws/hostile-input/get-projects',
}

describe('mergeFindings', () => {
  test('makes one line of a fault that a law meets in many operations', () => {
    const hits = ['get-projects', 'get-user', 'get-projects'].map((name) => ({
      ...finding,
      check: `laws/hostile-input/${name}`,
    }))
    const merged = mergeFindings(hits)
    expect(merged).toHaveLength(1)
    expect(merged[0]?.metBy).toEqual(['laws/hostile-input/get-projects', 'laws/hostile-input/get-user'])
  })

  test('keeps faults of different laws, checks and sentences apart', () => {
    const others = [
      { ...finding, check: 'laws/shape/get-projects' },
      { ...finding, check: 'projects/list' },
      { ...finding, title: 'answers 501' },
    ]
    expect(mergeFindings([finding, ...others])).toHaveLength(4)
  })
})
