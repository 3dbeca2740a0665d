import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import { suite } from '../suite.ts'
import { planFor, wholePlan } from './plan.ts'
import { inFull, select, type Wishes } from './selection.ts'

const agreed = contract()
const plan = wholePlan(suite, agreed)
const families = [...new Set(agreed.operations.map(({ family }) => family))]

function selected(wishes: Wishes) {
  const selection = select(plan, agreed, wishes)
  if (!selection.ok) throw new Error(selection.complaint)
  return selection.checks
}

function complaint(wishes: Wishes): string {
  const selection = select(plan, agreed, wishes)
  return selection.ok ? '' : selection.complaint
}

const idsOf = (wishes: Wishes) => selected(wishes).map(({ id }) => id)

describe('a selection', () => {
  test('is everything where nothing is wished for and the scope is all', () => {
    expect(selected({ scope: 'all' })).toHaveLength(plan.length)
  })

  test('is the same out of the part of the plan in which it is looked for', () => {
    const own = plan.filter(({ id }) => !id.startsWith('laws/')).map(({ id }) => id)
    const wish = fc
      .tuple(fc.constantFrom(...own, ...families), fc.boolean())
      .map(([id, short]) => (short ? `${id.split('/')[0]}/` : id))
    fc.assert(
      fc.property(fc.uniqueArray(wish, { minLength: 1, maxLength: 3 }), (ids) => {
        expect(select(planFor(suite, agreed, ids), agreed, { ids })).toEqual(select(plan, agreed, { ids }))
      }),
      { numRuns: 25 },
    )
  })

  test.each(families)('takes the family %s: its checks, and the laws on its operations', (family) => {
    const mine = new Set(agreed.operations.filter((one) => one.family === family).map(({ id }) => id))
    const checks = selected({ ids: [family] })
    const laws = checks.filter(({ id }) => id.startsWith('laws/'))
    expect(new Set(laws.flatMap(({ covers }) => covers))).toEqual(mine)
    expect(
      checks.filter((check) => !laws.includes(check)).every(({ id }) => id.startsWith(`${family}/`)),
    ).toBe(true)
    expect(inFull(new Set(checks.map(({ id }) => id)), plan, agreed)).toEqual(mine)
  })

  test.each([
    ['milestones/', ['milestones/']],
    ['laws/paging', ['laws/paging/']],
    ['milestones/delet*', ['milestones/delet']],
    ['*/order', ['milestones/order']],
  ])('takes %s by its ids', (wish, beginnings) => {
    const ids = idsOf({ ids: [wish] })
    for (const beginning of beginnings) expect(ids.some((id) => id.startsWith(beginning))).toBe(true)
    expect(ids.some((id) => id.startsWith('laws/'))).toBe(wish.startsWith('laws/'))
  })

  test.each([
    ['GET /projects/:id/milestones*', 'milestones/order', 'milestones/title-required'],
    ['/groups/:id/milestones', 'laws/shape/get-groups-id-milestones', 'milestones/order'],
    ['delete /projects/:id/milestones/*', 'milestones/deleted-is-gone', 'milestones/order'],
    // An alias: the name that the real service has for `extgit`.
    ['POST /import/github', 'laws/shape/post-import-extgit', 'laws/shape/post-import-extserver'],
  ])('takes operations like %s', (pattern, with_, without) => {
    const ids = idsOf({ operations: [pattern] })
    expect(ids).toContain(with_)
    expect(ids).not.toContain(without)
    expect(ids.some((id) => id.startsWith('laws/'))).toBe(true)
  })

  test('takes what ids and operations both select', () => {
    expect(
      idsOf({ ids: ['milestones/', 'laws/sudo'], operations: ['DELETE /projects/:id/milestones/*'] }),
    ).toEqual([
      'laws/sudo/delete-projects-id-milestones-milestone_id',
      ...idsOf({ operations: ['DELETE /projects/:id/milestones/*'] }).filter((id) =>
        id.startsWith('milestones/'),
      ),
    ])
  })

  test.each<[Wishes, string]>([
    [{ ids: ['pipeline'] }, 'there is no check or family "pipeline"; the nearest are pipelines, '],
    [
      { ids: ['milestones/oder'] },
      'there is no check or family "milestones/oder"; the nearest are milestones/order, ',
    ],
    [{ ids: ['laws/pagin'] }, 'there is no check or family "laws/pagin"; the nearest are laws/paging, '],
    [
      { ids: ['GET /projects'] },
      'there is no check or family "GET /projects"; an operation is selected with --operation',
    ],
    [
      { operations: ['GET /projects/:id/pipline*'] },
      'no operation matches "GET /projects/:id/pipline*"; the nearest are GET /projects/:id/pipelines, ',
    ],
    [
      { operations: ['/projects/:id/milestone'] },
      'no operation matches "/projects/:id/milestone"; the nearest are /projects/:id/milestones, ',
    ],
    [
      { ids: ['milestones'], operations: ['GET /runners'] },
      'no check of "milestones" is about an operation that matches "GET /runners"',
    ],
  ])('of %j is refused with what comes nearest', (wishes, text) => {
    expect(complaint(wishes)).toContain(text)
    expect(complaint(wishes)).not.toContain('\n')
  })

  test('is refused for each wish that nothing fits', () => {
    expect(
      select(plan, agreed, { ids: ['milestone', 'labels', 'laws/pagin'], operations: ['/nothing'] }),
    ).toMatchObject({
      ok: false,
      unknown: ['milestone', 'laws/pagin', '/nothing'],
    })
  })
})

describe('operations that are looked at in full', () => {
  const full = (wishes: Wishes) => [...inFull(new Set(idsOf(wishes)), plan, agreed)]

  test('are all of the scope in a whole run', () => {
    expect(full({ scope: 'all' })).toHaveLength(agreed.operations.length)
    const specified = agreed.operations.filter(({ beyond }) => !beyond).map(({ id }) => id)
    expect(full({}).sort()).toEqual(specified.sort())
  })

  test('are those that were selected as such', () => {
    expect(full({ operations: ['/projects/:id/milestones'] })).toEqual(
      expect.arrayContaining(['GET /projects/:id/milestones', 'POST /projects/:id/milestones']),
    )
  })

  test('are none where only some checks run, or only laws', () => {
    expect(full({ ids: ['milestones/order'] })).toEqual([])
    expect(full({ ids: ['laws'] })).not.toContain('GET /projects/:id/milestones')
    expect(full({ ids: ['milestones/'] })).toEqual([])
  })
})
