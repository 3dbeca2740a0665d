import { describe, expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import { check } from '../kit/check.ts'
import { simulatorTarget, standIn } from '../targets/simulator.ts'
import { forecast, sampleOf, timeOf } from './forecast.ts'

/** A law on many operations, with few or very many inputs each, and the checks of a family. */
const lawsAndChecks = [
  ...Array.from({ length: 150 }, (_, i) => named(`laws/validation/post-${i}`, i % 50 === 7 ? 300 : i % 9)),
  ...Array.from({ length: 60 }, (_, i) => named(`milestones/check-${i}`, 1 + (i % 4))),
]

function named(id: string, inputs: number, wait = 0) {
  return check<number>({
    id,
    says: 'The service tells its version',
    source: 'conventions#root',
    level: 'must',
    covers: ['GET /version'],
    needs: { project: 'none' },
    readOnly: true,
    each: () => Array.from({ length: inputs }, (_, i) => i),
    holds: async (stage) => {
      if (wait > 0) await stage.wait(wait)
      await stage.call('GET /version')
    },
  })
}

const inputsOf = (some: readonly { readonly times?: number; readonly check: ReturnType<typeof named> }[]) =>
  some.reduce((sum, { check, times = 1 }) => sum + times * (check.each?.(contract()).length ?? 1), 0)

describe('the plan of a run', () => {
  test('some checks stand for the others', () => {
    const some = sampleOf(lawsAndChecks, contract())
    expect(some.length).toBeLessThan(30)
    const all = inputsOf(lawsAndChecks.map((check) => ({ check })))
    expect(inputsOf(some)).toBeGreaterThan(0.9 * all)
    expect(inputsOf(some)).toBeLessThan(1.1 * all)
  })

  test('tells the requests that a run makes', async () => {
    const target = await standIn({ ...simulatorTarget(), mode: 'write' }, ['owner'])
    const { requests } = await forecast(lawsAndChecks, target)
    const all = inputsOf(lawsAndChecks.map((check) => ({ check })))
    expect(requests).toBeGreaterThan(0.8 * all)
    expect(requests).toBeLessThan(1.2 * all)
  })

  test('counts what is waited for', async () => {
    const target = await standIn({ ...simulatorTarget(), mode: 'write' }, ['owner'])
    const waiting = [named('milestones/slow', 10, 20), named('milestones/slow-too', 10, 20)]
    const { milliseconds } = await forecast(waiting, target, { jobs: 2 })
    expect(milliseconds).toBeGreaterThan(200_000)
    expect(milliseconds).toBeLessThan(240_000)
  })

  test.each([
    { what: 'side by side', alone: 0, side: 4, milliseconds: 1000 * (50 / 4) },
    { what: 'alone', alone: 1000, side: 4, milliseconds: 1000 * 20 },
    { what: 'one after the other', alone: 0, side: 1, milliseconds: 1000 * 50 },
  ])('checks that run $what take their time', ({ alone, side, milliseconds }) => {
    const took = { requests: 1000, groups: 0, projects: 0, alone, waited: { alone: 0, beside: 0 }, own: 0 }
    expect(timeOf(took, { alone: 20, beside: 50 }, side)).toBe(milliseconds)
  })
})
