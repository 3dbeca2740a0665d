import { nameIn } from '../arrange/existing-records.ts'
import type { Reply } from '../kit/client.ts'
import { Skipped } from '../kit/finding.ts'
import { isRow, type Row } from '../kit/json.ts'
import type { Stage } from '../run/stage.ts'
import type { Step } from './step.ts'

/** What a call that names something is sent when the side has seen nothing of the kind. */
const NOTHING = 999_999

/** One of the two services, with what was seen of its throw-away project so far. */
export interface Side {
  /** Undefined where there is no credential for the caller, so that neither side is asked. */
  play(step: Step): Promise<Reply | undefined>
}

export function sideOn(stage: Stage): Side {
  const seen = new Map<string, Row[]>()
  return {
    play: async (step) => {
      const named = Object.entries(step.names).map(([param, { place, index }]) => {
        const known = seen.get(place) ?? []
        const row = known[index % Math.max(1, known.length)]
        return [param, (row && nameIn(row, param)) ?? NOTHING] as const
      })
      const params = { ...step.params, id: stage.project.id, ...Object.fromEntries(named) }
      try {
        const reply = await stage.call(step.operation, params, { as: step.as, mayFault: true })
        remember(seen, step.operation, reply)
        return reply
      } catch (problem) {
        if (problem instanceof Skipped) return undefined
        throw problem
      }
    },
  }
}

// What a POST makes is in the list of the same path, and is called by what its list calls its rows.
function remember(seen: Map<string, Row[]>, operation: string, { status, json }: Reply): void {
  if (!operation.startsWith('POST ') || status >= 300 || !isRow(json)) return
  const words = operation.split('/').filter((word) => !word.startsWith(':'))
  const place = words.slice(-2).join('.')
  seen.set(place, [...(seen.get(place) ?? []), json])
}
