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

describe('from release 16.2 on', () => {
  const later = perTest({ release: '18.9' })
  const labels = (query: string, user = 'alice') =>
    later.as(user).get(`${PROJECT}/download?relation=labels${query}`)
  const linesOf = (query: string) =>
    text(gunzip(labels(query).body as Uint8Array))
      .trimEnd()
      .split('\n')
  const statusOf = (relation: string, user = 'alice') =>
    later
      .as(user)
      .get(`${PROJECT}/status`)
      .json.find((row: { readonly relation: string }) => row.relation === relation)

  function finish(body: object): void {
    expect(later.as('alice').post(PROJECT, body).status).toBe(202)
    later.sim.clock.advance('2s')
  }

  test('lists are exported in batches of as many records as the setting says', () => {
    finish({})
    const whole = linesOf('')
    const { inForce } = later.sim.world.settings.require(1)
    const settings = { ...inForce, relation_export_batch_size: 2 }
    later.sim.world.settings.update(1, { inForce: settings })
    finish({ batched: true })
    const { batches, ...row } = statusOf('labels')
    const count = Math.ceil(whole.length / 2)
    expect(row).toMatchObject({ batched: true, batches_count: count, total_objects_count: whole.length })
    const parts = batches.map((_: unknown, at: number) => linesOf(`&batched=true&batch_number=${at + 1}`))
    expect(parts.flat()).toEqual(whole)
    expect(parts.map((part: string[]) => part.length)).toEqual(
      batches.map((batch: { readonly objects_count: number }) => batch.objects_count),
    )
    expect(statusOf('self')).toMatchObject({ batched: false, batches_count: 0, total_objects_count: 1 })
    expect(statusOf('uploads')).toMatchObject({ batched: true, batches_count: 0, batches: [] })
  })

  test.each([
    [
      'a batch of what was exported in one piece',
      {},
      '&batched=true&batch_number=1',
      400,
      'Export is not batched',
    ],
    ['one piece of what was exported in batches', { batched: true }, '', 400, 'Export is batched'],
    ['a batch that there is not', { batched: true }, '&batched=true&batch_number=0', 404, 'Batch not found'],
  ])('refuses %s', (_, body, query, status, message) => {
    expect(labels(query)).toMatchObject({ status: 404, json: { message: 'Export not found' } })
    finish(body)
    expect(labels(query)).toMatchObject({ status, json: { message } })
    expect(labels(query, 'root')).toMatchObject({ status: 404, json: { message: 'Export not found' } })
  })

  test('an export in batches is made anew at once, and so is the next in one piece', () => {
    for (const batched of [true, true, false]) {
      finish({ batched })
      later.as('alice').post(PROJECT, { batched })
      expect(statusOf('labels')).toMatchObject({ status: batched ? 0 : 1, batched })
    }
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
