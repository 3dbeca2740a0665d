import { expect, test } from 'vitest'
import type { Reply } from '../kit/client.ts'
import type { Json } from '../kit/json.ts'
import { firstDifference } from './difference.ts'
import { createNormaliser, type Normal } from './normalise.ts'

function reply(json: Json, headers: Reply['headers'] = {}): Reply {
  const none = () => {
    throw new Error('not asked for')
  }
  return {
    operation: '',
    status: 200,
    headers,
    text: 'x',
    bytes: new Uint8Array(),
    json,
    row: none,
    rows: none,
  }
}

function side(origin: string, username: string) {
  return createNormaliser({ origin, prefix: `conform-${username}`, people: { [username]: 'the owner' } })
}

test('ids are compared by what refers to what', () => {
  const [one, other] = [side('http://a', 'alice'), side('http://b', 'bert')]
  const first = { id: 7, milestone: { id: 70 } }
  const second = { id: 9, milestone: { id: 90 } }
  expect(firstDifference(one(reply(first)), other(reply(second)))).toBeUndefined()
  expect(
    firstDifference(one(reply({ milestone_id: 70 })), other(reply({ milestone_id: 90 }))),
  ).toBeUndefined()
  expect(firstDifference(one(reply({ milestone_id: 7 })), other(reply({ milestone_id: 90 })))).toMatchObject({
    at: 'body.milestone_id',
  })
})

test.each<[string, Json, Json]>([
  ['hosts', { web_url: 'http://a/x' }, { web_url: 'http://b/x' }],
  ['people', { username: 'alice' }, { username: 'bert' }],
  ['names of what was made', { path: 'conform-alice/p' }, { path: 'conform-bert/p' }],
  ['times', { created_at: '2024-01-01T00:00:00.000Z' }, { created_at: '2026-11-21T10:00:00.123+01:00' }],
  ['tokens', { runners_token: 'GR1348941a' }, { runners_token: 'GR1348941b' }],
  ['ids in addresses', { self: 'http://a/api/v4/projects/12' }, { self: 'http://b/api/v4/projects/34' }],
  ['commits', { sha: 'a'.repeat(40), short_id: 'aaaaaaaa' }, { sha: 'b'.repeat(40), short_id: 'bbbbbbbb' }],
])('%s may differ', (_, one, other) => {
  expect(
    firstDifference(side('http://a', 'alice')(reply(one)), side('http://b', 'bert')(reply(other))),
  ).toBeUndefined()
})

test.each<[string, Json, Json]>([
  ['body.title', { title: 'a' }, { title: 'b' }],
  ['body.iid', { iid: 1 }, { iid: 2 }],
  ['body.closed_at', { closed_at: null }, { closed_at: '2024-01-01T00:00:00Z' }],
  ['body.more', {}, { more: 1 }],
  ['body[1].title', [{ title: 'a' }, { title: 'a' }], [{ title: 'a' }, { title: 'b' }]],
  ['body.length', [1], []],
  ['body.sha', { id: 'a'.repeat(40), sha: 'a'.repeat(40) }, { id: 'b'.repeat(40), sha: 'c'.repeat(40) }],
])('%s may not', (at, one, other) => {
  expect(
    firstDifference(side('http://a', 'alice')(reply(one)), side('http://b', 'bert')(reply(other)))?.at,
  ).toBe(at)
})

test('statuses and telling headers are compared, and nothing that tells of the server alone', () => {
  const normal = (status: number, headers: Normal['headers']): Normal => ({ status, headers, body: null })
  expect(firstDifference(normal(200, {}), normal(201, {}))).toEqual({ at: 'status', left: 200, right: 201 })
  expect(firstDifference(normal(200, { 'x-total': '1' }), normal(200, { 'x-total': '2' }))?.at).toBe(
    'header x-total',
  )
  expect(side('http://a', 'alice')(reply(null, { 'x-runtime': '0.1', 'x-total': '3' })).headers).toEqual({
    'x-total': '3',
  })
})
