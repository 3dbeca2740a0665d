import { describe, expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import type { CheckEnded, Event } from '../run/events.ts'
import { type ReportFormat, reporterFor } from './index.ts'
import { byFamily, left, matrix, sumOf, sums } from './matrix.ts'
import type { TriedOperations } from './tried.ts'

const list = 'GET /projects/:id/milestones'
const labels = 'GET /projects/:id/labels'
const tried: TriedOperations = {
  [list]: { statuses: { 200: 3, 401: 1 }, params: ['state'], accepted: ['state'], callers: ['owner'] },
  [labels]: { statuses: { 200: 1 }, params: ['search'], accepted: ['search'], callers: ['owner'] },
}
const order: CheckEnded = {
  type: 'check-ended',
  id: 'milestones/order',
  says: 'Milestones are sorted by due date',
  source: 'milestones#order',
  level: 'must',
  covers: [list],
  result: { kind: 'pass', inputs: 1 },
  milliseconds: 0,
}

function rowOf(operation: string, inFull?: ReadonlySet<string>) {
  const row = matrix(contract(), tried, [order], inFull).find((one) => one.operation === operation)
  if (row === undefined) throw new Error(`there is no row of ${operation}`)
  return row
}

describe('a row of the matrix', () => {
  test('tells what was not tried of an operation that is looked at in full', () => {
    const row = rowOf(list, new Set([list]))
    expect(row).toMatchObject({
      family: 'milestones',
      inFull: true,
      success: true,
      passed: 1,
      failed: 0,
      open: 0,
    })
    expect(row.statuses.missing).toContain('404')
    expect(row.params.missing).toContain('iids')
    expect(left(row)).toContain('roles admin, maintainer')
  })

  test('tells which sentences checks of the operation decided', () => {
    const sentences = ['order', 'delete'].map((name) => ({ page: 'milestones', name, operations: [list] }))
    const [row] = matrix(contract(), tried, [order], new Set([list]), sentences).filter(
      ({ operation }) => operation === list,
    )
    expect(row?.sentences).toMatchObject({ tried: 1, of: 2, missing: ['delete'] })
  })

  test('misses nothing of an operation that was only called', () => {
    const row = rowOf(labels, new Set([list]))
    expect(row.inFull).toBe(false)
    expect(row.statuses).toMatchObject({ names: ['200'], missing: [] })
    expect(row.params).toMatchObject({ names: ['search'], missing: [] })
    expect(left(row)).toBe('')
  })

  test('is of an operation that is looked at in full, unless told otherwise', () => {
    expect(rowOf(labels).inFull).toBe(true)
  })
})

test('rows are added up by family, those beyond the specification as well, if they are looked at in full', () => {
  const all = matrix(contract(), tried, [])
  expect(sums(all).map(({ name }) => name)).toEqual([...new Set(all.map(({ family }) => family))])
  const some = matrix(contract(), tried, [], new Set([list, labels]))
  expect(sums(some).map(({ name, operations }) => [name, operations.tried, operations.of])).toEqual([
    ['milestones', 1, 1],
    ['labels', 1, 1],
  ])
  const [, mine = []] = byFamily(all).find(([name]) => name === 'labels') ?? []
  expect(sumOf('labels', mine).operations).toMatchObject({ tried: 1, of: mine.length })
})

describe('a report', () => {
  const nothing = { pass: 0, fail: 0, known: 0, skip: 0, disabled: 0, blocked: 0, broken: 0 }
  const events: readonly Event[] = [
    {
      type: 'started',
      target: 'a shelf',
      dialect: 'specification',
      tier: 'ultimate',
      version: undefined,
      mode: 'control',
      callers: ['owner'],
      seed: 1,
      runs: 1,
      planned: 1,
      at: '2027-02-03T04:05:06Z',
    },
    order,
    {
      type: 'ended',
      counts: { ...nothing, pass: 1 },
      stopped: false,
      traffic: { requests: 0, throttled: 0, retried: 0 },
      tried,
      milliseconds: 0,
    },
  ]
  const reported = (format: ReportFormat, inFull: readonly string[]) => {
    const sentences = [
      ...['order', 'delete'].map((name) => ({ page: 'milestones', name, operations: [list] })),
      { page: 'conventions', name: 'statuses', operations: [] },
    ]
    const looked = inFull.length === 0 ? {} : { inFull: new Set(inFull), sentences }
    const reporter = reporterFor(format, { replay: (id) => id, ...looked })
    return events.map((event) => reporter.next(event)).join('')
  }

  test('in HTML goes by family, and strikes through only what a selected operation lacks', () => {
    const page = reported('html', [list])
    const [selected = '', others = ''] = page.split('1 more operation that single checks look at')
    expect(selected).toContain('<summary><b>milestones</b> <span class="share">1/1 operations</span>')
    expect(selected).toContain('<span class="name missing">404</span>')
    expect(others).toContain('GET /<wbr>projects/<wbr>:id/<wbr>labels')
    expect(others).not.toContain('class="name missing"')
  })

  test('in HTML of single checks strikes nothing through', () => {
    const page = reported('html', [])
    expect(page).toContain('2 operations that single checks look at')
    expect(page).not.toContain('class="name missing"')
  })

  test.each<[ReportFormat, RegExp]>([
    ['text', /milestones .* 1\/2\n[\s\S]*conventions .* 0\/1\n[\s\S]*milestones: delete\n/],
    ['markdown', /\| milestones .* 1 of 2 \|\n\| conventions .* 0 of 1 \|\n[\s\S]*- milestones: `delete`\n/],
    ['json', /"sentences": \{\s*"milestones": \{\s*"tried": 1,\s*"of": 2,\s*"missing": \[\s*"delete"/],
    [
      'html',
      /1\/2 sentences[\s\S]*milestones\.md<\/code>: <span class="name missing">delete<[\s\S]*conventions\.md/,
    ],
  ])('in %s counts sentences, and names those that were not tried', (format, told) => {
    expect(reported(format, [list])).toMatch(told)
  })

  test.each<[ReportFormat, string]>([
    ['text', 'Looked at'],
    ['markdown', '**Looked at**'],
  ])('in %s has the selected families, and none where single checks ran', (format, heading) => {
    const some = reported(format, [list])
    expect(some).toContain(heading)
    expect(some).toMatch(/milestones +\|? *1( of |\/)1/)
    expect(some).toContain('iids')
    expect(some).not.toContain('labels')
    expect(reported(format, [])).not.toContain(heading)
  })
})
