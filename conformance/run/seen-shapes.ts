import type { ContractOperation } from '../../sim/contract.ts'
import type { Call } from '../kit/client.ts'
import type { Failure } from '../kit/finding.ts'
import { operationNamed } from '../kit/operations.ts'
import { misshapen } from '../oracle/reply-shape.ts'
import type { Who } from '../targets/target.ts'
import type { Stage } from './stage.ts'

/** So many answers of one operation are looked at after each input of a check. */
const MOST = 2

/**
 * Looks at the shapes of what checks were answered on their way to something else: records with parts that no furnished
 * stage has come by there alone. What is wrong is told once a run, by the check that met it first.
 */
export interface SeenShapes {
  wrongAmong(stage: Stage, calls: readonly Call[]): Failure | undefined
}

export function createSeenShapes(): SeenShapes {
  const told = new Set<string>()
  return {
    wrongAmong: (stage, calls) => {
      const looked = new Map<string, number>()
      for (let i = calls.length - 1; i >= 0; i--) {
        const { operation: id, request, reply, as, read } = calls[i] as Call
        if (reply.status !== 200 && reply.status !== 201) continue
        const times = looked.get(id) ?? 0
        if (times >= MOST) continue
        const operation = operationNamed(stage.contract, id)
        if (operation === undefined || !isLookedAt(operation, as)) continue
        looked.set(id, times + 1)
        const json = read?.json
        if (json === undefined) continue
        const query = operation.variants.length === 0 ? undefined : request.url.split('?')[1]
        const params = query === undefined ? {} : Object.fromEntries(new URLSearchParams(query))
        const failure = misshapen(stage, operation, params, { json, operation: id })
        if (failure === undefined || told.has(`${id} ${failure.title}`)) continue
        told.add(`${id} ${failure.title}`)
        return failure
      }
      return undefined
    },
  }
}

/** Whether the form of an answer follows from what is in the query. */
function isLookedAt({ method, beyond, variants, answer }: ContractOperation, as: Who): boolean {
  if (beyond || (answer !== 'one' && answer !== 'many')) return false
  // What makes the form another one is a parameter, or something about the caller.
  const byCaller = variants.some(({ when }) => typeof when !== 'object')
  return variants.length === 0 || (method === 'GET' && !(byCaller && as === 'anonymous'))
}
