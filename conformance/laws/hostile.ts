import type { ContractOperation } from '../../sim/contract.ts'
import { type Hostile, hostiles, hostileUrl } from '../draw/hostile.ts'
import { law } from '../kit/check.ts'
import { filled } from '../kit/client.ts'
import { holds } from '../kit/expect.ts'
import { encodeQuery } from '../kit/query.ts'
import type { Stage } from '../run/stage.ts'
import { endsCredential, placeable, reads, sampleParams } from './sample.ts'

/** So many operations in a row share what is looked at before the operation is. */
const TURNS = 4
/** So many of those around the specification share the rest. */
const TURNS_BEYOND = 2

/** The account is that of the owner, to whom it is refused; an administrator locks himself out. */
const BAN = 'POST /users/:id/ban'

interface Attack extends Hostile {
  /** None after it could harm those who come later. */
  readonly last: boolean
}

export const hostile = law<Attack>({
  name: 'hostile-input',
  says: 'no input makes the service answer 5xx, stop serving others or grant a right',
  source: 'conventions#server-errors, conventions#order-of-checks',
  level: 'must',
  needs: { furnished: true },
  hardy: true,
  accepted: true,
  appliesTo: (operation) => placeable(operation) && !endsCredential(operation),
  each: (operation, { operations }) => {
    const turn = operations.findIndex(({ id }) => id === operation.id)
    const fitting = hostiles.filter(
      (input, i) =>
        fits(operation, input) && isTurn(i, turn, input.early ? TURNS : operation.beyond ? TURNS_BEYOND : 1),
    )
    const last = fitting.findLast(({ lasting }) => lasting)
    return fitting.map((input) => ({ last: input === last, ...input }))
  },
  holds: async (stage, operation, input) => {
    if (operation.id === BAN && stage.user('owner').admin) stage.unknown('administrators ban themselves')
    const { path, query, body } = wholeCall(stage, operation)
    const url = hostileUrl(`${path}${query}`, input)
    const sent = input.body ?? body
    // The client takes every 5xx for a failure; beyond that the credential must still open what it opened.
    await stage.send(operation.method, url, {
      ...(sent === undefined ? {} : { body: sent }),
      ...(input.contentType === undefined ? {} : { contentType: input.contentType }),
      ...(input.headers === undefined ? {} : { headers: input.headers }),
    })
    // What harms those who come later does so until somebody asks, unless the target goes back before.
    if (!(input.last || (input.lasting && stage.goesBack))) return
    const after = await stage.call('GET /user')
    holds(after.status === 200, 'the service still answers', after.status, after)
    const nobody = await stage.call('GET /user', {}, { as: 'anonymous' })
    holds(nobody.status === 401, 'nobody gained a right', nobody.status, nobody)
  },
})

const isTurn = (input: number, operation: number, turns: number) => input % turns === operation % turns

function fits(operation: ContractOperation, { segment, body }: Hostile): boolean {
  if (segment !== undefined) return operation.params.some((param) => param.in === 'path')
  return body === undefined || !reads(operation)
}

function wholeCall(stage: Stage, operation: ContractOperation) {
  const { path, rest } = filled(operation.id, sampleParams(stage, operation))
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE'
  const query = inQuery ? encodeQuery(rest) : ''
  return { path, query: query === '' ? '' : `?${query}`, body: inQuery ? undefined : JSON.stringify(rest) }
}
