import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../sim/index.ts'
import { suite } from '../suite.ts'
import { contractFor } from '../targets/accepted.ts'
import { demoCredentials } from '../targets/demo.ts'
import { liveTarget } from '../targets/live.ts'
import { wholePlan } from './plan.ts'
import { run } from './runner.ts'
import { select, type Wishes } from './selection.ts'

/** Results at a service of a newer release, whose clock nobody moves. */
async function results(
  wishes: Wishes,
  answer: (input: Parameters<typeof fetch>[0], init?: RequestInit) => Response | undefined = () => undefined,
) {
  const simulator = createSimulator({ world: 'demo', release: '18.9', clock: 'tick', control: false })
  let now = 0
  const target = await liveTarget({
    url: 'http://127.0.0.1:8080',
    tokens: Object.fromEntries(Object.entries(demoCredentials).map(([who, { token }]) => [who, token])),
    mode: 'write',
    tier: 'ultimate',
    fetch: async (input, init) => answer(input, init) ?? simulator.fetch(new Request(input, init)),
    clock: {
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds
      },
    },
  })
  const agreed = contractFor(target)
  const selection = select(wholePlan(suite, agreed), agreed, wishes)
  if (!selection.ok) throw new Error(selection.complaint)
  const seen: { readonly id: string; readonly kind: string; readonly told: string }[] = []
  for await (const event of run(selection.checks, target, { runs: 1 }))
    if (event.type === 'check-ended')
      seen.push({ id: event.id, kind: event.result.kind, told: JSON.stringify(event.result) })
  return seen
}

describe('what newer releases do one at a time', () => {
  const creations = ['POST /security/groups/:id/vulnerability_exports', 'POST /projects/:id/export']

  test('is begun in turn by every check and law, without a clock to move', async () => {
    const seen = await results({ operations: creations })
    expect(seen.filter(({ kind }) => kind === 'fail' || kind === 'broken')).toEqual([])
    expect(seen.filter(({ kind }) => kind === 'pass').length).toBeGreaterThan(60)
  })

  test('is waited for where somebody else began it', async () => {
    let refusals = 0
    const [seen] = await results({ ids: ['vulnerability-exports/session'] }, (input, init) => {
      if (init?.method !== 'POST' || !/vulnerability_exports$/.test(String(input)) || refusals > 2) return
      refusals += 1
      const message = 'Export already in progress. Please retry after the current export completes.'
      return Response.json({ message }, { status: 429 })
    })
    expect({ refusals, kind: seen?.kind }).toEqual({ refusals: 3, kind: 'pass' })
  })

  test('is left undecided where it does not end', async () => {
    const ids = [
      'vulnerability-exports/create',
      'project-export/empty-upload',
      'laws/round-trip/post-security-groups-id-vulnerability_exports',
    ]
    const begun = new Set<string>()
    const seen = await results({ ids }, (input, init) => {
      const creation = /(vulnerability_exports|projects\/\d+\/export)$/.exec(String(input))
      if (init?.method !== 'POST' || creation === null) return undefined
      const place = String(input)
      if (!begun.has(place)) return void begun.add(place)
      const [status, message] = place.includes('vulnerability')
        ? [429, 'Export already in progress. Please retry after the current export completes.']
        : [400, "An export is already running or queued for this project. Please try again once it's done."]
      return Response.json({ message }, { status: Number(status) })
    })
    for (const { kind, told } of seen) {
      expect(kind).toBe('skip')
      expect(told).toContain('takes too long to finish what it does one at a time')
    }
    expect(seen.map(({ id }) => id).sort()).toEqual([...ids].sort())
  })
})
