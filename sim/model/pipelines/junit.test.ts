import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finished } from '../../lib/steps.ts'
import { countedSteps } from '../../testing/counted-steps.ts'
import { casesIn as caseSteps } from './junit.ts'

const casesIn = (report: string) => finished(caseSteps(report))

describe('a report', () => {
  test('tells of cases and how they ended', () => {
    const cases = casesIn(`<?xml version="1.0"?>
      <testsuites><testsuite name="s">
        <testcase name="a &gt; b" classname="c" time="1.5"/>
        <testcase name='b' classname="c" file="f.rb"><failure message="no">was <![CDATA[<1>]]></failure></testcase>
        <testcase name="d"><error message="broke"/></testcase>
        <testcase name="e"><skipped/></testcase>
        <testcase name="f"><system-out>said</system-out></testcase>
      </testsuite></testsuites>`)
    expect(cases).toEqual([
      { name: 'a > b', classname: 'c', file: null, time: 1.5, status: 'success', output: null },
      { name: 'b', classname: 'c', file: 'f.rb', time: 0, status: 'failed', output: 'was <1>' },
      { name: 'd', classname: '', file: null, time: 0, status: 'error', output: 'broke' },
      { name: 'e', classname: '', file: null, time: 0, status: 'skipped', output: null },
      { name: 'f', classname: '', file: null, time: 0, status: 'success', output: 'said' },
    ])
  })

  test('that is none has no cases', () => {
    expect(casesIn('plain text')).toBeUndefined()
    expect(casesIn('<testsuite/>')).toEqual([])
  })

  test('is read to its end, whatever it holds', () => {
    const piece = fc.constantFrom(
      '<testcase',
      '<failure',
      '</testcase>',
      '<![CDATA[',
      ']]>',
      '"',
      "'",
      '>',
      '/>',
      'a="b"',
      '&#x41;',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => Array.isArray(casesIn(`<testsuite>${pieces.join('')}`))),
    )
    expect(casesIn(`<testsuite>${'<testcase name="a"><failure '.repeat(50_000)}`)).toHaveLength(1)
  })

  test('of many cases is read step by step', () => {
    const { steps, value } = countedSteps(caseSteps('<testcase name="a"/>'.repeat(20_000)))
    expect(value).toHaveLength(20_000)
    expect(steps).toBeGreaterThan(50)
  })
})
