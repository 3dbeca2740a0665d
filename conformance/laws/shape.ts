import type { Contract, ContractOperation } from '../../sim/contract.ts'
import { validParams } from '../draw/params.ts'
import { withExistingRecords } from '../draw/places.ts'
import { law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { equals, holds } from '../kit/expect.ts'
import { Failure } from '../kit/finding.ts'
import type { Json, Row } from '../kit/json.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Params, Value } from '../kit/query.ts'
import { problems } from '../kit/schema.ts'
import type { Stage } from '../run/stage.ts'
import { linksLeadHome } from './links.ts'
import { changeable, contractsOf, placeable, placed, reads, travelling } from './sample.ts'

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
  // A target whose dialect nobody told may answer in the form of either.
  const found = contractsOf(stage).map((agreed) => broken(json, agreed, operation, params, stage))
  if (found.some((problems) => problems.length === 0)) return
  const [problemsSeen = []] = found
  const [first = ''] = problemsSeen
  throw new Failure({
    title: `a reply breaks its schema: ${first.replace(/ is .*/, '')}`,
    expected: 'a reply that its schema describes',
    actual: problemsSeen.slice(0, 5).join('; '),
    operation: reply.operation,
  })
}

function broken(
  json: Json,
  agreed: Contract,
  { id }: ContractOperation,
  params: Params,
  { mayAdd }: Stage,
): readonly string[] {
  const operation = operationNamed(agreed, id)
  const schema = operation && schemaOf(operation, params)
  return schema === undefined ? [] : problems(json, schema, agreed.entities, mayAdd)
}

/** The schema of a success: of the variant that the parameters ask for, or of the usual entity. */
function schemaOf(operation: ContractOperation, params: Params): Row | undefined {
  const asked = operation.variants.find(
    ({ when }) => typeof when === 'object' && means(params[when.param], when.equals),
  )
  const entity = asked?.entity ?? operation.entity
  if (entity === null) return operation.schema ?? undefined
  const reference = { $ref: `#/components/schemas/${entity}` }
  return operation.answer === 'many' ? { type: 'array', items: reference } : reference
}

/** True when a drawn value is one of the spellings of a wanted one. */
function means(value: Value | undefined, wanted: string | boolean): boolean {
  if (value === undefined) return false
  return typeof wanted === 'string' ? value === wanted : ['true', '1'].includes(String(value)) === wanted
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
