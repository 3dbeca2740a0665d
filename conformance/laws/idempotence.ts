import type { ContractOperation } from '../../sim/contract.ts'
import { invalidRequests } from '../draw/invalid.ts'
import { law } from '../kit/check.ts'
import { answers, equals, holds } from '../kit/expect.ts'
import type { Json } from '../kit/json.ts'
import type { Stage } from '../run/stage.ts'
import { placeable, placed, reads, sampleCall, sampleParams, travelling } from './sample.ts'

const needs = { furnished: true } as const

function fetches(operation: ContractOperation): boolean {
  return placeable(operation) && reads(operation)
}

export const readTwice = law({
  name: 'repeated-read',
  says: 'the same read twice in a row answers the same body with the same ETag',
  source: 'conventions#etag',
  level: 'must',
  compares: true,
  needs,
  readOnly: true,
  appliesTo: fetches,
  holds: async (stage, operation) => {
    const first = await sampleCall(stage, operation)
    const second = await sampleCall(stage, operation)
    answers(second, first.status)
    equals('the body', second.json, first.json, second)
    equals('the ETag', second.headers.etag, first.headers.etag, second)
  },
})

export const head = law({
  name: 'head',
  says: 'HEAD answers with the status and headers of GET and no body',
  source: 'conventions#head',
  level: 'must',
  compares: true,
  needs,
  readOnly: true,
  appliesTo: fetches,
  holds: async (stage, operation) => {
    const usual = await sampleCall(stage, operation)
    const reply = await stage.call(operation.id.replace('GET', 'HEAD'), sampleParams(stage, operation))
    // A HEAD of one branch is an operation of its own, which answers 204.
    answers(reply, [usual.status, 204])
    equals('the body', reply.text, '', reply)
    if (reply.status === 204) return
    for (const name of ['content-type', 'etag', 'cache-control', 'link', 'x-total', 'x-next-page'])
      equals(`header ${name}`, reply.headers[name], usual.headers[name], reply)
    const { 'content-length': length } = reply.headers
    // What stands in front of a service may tell no length, or change it by packing the body.
    const whole = stage.dialect === undefined ? undefined : String(usual.bytes.length)
    const expected = usual.headers['content-length'] ?? whole
    if (length !== undefined && expected !== undefined) equals('the length', length, expected, reply)
  },
})

export const unchanged = law({
  name: 'not-modified',
  says: 'a read whose `If-None-Match` holds the current ETag answers 304 without a body; any other ETag answers 200',
  source: 'conventions#not-modified',
  level: 'must',
  compares: true,
  needs,
  readOnly: true,
  appliesTo: (operation) => fetches(operation) && operation.answer !== 'nothing',
  holds: async (stage, operation) => {
    const usual = await sampleCall(stage, operation)
    const etag = usual.headers.etag
    if (usual.status !== 200 || etag === undefined) return
    const reply = await sampleCall(stage, operation, { headers: { 'if-none-match': etag } })
    answers(reply, 304)
    equals('the body', reply.text, '', reply)
    equals('the ETag', reply.headers.etag, etag, reply)
    equals('the content type', reply.headers['content-type'], undefined, reply)
    answers(
      await sampleCall(stage, operation, {
        headers: { 'if-none-match': 'W/"0123456789abcdef0123456789abcdef"' },
      }),
      200,
    )
  },
})

export const etagFollowsBody = law({
  name: 'etag',
  says: 'the ETag consists of the first 32 hexadecimal digits of the SHA-256 of the body',
  source: 'conventions#etag',
  level: 'should',
  needs,
  readOnly: true,
  appliesTo: (operation) => fetches(operation) && operation.answer !== 'nothing',
  holds: async (stage, operation) => {
    const reply = await sampleCall(stage, operation)
    if (reply.status !== 200 || reply.json === undefined) return
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(reply.text))
    const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    equals('the ETag', reply.headers.etag, `W/"${digits.slice(0, 32)}"`, reply)
  },
})

export const refusedChangesNothing = law({
  name: 'refused-changes-nothing',
  says: 'a refused request changes nothing',
  source: 'conventions#refused-requests',
  level: 'must',
  needs,
  // Where it holds, nothing changes.
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && !reads(operation),
  holds: async (stage, operation) => {
    const before = await everything(stage, operation)
    const invalid = invalidRequests(operation).filter(({ params }) =>
      Object.keys(params).every((name) => stage.mayChange(operation.id, name)),
    )
    for (const { params } of invalid.slice(0, 4))
      refused(
        (await stage.call(operation.id, { ...params, ...placed(stage, operation) }, travelling(operation)))
          .status,
      )
    refused((await sampleCall(stage, operation, { as: 'anonymous' })).status)
    // Inside a private project a stranger may do nothing; elsewhere they may have projects of their own.
    if (stage.has('stranger') && operation.subjects[0]?.name === 'project')
      refused((await sampleCall(stage, operation, { as: 'stranger' })).status)
    equals('what the lists show', await everything(stage, operation), before)
  },
})

function refused(status: number): void {
  holds(status >= 400, 'the request is refused', status)
}

/** What a project is asked for: by its own operations all of it, by those around them what they are about, and these. */
const lists = [
  'milestones',
  'merge_requests',
  'issues',
  'members',
  'labels',
  'repository/branches',
  'packages',
]
const always = ['merge_requests', 'issues']

/** What the lists of the stage's project show, for comparison. */
async function everything(stage: Stage, { beyond, path }: ContractOperation): Promise<Json> {
  const id = stage.project.id
  const asked = beyond ? lists.filter((name) => always.includes(name) || path.includes(`/${name}`)) : lists
  const replies = [await stage.call('GET /projects/:id', { id })]
  for (const name of asked) replies.push(await stage.call(`GET /projects/:id/${name}`, { id, per_page: 100 }))
  return replies.map((reply) => reply.json ?? null)
}
