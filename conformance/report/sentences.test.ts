import { describe, expect, test } from 'vitest'
import { contract, dialects } from '../../sim/contract.ts'
import type { CheckEnded } from '../run/events.ts'
import { wholePlan } from '../run/plan.ts'
import { inFull, select, type Wishes } from '../run/selection.ts'
import { learntFrom } from '../sources/learnt-from.ts'
import { suite } from '../suite.ts'
import { requiredOf, sentenceShares, sentencesToTry, triedBy } from './sentences.ts'
import { unseen } from './unseen.ts'

const agreed = contract('specification')
const plan = wholePlan(suite, agreed)
const tried = new Set(dialects.flatMap((dialect) => wholePlan(suite, contract(dialect)).flatMap(triedBy)))

const families = agreed.operations.filter(({ beyond }) => !beyond).map(({ family }) => family)
const complete = [...new Set([...families, 'conventions'])]

const untried = Object.keys(learntFrom).flatMap((page) =>
  requiredOf(page)
    .filter((name) => !tried.has(`${page}#${name}`) && unseen[page]?.[name] === undefined)
    .map((name) => `${page}#${name}`),
)

describe('every sentence of the pages of sources has a check that cites it', () => {
  test.each(complete)('%s', (page) => {
    expect(untried.filter((row) => row.startsWith(`${page}#`))).toEqual([])
  })

  test('but for those of a list that is to grow shorter', async () => {
    const text = [
      '# Sentences that no check cites. Write a check, or cite the row in one that fails where it is broken, rather than',
      '# add a line here; then: npx vitest run conformance/report/sentences.test.ts -u',
      ...untried,
    ]
    await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('../testing/untried-sentences.txt')
  })

  test('and those that no client can see, none of which a check cites', () => {
    const excused = Object.entries(unseen).flatMap(([page, names = {}]) =>
      Object.keys(names).map((name) => `${page}#${name}`),
    )
    const rows = new Set(
      Object.entries(learntFrom).flatMap(([page, names = {}]) =>
        Object.keys(names).map((name) => `${page}#${name}`),
      ),
    )
    expect(excused.filter((row) => tried.has(row) || !rows.has(row))).toEqual([])
  })
})

describe('the sentences of a run', () => {
  const wanted = (wishes: Wishes) => {
    const selection = select(plan, agreed, wishes)
    const ids = new Set(selection.ok ? selection.checks.map(({ id }) => id) : [])
    return sentencesToTry(ids, plan, agreed, inFull(ids, plan, agreed))
  }

  test('are those of a family, each with the operations that checks of it look at', () => {
    const found = wanted({ ids: ['milestones'] })
    expect(new Set(found.map(({ page }) => page))).toEqual(new Set(['milestones']))
    const [gone] = found.filter(({ name }) => name === 'delete')
    expect(gone?.operations).toContain('DELETE /projects/:id/milestones/:milestone_id')
    const families = new Map(agreed.operations.map(({ id, family }) => [id, family]))
    expect(new Set(gone?.operations.map((id) => families.get(id)))).toEqual(new Set(['milestones']))
  })

  test('are all of them, those of no family as well, where everything is looked at', () => {
    const pages = new Set(wanted({ scope: 'all' }).map(({ page }) => page))
    expect([...pages].sort()).toEqual(Object.keys(learntFrom).sort())
  })

  test('are none where a single check runs', () => {
    expect(wanted({ ids: ['milestones/deleted-is-gone'] })).toEqual([])
  })

  test('are tried by checks that came to a verdict', () => {
    const operations = ['GET /projects/:id/milestones']
    const rows = ['order', 'delete', 'shape', 'roles'].map((name) => ({
      page: 'milestones',
      name,
      operations,
    }))
    const ended = (source: string, result: CheckEnded['result'], level: CheckEnded['level'] = 'must') =>
      ({
        type: 'check-ended',
        id: source,
        says: '',
        source,
        level,
        covers: operations,
        result,
        milliseconds: 0,
      }) as const
    const shares = sentenceShares(rows, [
      ended('milestones#order, conventions#statuses', { kind: 'pass', inputs: 1 }),
      ended('milestones#delete', { kind: 'skip', reason: 'it is not there' }),
      ended('milestones#roles', { kind: 'pass', inputs: 1 }, 'observe'),
    ])
    expect([...shares]).toMatchObject([
      ['milestones', { tried: 1, of: 4, missing: ['delete', 'shape', 'roles'] }],
    ])
  })
})
