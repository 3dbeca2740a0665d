import { describe, expect, test } from 'vitest'
import { type ChangeId, changes, contract, dialectOf, everyOperation, releases } from './contract.ts'
import { createSimulator } from './index.ts'
import { compareReleases, type Release } from './lib/releases/release.ts'
import { callsOf } from './testing/calls.ts'

const newer = releases.filter((release) => release !== '15.8')

describe.each(releases)('a simulator of release %s', (release) => {
  const sim = createSimulator({ release })
  const calls = callsOf(sim, 'root')

  test('says so', () => {
    expect(calls.get('/version').json.version).toBe(`${release}.0`)
    expect(calls.get('/metadata').json.version).toBe(`${release}.0`)
  })

  test('knows the schema of every field that it sends', () => {
    const { entities } = contract(dialectOf('real', release))
    const properties = Object.entries(entities).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as object).map(([field, schema]) => [`${name}.${field}`, schema] as const),
    )
    expect(properties.filter(([, schema]) => typeof schema !== 'object').map(([name]) => name)).toEqual([])
  })

  test('has in its contract what came with it and before', () => {
    const known = contract(dialectOf('real', release)).entities.MergeRequest?.properties
    expect(Object.hasOwn(known as object, 'squash_on_merge')).toBe(release !== '15.8')
    const [row] = calls.get('/merge_requests?scope=all').json
    expect(Object.hasOwn(row, 'squash_on_merge')).toBe(release !== '15.8')
  })
})

test('a saved world takes on the release of the simulator that goes on with it', () => {
  const saved = createSimulator({ release: '17.11' }).save()
  const older = createSimulator({ world: saved })
  expect(callsOf(older, 'root').get('/version').json.version).toBe('15.8.0')
  const newest = createSimulator({ release: '18.9' })
  newest.restore(older.snapshot())
  expect(callsOf(newest, 'root').get('/version').json.version).toBe('18.9.0')
})

test('a fork and a reset keep the release', () => {
  const fork = createSimulator({ release: '16.11' }).fork()
  fork.reset({ seed: 2 })
  expect(callsOf(fork, 'root').get('/version').json.version).toBe('16.11.0')
})

test.each(newer)('release %s is that of the real service', (release) => {
  expect(() => createSimulator({ release, dialect: 'specification' })).toThrow(
    `release ${release} is newer than the specification`,
  )
})

test('an unknown release is refused', () => {
  expect(() => createSimulator({ release: '17.3' as Release })).toThrow(
    "release '17.3' is unknown: use 15.8, 16.11, 17.11, 18.9",
  )
})

test('every change is newer than the specification, in a release that is known, and touches an operation or all of them', () => {
  const touched = new Set(everyOperation().flatMap((operation) => operation.changes))
  for (const [id, { release, ...change }] of Object.entries(changes)) {
    expect(compareReleases(release, '15.8')).toBeGreaterThan(0)
    expect(compareReleases(release, releases.at(-1) as Release)).toBeLessThanOrEqual(0)
    expect(['general' in change, touched.has(id as ChangeId)]).toContain(true)
    expect(['general' in change, touched.has(id as ChangeId)]).toContain(false)
  }
})

test('settings that nobody has changed have the defaults of the release, which other operations follow', () => {
  const shown = (release: Release) => {
    const { json } = callsOf(createSimulator({ release }), 'root').get('/application/settings')
    const { max_yaml_size_bytes, ci_max_total_yaml_size_bytes, wiki_page_max_content_bytes } = json
    return [max_yaml_size_bytes, ci_max_total_yaml_size_bytes, wiki_page_max_content_bytes]
  }
  expect(shown('15.8')).toEqual([1_048_576, undefined, 52_428_800])
  expect(shown('16.11')).toEqual([1_048_576, 157_286_400, 52_428_800])
  expect(shown('17.11')).toEqual([2_097_152, 314_572_800, 52_428_800])
  expect(shown('18.9')).toEqual([2_097_152, 314_572_800, 5_242_880])
  const content = 'x'.repeat(6_000_000)
  const write = (release: Release) =>
    callsOf(createSimulator({ release }), 'alice').post('/projects/1/wikis', { title: 'Long', content })
      .status
  expect([write('17.11'), write('18.9')]).toEqual([201, 400])
})
