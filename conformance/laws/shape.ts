import type { ContractOperation } from '../../sim/contract.ts'
import { validParams } from '../draw/params.ts'
import { withExistingRecords } from '../draw/places.ts'
import { law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { equals, holds } from '../kit/expect.ts'
import type { Params } from '../kit/query.ts'
import { misshapen } from '../oracle/reply-shape.ts'
import type { Stage } from '../run/stage.ts'
import { linksLeadHome } from './links.ts'
import { changeable, placeable, placed, reads, travelling } from './sample.ts'

/** What is true of every reply, whatever was asked: conventions#error-bodies. */
export const shape = law<Params>({
  name: 'shape',
  says: 'each response has the declared shape and links to the service itself, and each error the shape of an error',
  source:
    'conventions#statuses, conventions#error-bodies, conventions#etag, conventions#cache-control, conventions#root',
  level: 'must',
  needs: { furnished: true },
  hardy: true,
  accepted: true,
  appliesTo: placeable,
  over: validParams,
  shareAt: shareFor,
  holds: async (stage, operation, drawn) => {
    const wished = changeable(stage, operation, withExistingRecords(stage, drawn))
    const params = { ...wished, ...placed(stage, operation) }
    const reply = await stage.call(operation.id, params, travelling(operation))
    // A registry sends on whoever asks for what it does not have.
    if (reply.status < 400 && reply.headers.location !== undefined) return
    if (reply.status < 400) succeeded(stage, operation, params, reply)
    else refused(reply)
    headed(stage, reply)
    // The links of what is read have a law of their own.
    if (reply.status < 300 && !reads(operation)) await linksLeadHome(stage, reply)
  },
})

// The fewer parameters there are to draw, the sooner a draw repeats what was sent before.
function shareFor({ beyond, params }: ContractOperation): number {
  const drawn = params.filter((param) => param.in !== 'path').length
  return Math.min(1, (beyond ? 0.15 : 0.4) + 0.1 * drawn)
}

/** Statuses of success by verb (conventions#statuses); an operation may name one of them only. */
const successes: { readonly [method: string]: readonly number[] } = {
  GET: [200, 202, 204, 304],
  POST: [200, 201, 202, 204, 304],
  PUT: [200, 202],
  PATCH: [200],
  DELETE: [200, 202, 204, 304],
}

function succeeded(stage: Stage, operation: ContractOperation, params: Params, reply: Reply): void {
  // Calls of package managers have statuses of their own.
  const own = operation.beyond && reply.status === operation.success
  holds(
    own || successes[operation.method]?.includes(reply.status) === true,
    `${operation.method} answers ${reply.status}`,
    reply.status,
    reply,
  )
  if (reply.status === 204 || reply.status === 304) equals('the body', reply.text, '', reply)
  const { json } = reply
  if (json === undefined) return
  const failure = misshapen(stage, operation, params, { json, operation: reply.operation })
  if (failure !== undefined) throw failure
}

/** An error is a JSON object with `message` or `error`, or `errors` where others import. */
function refused(reply: Reply): void {
  const body = reply.json
  const told =
    typeof body === 'object' && body !== null && ['message', 'error', 'errors'].some((name) => name in body)
  holds(told, 'an error has a `message`, an `error` or `errors`', body ?? reply.text.slice(0, 200), reply)
}

function headed({ tells }: Stage, reply: Reply): void {
  const { headers, status } = reply
  if (reply.text === '') return
  // Files and archives have headers of their own.
  if (reply.json === undefined) return
  if (tells('content-type')) equals('the content type', headers['content-type'], 'application/json', reply)
  const tagged = status === 200 || status === 201
  const cached = tagged ? 'max-age=0, private, must-revalidate' : 'no-cache'
  if (tells('cache-control')) equals('Cache-Control', headers['cache-control'], cached, reply)
  if (tagged && tells('etag'))
    holds(
      /^W\/"[0-9a-f]{32}"$/.test(headers.etag ?? ''),
      'the ETag is weak, 32 hexadecimal digits',
      headers.etag ?? null,
      reply,
    )
}
