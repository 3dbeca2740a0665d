import { describe, expect, test } from 'vitest'
import { decodeBundle } from '../../git/archive/bundle.ts'
import { text } from '../../lib/bytes.ts'
import { gunzip } from '../../lib/gzip.ts'
import { untar } from '../../lib/untar.ts'
import { exportableRelations } from '../../model/project-export/archive/exportable.ts'
import { perTest } from '../../testing/per-test.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'

const here = perTest()
const PROJECT = '/projects/1/export_relations'
const GROUP = '/groups/acme/export_relations'
const idOf = { project: 1, group: 1 } as const
const places = [
  { place: PROJECT, kind: 'project' },
  { place: GROUP, kind: 'group' },
] as const

function finished(place: string): void {
  expect(here.as('alice').post(place)).toMatchObject({ status: 202, json: { message: '202 Accepted' } })
  here.sim.clock.advance('2s')
}

const download = (place: string, relation: string) =>
  here.as('alice').get(`${place}/download?relation=${relation}`)
const records = (place: string, relation: string) =>
  text(gunzip(download(place, relation).body as Uint8Array))

describe.each(places)('the relations of a $kind', ({ place, kind }) => {
  test('are all begun at once, and finished a second later', () => {
    expect(here.as('alice').get(`${place}/status`).json).toEqual([])
    here.as('alice').post(place)
    const begun = here.as('alice').get(`${place}/status`).json
    expect(begun.map((it: { readonly relation: string }) => it.relation)).toEqual(exportableRelations(kind))
    expect(new Set(begun.map((it: { readonly status: number }) => it.status))).toEqual(new Set([0]))
    const over = here.as('alice').get(`${place}/status`).json
    expect(over[0]).toEqual({ ...begun[0], status: 1, error: null, updated_at: expect.any(String) })
    expect(new Set(over.map((it: { readonly status: number }) => it.status))).toEqual(new Set([1]))
  })

  test('are made anew after three minutes', () => {
    finished(place)
    const before = here.as('alice').get(`${place}/status`).json
    finished(place)
    expect(here.as('alice').get(`${place}/status`).json).toEqual(before)
    here.sim.clock.advance('3m')
    here.as('alice').post(place)
    expect(here.as('alice').get(`${place}/status`).json[0]).toMatchObject({
      relation: before[0].relation,
      status: 0,
    })
    // The old file stays until it is replaced.
    expect(download(place, 'labels').status).toBe(200)
  })

  test('are the lines of an archive, packed each on its own', () => {
    finished(place)
    const { headers } = download(place, 'labels')
    expect(headers['Content-Disposition']).toBe(
      `attachment; filename="labels.ndjson.gz"; filename*=UTF-8''labels.ndjson.gz`,
    )
    const lines = records(place, 'labels').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).title).sort()).toEqual(
      [...here.sim.world.labels.by(kind === 'project' ? 'byProject' : 'byGroup', idOf[kind]).ascending()]
        .map(({ title }) => title)
        .sort(),
    )
    expect(JSON.parse(records(place, 'self'))).toHaveProperty('description')
  })

  test.each([
    ['labels', 404, { message: '404 Not found' }],
    ['uploads', 404, { message: '404 Not found' }],
    ['webhooks', 400, { error: 'relation is not portable' }],
    ['', 400, { error: 'relation is not portable' }],
  ])('relation=%s before anything was exported: %i', (relation, status, json) => {
    expect(download(place, relation)).toMatchObject({ status, json })
  })

  test('go with what they belong to', () => {
    finished(place)
    here.sim.clock.advance('1s')
    const { world } = here.sim
    expect(world.relationExports.all().count(1000)).toBe(exportableRelations(kind).length)
    here.as('alice').post(place)
    const path = place.replace('/export_relations', '')
    here.sim.world.settings.update(1, {
      inForce: { delayed_group_deletion: false, delayed_project_deletion: false },
    })
    expect(here.as('root').delete(path).status).toBe(202)
    here.sim.clock.advance('8d')
    expect(here.sim.world.relationExports.all().count(1000)).toBe(0)
  })

  test('are not there where migrations are switched off', () => {
    here.sim.world.settings.update(1, { inForce: { bulk_import_enabled: false } })
    expect(here.as('alice').post(place).status).toBe(404)
  })

  test('are for those who may export it, and refusing changes nothing', () => {
    const before = standing(here.sim.world)
    for (const [user, status] of [
      ['carol', 403],
      ['dave', 403],
    ] as const)
      expect([user, here.as(user).post(place).status]).toEqual([user, status])
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })
})

test('the repository travels as a bundle in a tar', () => {
  finished(PROJECT)
  const [file, ...others] = [...untar(gunzip(download(PROJECT, 'repository').body as Uint8Array))]
  expect([file?.path, others]).toEqual(['repository.bundle', []])
  expect(decodeBundle(file?.bytes as Uint8Array).refs.map(({ name }) => name)).toContain('refs/heads/main')
})

test('an empty project has no repository to fetch', () => {
  finished('/projects/6/export_relations')
  expect(download('/projects/6/export_relations', 'repository').status).toBe(404)
})
