import { describe, expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import { check } from '../kit/check.ts'
import { Failure } from '../kit/finding.ts'
import { suite } from '../suite.ts'
import { simulatorTarget } from '../targets/simulator.ts'
import { shelf } from '../testing/shelf.ts'
import type { Event } from './events.ts'
import { wholePlan } from './plan.ts'
import { run } from './runner.ts'
import { operationsOf, scopeOf, scopeText } from './scope.ts'
import { select, type Wishes } from './selection.ts'

const agreed = contract()
const plan = wholePlan(suite, agreed)
const specified = agreed.operations.filter(({ beyond }) => !beyond).map(({ id }) => id)

function chosen(wishes: Wishes) {
  const selection = select(plan, agreed, wishes)
  if (!selection.ok) throw new Error(selection.complaint)
  return selection.checks
}

describe('the scope', () => {
  test('is the specification where nothing is wished for: its operations, and checks of the API as a whole', () => {
    const checks = chosen({})
    expect([...operationsOf(checks, agreed)].sort()).toEqual([...specified].sort())
    expect(checks.map(({ id }) => id)).toContain('conventions/unknown-routes')
    expect(chosen({ scope: 'specification' })).toEqual(checks)
  })

  test('all is every operation', () => {
    expect(operationsOf(chosen({ scope: 'all' }), agreed).size).toBe(agreed.operations.length)
  })

  test.each<[what: string, wishes: Wishes, operation: string]>([
    ['a family', { ids: ['badges'] }, 'GET /projects/:id/badges'],
    ['a family that the specification has a part of', { ids: ['projects'] }, 'POST /projects/:id/fork'],
    ['an id', { ids: ['badges/rendered'] }, 'GET /projects/:id/badges/render'],
    ['a law on one operation', { ids: ['laws/shape/get-projects-id-badges'] }, 'GET /projects/:id/badges'],
    ['an operation', { operations: ['GET /projects/:id/badges'] }, 'GET /projects/:id/badges'],
    [
      'a law, next to an operation',
      { ids: ['laws/paging'], operations: ['*/badges'] },
      'GET /projects/:id/badges',
    ],
  ])('does not keep out %s that is named', (_what, wishes, operation) => {
    expect([...operationsOf(chosen(wishes), agreed)]).toContain(operation)
  })

  test('is kept to by laws that are named as a whole', () => {
    for (const ids of [['laws'], ['laws/paging'], ['laws/pag*']])
      expect(specified).toEqual(expect.arrayContaining([...operationsOf(chosen({ ids }), agreed)]))
    expect(operationsOf(chosen({ ids: ['laws/paging'], scope: 'all' }), agreed).size).toBeGreaterThan(100)
  })

  test('is kept to by everything where it is told, and what is not in it is refused', () => {
    const within = operationsOf(chosen({ ids: ['projects'], scope: 'specification' }), agreed)
    expect(specified).toEqual(expect.arrayContaining([...within]))
    expect(select(plan, agreed, { ids: ['badges'], scope: 'specification' })).toEqual({
      ok: false,
      unknown: [],
      complaint:
        '"badges" is around the specification, and the scope is specification: leave it out, or make it all',
    })
  })

  test('is told with the number of operations', () => {
    const text = (wishes: Wishes) => scopeText(scopeOf(chosen(wishes), agreed, { name: 'chosen' }))
    const others = agreed.operations.length - specified.length
    expect(text({})).toBe(`chosen (${specified.length} operations)`)
    expect(text({ scope: 'all' })).toBe(
      `chosen (${specified.length} operations of the specification, ${others} others)`,
    )
    const asked = { name: 'chosen', named: ['suggestions'], without: ['laws/head'] } as const
    expect(scopeText({ ...asked, specification: 1, others: 0 })).toBe(
      'chosen: suggestions (1 operation), without laws/head',
    )
  })
})

test('a run names its scope, and tells what it tried of the operations in it alone', async () => {
  const checks = chosen({ ids: ['milestones/title-trimmed', 'badges/rendered'] })
  const events: Event[] = []
  const asked = { name: 'chosen', named: ['both'] } as const
  for await (const event of run(checks, simulatorTarget(), { runs: 1, asked })) events.push(event)
  const ended = events.at(-1)
  expect(events[0]).toMatchObject({ scope: { ...asked, specification: 1, others: 2 } })
  // Groups, projects and members were created as well.
  const tried = ended?.type === 'ended' ? Object.keys(ended.tried) : []
  expect(tried.sort()).toEqual([...operationsOf(checks, agreed)].sort())
})

describe('a finding about operations around the specification', () => {
  async function weight(source: string, covers: string): Promise<string | undefined> {
    const wrong = check({
      id: 'shelf/wrong',
      says: 'Something holds that does not',
      source,
      level: 'must',
      covers: [covers],
      needs: { project: 'none' },
      holds: async () => {
        throw new Failure({ title: 'it does not', expected: 'one', actual: 'two' })
      },
    })
    for await (const event of run([wrong], shelf()))
      if (event.type === 'check-ended' && event.result.kind === 'fail') return event.result.finding.severity
    return undefined
  }

  test.each([
    ['verified', 'milestones#order', 'GET /projects/:id/badges', 'must'],
    ['stated', 'milestones#create', 'GET /projects/:id/badges', 'must'],
    ['inferred', 'milestones#update-refused', 'GET /projects/:id/badges', 'should'],
    [
      'verified, and inferred',
      'milestones#order, milestones#update-refused',
      'GET /projects/:id/badges',
      'should',
    ],
    ['in words of its own', 'the contract with the vendor', 'GET /projects/:id/badges', 'must'],
    ['inferred, of the specification', 'milestones#update-refused', 'GET /projects/:id/milestones', 'must'],
  ])('that is %s weighs as it should', async (_ground, source, covers, level) => {
    expect(await weight(source, covers)).toBe(level)
  })
})

describe('what a doubtful change of a release brought', () => {
  const doubtful = 'conventions#later-imported'
  const sure = 'merge-requests#later-auto-merge'

  /** How a check of a service ends that is in 17.11 as before the change. */
  async function verdict(level: 'must' | 'should', change: typeof doubtful | typeof sure) {
    const judging = check({
      id: 'shelf/later',
      says: 'The service is as before the change',
      source: 'the contract with the vendor',
      level,
      covers: ['GET /projects/:id/milestones'],
      needs: { project: 'none' },
      holds: (stage) =>
        stage.changed(change, {
          before: () => undefined,
          after: () => {
            throw new Failure({ title: 'it is as before', expected: 'after', actual: 'before' })
          },
        }),
    })
    for await (const event of run([judging], shelf({}, { dialect: '17.11' })))
      if (event.type === 'check-ended') return event.result.kind
    return undefined
  }

  test('decides what should hold alone', async () => {
    expect(await verdict('should', doubtful)).toBe('fail')
    expect(await verdict('must', doubtful)).toBe('pass')
    expect(await verdict('must', sure)).toBe('fail')
  })
})
