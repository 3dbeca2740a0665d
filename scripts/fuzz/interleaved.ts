import fc from 'fast-check'
import { createSimulator } from '../../sim/index.ts'
import { type ScriptedRequest, script } from '../../sim/testing/script.ts'
import type { Campaign } from './campaign.ts'

interface Conversations {
  readonly seeds: readonly number[]
  /** Whose turn it is. */
  readonly turns: readonly number[]
}

/** Conversations with named worlds of one process, in turns: each is answered as if it were alone. */
export function interleaved(): Campaign<Conversations> {
  return {
    name: 'interleaved',
    says: 'conversations with several worlds of one process, in turns',
    inputs: fc.record({
      seeds: fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 4 }),
      turns: fc.array(fc.nat(3), { minLength: 10, maxLength: 120, size: 'max' }),
    }),
    size: 12,
    attempt: ({ seeds, turns }) => {
      const together = begun(seeds)
      const left = seeds.map((seed) => script(seed, turns.length))
      const said = seeds.map((): string[] => [])
      for (const turn of turns) {
        const i = turn % seeds.length
        const request = left[i]?.shift()
        if (request !== undefined) said[i]?.push(answer(together, i, request))
      }
      for (const [i, seed] of seeds.entries()) {
        const alone = begun(seeds)
        const requests = script(seed, turns.length).slice(0, said[i]?.length)
        const different = requests.findIndex((request, n) => answer(alone, i, request) !== said[i]?.[n])
        if (different >= 0)
          return `world ${i} answers ${JSON.stringify(requests[different])} otherwise when it is alone`
      }
      return undefined
    },
    // Many conversations are many turns of a server.
    turns: 'free',
  }
}

function begun(seeds: readonly number[]) {
  const sim = createSimulator({ outbound: 'off', clock: 'frozen' })
  for (const i of seeds.keys()) sim.worlds.create(`w${i}`)
  return sim
}

function answer(sim: ReturnType<typeof begun>, i: number, request: ScriptedRequest): string {
  const { status, headers, body } = sim.handle({ ...request, url: `/w/w${i}${request.url}` })
  return JSON.stringify([
    status,
    headers,
    typeof body === 'string' ? body : Buffer.from(body ?? []).toString('base64'),
  ])
}
