import { expect, test } from 'vitest'
import type { Reply } from '../kit/client.ts'
import { Skipped } from '../kit/finding.ts'
import type { Json } from '../kit/json.ts'
import { firstDifference } from './difference.ts'
import { createNames } from './names.ts'
import { createNormaliser, type Normal } from './normalise.ts'
import { ownTexts } from './own-texts.ts'

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
  const callers = [['owner', { username, name: username }]] as const
  const own = ownTexts({
    origin: 'http://host',
    prefix: `conform-${username}`,
    group: `conform-${username}/g`,
    callers,
  })
  const normalise = createNormaliser({ origin, names: createNames(), own, ownCommits: true })
  return (json: Json, kind = 'milestone') => normalise(reply(json), { kind })
}

async function differenceOf(one: Json, other: Json) {
  const [left, right] = [side('http://a', 'alice'), side('http://b', 'bert')]
  return firstDifference(await left(one), await right(other))
}

test('ids are compared by what refers to what', async () => {
  const [one, other] = [side('http://a', 'alice'), side('http://b', 'bert')]
  const first = await one({ id: 7, milestone: { id: 70 } })
  expect(firstDifference(first, await other({ id: 9, milestone: { id: 90 } }))).toBeUndefined()
  expect(firstDifference(await one({ milestone_id: 70 }), await other({ milestone_id: 90 }))).toBeUndefined()
  expect(firstDifference(await one({ milestone_id: 7 }), await other({ milestone_id: 91 }))).toMatchObject({
    at: 'body.milestone_id',
  })
})

// Of two services one of which has a project more, only one has a user and a project of the same number.
test('equal numbers of different things are not the same, nor are different ones of the same different', async () => {
  const [one, other] = [side('http://a', 'alice'), side('http://b', 'bert')]
  const project = (id: number, creator_id: number) => ({ id, path_with_namespace: 'a/b', creator_id })
  expect(firstDifference(await one(project(9, 9)), await other(project(10, 9)))).toBeUndefined()
  expect(firstDifference(await one({ source_project_id: 9 }), await other({ source_project_id: 9 }))).toEqual(
    {
      at: 'body.source_project_id',
      left: 'project #1',
      right: 'project #2',
    },
  )
})

test.each<[string, Json, Json]>([
  ['a user is one whoever refers to him', { author: { id: 5, username: 'x' } }, { author_id: 5 }],
  ['a group is a namespace', { namespace: { id: 5, full_path: 'g' } }, { group_id: 5 }],
  [
    'what is told by its type',
    { id: 5, path_with_namespace: 'g/p' },
    { entity_id: 5, entity_type: 'Project' },
  ],
  ['a number in a link', { milestone: { id: 5 }, project_id: 6 }, { self: 'http://a/api/v4/projects/6' }],
])('%s', async (_, first, second) => {
  const normalise = side('http://a', 'alice')
  const [, name] =
    /"((?:user|namespace|project) #1)"/.exec(JSON.stringify((await normalise(first)).body)) ?? []
  expect(name).toBeDefined()
  expect(JSON.stringify((await normalise(second)).body)).toContain(name)
})

test.each<[string, Json, Json]>([
  ['hosts', { web_url: 'http://a/x' }, { web_url: 'http://b/x' }],
  ['people', { username: 'alice' }, { username: 'bert' }],
  ['names of what was made', { path: 'conform-alice/p' }, { path: 'conform-bert/p' }],
  ['mentions', { body: 'assigned to @alice' }, { body: 'assigned to @bert' }],
  ['their pages', { web_url: 'http://a/alice' }, { web_url: 'http://b/bert' }],
  ['the place of what was made', { full_path: 'conform-alice/g/p' }, { full_path: 'conform-bert/g/p' }],
  ['global ids', { id: 'gid://gitlab/Note/3' }, { id: 'gid://gitlab/Note/4' }],
  ['times', { created_at: '2024-01-01T00:00:00.000Z' }, { created_at: '2026-11-21T10:00:00.123+01:00' }],
  ['tokens', { runners_token: 'GR1348941a' }, { runners_token: 'GR1348941b' }],
  ['ids in addresses', { self: 'http://a/api/v4/projects/12' }, { self: 'http://b/api/v4/projects/34' }],
  ['commits', { sha: 'a'.repeat(40), short_id: 'aaaaaaaa' }, { sha: 'b'.repeat(40), short_id: 'bbbbbbbb' }],
])('%s may differ', async (_, one, other) => {
  expect(await differenceOf(one, other)).toBeUndefined()
})

test.each<[string, Json, Json]>([
  ['body.title', { title: 'a' }, { title: 'b' }],
  ['body.iid', { iid: 1 }, { iid: 2 }],
  ['body.closed_at', { closed_at: null }, { closed_at: '2024-01-01T00:00:00Z' }],
  ['body.more', {}, { more: 1 }],
  ['body[1].title', [{ title: 'a' }, { title: 'a' }], [{ title: 'a' }, { title: 'b' }]],
  ['body.length', [1], []],
  ['body.web_url', { web_url: 'http://a/x' }, { web_url: 'http://elsewhere/x' }],
  ['body.body', { body: 'assigned to @alice' }, { body: 'assigned to @carol' }],
  ['body.sha', { id: 'a'.repeat(40), sha: 'a'.repeat(40) }, { id: 'b'.repeat(40), sha: 'c'.repeat(40) }],
])('%s may not', async (at, one, other) => {
  expect((await differenceOf(one, other))?.at).toBe(at)
})

test('statuses and telling headers are compared, and nothing that tells of the server alone', async () => {
  const normal = (status: number, headers: Normal['headers']): Normal => ({ status, headers, body: null })
  expect(firstDifference(normal(200, {}), normal(201, {}))).toEqual({ at: 'status', left: 200, right: 201 })
  expect(firstDifference(normal(200, { 'x-total': '1' }), normal(200, { 'x-total': '2' }))?.at).toBe(
    'header x-total',
  )
  const own = { whole: {}, within: [] }
  const normalise = createNormaliser({ origin: 'http://a', names: createNames(), own, ownCommits: true })
  const headers = { 'x-runtime': '0.1', 'x-total': '3', link: '<http://a/api/v4/x?page=2>; rel="next"' }
  expect((await normalise(reply(null, headers), { kind: '' })).headers).toEqual({
    'x-total': '3',
    link: '<http://host/api/v4/x?page=2>; rel="next"',
  })
})

test('a header that something in front of a service took away is not compared', async () => {
  const own = { whole: {}, within: [] }
  const normalise = createNormaliser({ origin: 'http://a', names: createNames(), own, ownCommits: true })
  const headers = Object.defineProperty({ 'x-page': '1' }, 'x-total', {
    get: () => {
      throw new Skipped('it is dropped')
    },
  })
  const seen = await normalise(reply(null, headers), { kind: '' })
  expect(firstDifference(seen, { ...seen, headers: { 'x-page': '1', 'x-total': '9' } })).toBeUndefined()
})
