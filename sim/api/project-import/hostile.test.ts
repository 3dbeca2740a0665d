import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { UNEXPECTED } from '../../jobs/failed-job.ts'
import { concat, text, utf8 } from '../../lib/bytes.ts'
import { gunzip, gzip } from '../../lib/gzip.ts'
import { tarContent, tarHeader, tarWithEnd } from '../../lib/tar.ts'
import { anyText } from '../../testing/any-text.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'
import { archiveOf, exported, type Files, filesOf, least, upload } from './testing/archives.ts'

const original = testSimulator()
let good: Uint8Array
let tar: Uint8Array
let files: { [path: string]: Uint8Array }

beforeAll(() => {
  const sim = original.fork()
  good = exported(callsOf(sim, 'root'), 2, (by) => sim.clock.advance(by))
  tar = gunzip(good)
  files = filesOf(good)
})

/** Bytes with some of them changed, cut out or doubled. */
function damaged(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat({ max: Math.max(0, bytes.length - 1) })
  return fc.oneof(
    fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 }).map((changes) => {
      const copy = bytes.slice()
      for (const [at, value] of changes) copy[at] = value
      return copy
    }),
    place.map((end) => bytes.subarray(0, end)),
    fc.tuple(place, place).map(([from, to]) => concat(bytes.subarray(0, from), bytes.subarray(to))),
    fc.uint8Array({ maxLength: 64 }).map((more) => concat(bytes, more)),
  )
}

const names = fc.oneof(
  fc.constantFrom(
    '../escaped',
    '/etc/passwd',
    'tree/../../x',
    '',
    '.',
    '..',
    './',
    'tree',
    'tree/project.json/x',
    'VERSION/',
    'a\\..\\b',
    '\0',
    'C:\\x',
    'tree/project/'.repeat(6),
    '__proto__',
    'tree/project/__proto__.ndjson',
  ),
  anyText({ maxLength: 40 }),
)

/** Entries of every kind, of every name, of sizes that lie. */
const strangeTar = fc
  .array(
    fc.record({
      name: names,
      type: fc.constantFrom('0', '1', '2', '3', '5', '6', '7', 'x', 'g', 'L', 'K', 'S', '\0', 'Z'),
      claimed: fc.option(fc.constantFrom(0, 1, 511, 8 ** 8, 8 ** 11 - 1)),
      content: fc.oneof(
        fc.uint8Array({ maxLength: 600 }),
        fc.constantFrom(
          utf8('20 path=../../x\n'),
          utf8('99999 path=a\n'),
          utf8('12 size=-1\n'),
          utf8('0.2.4'),
        ),
      ),
    }),
    { maxLength: 12 },
  )
  .map((entries) =>
    gzip(
      tarWithEnd(
        entries.flatMap(({ name, type, claimed, content }) => [
          tarHeader({
            name: utf8(name).subarray(0, 100),
            type,
            mode: 0o644,
            size: claimed ?? content.length,
            at: 0,
          }),
          ...tarContent(content),
        ]),
      ),
    ),
  )

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(-1, 0, 1e308, 2 ** 53, 'x'.repeat(2_000_000), '\0', '2024-13-99', '#zzz', [[[]]], {
    toString: 1,
    constructor: 1,
  }),
)

/** The archive with a key of some line saying something else. */
const confused = fc.nat().chain((pick) => {
  const relations = Object.keys(files).filter(
    (path) => path.startsWith('tree/') && (files[path]?.length ?? 0) > 5,
  )
  const path = relations[pick % relations.length] as string
  const rows = text(files[path] as Uint8Array).split('\n')
  return fc.tuple(fc.nat({ max: rows.length - 1 }), fc.nat(), anything).map(([line, which, value]) => {
    const changed = rows.map((row, i) => (i === line && row !== '' ? replaced(row, which, value) : row))
    return archiveOf({ ...files, [path]: changed.join('\n') })
  })
})

function replaced(row: string, which: number, value: unknown): string {
  const object = JSON.parse(row)
  const keys = Object.keys(object)
  const key = keys[which % keys.length] as string
  const inner = object[key]
  if (Array.isArray(inner) && inner.length > 0 && which % 3 === 0) inner[0] = value
  else object[key] = value
  return JSON.stringify(object)
}

/** The archive with one of its files damaged, its bundles above all. */
const damagedFile = fc.nat().chain((pick) => {
  const paths = Object.keys(files)
  const path = (pick % 2 === 0 ? 'project.bundle' : paths[pick % paths.length]) as string
  return damaged(files[path] as Uint8Array).map((bytes) => archiveOf({ ...files, [path]: bytes }))
})

const links = fc
  .array(fc.record({ path: names, type: fc.constantFrom('1', '2'), link: names }), { maxLength: 5 })
  .map((odd) =>
    archiveOf(
      least,
      odd.map(({ path, type, link }) => ({ path: path.slice(0, 90), type, link: link.slice(0, 90) })),
    ),
  )

const nested = fc.constantFrom(40, 100, 5000, 200_000).map((depth) =>
  archiveOf({
    ...least,
    'tree/project/issues.ndjson': `${'['.repeat(depth)}${']'.repeat(depth)}\n`,
  } satisfies Files),
)

const bombs = fc.constantFrom(20, 60).map((mebibytes) => {
  const zeros = new Uint8Array(1024 * 1024)
  return gzip(Array.from({ length: mebibytes }, () => zeros))
})

test('archives drawn at random leave everything else as it was, and the process up', () => {
  const hostile = fc.oneof(
    { weight: 3, arbitrary: fc.nat().chain(() => damaged(good)) },
    {
      weight: 4,
      arbitrary: fc
        .nat()
        .chain(() => damaged(tar))
        .map((bytes) => gzip([bytes])),
    },
    { weight: 4, arbitrary: strangeTar },
    { weight: 6, arbitrary: confused },
    { weight: 4, arbitrary: damagedFile },
    { weight: 2, arbitrary: links },
    { weight: 1, arbitrary: nested },
    { weight: 1, arbitrary: bombs },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2000 }) },
  )
  fc.assert(
    fc.property(hostile, fc.constantFrom('root', 'alice', 'mallory'), (archive, user) => {
      const sim = original.fork()
      const calls = callsOf(sim, user)
      const before = sim.snapshot().world
      const started = upload(calls, archive)
      expect(started.status).toBe(201)
      sim.clock.advance('5s')
      const status = calls.get(`/projects/${started.json.id}/import`).json
      expect(['finished', 'failed']).toContain(status.import_status)
      expect(status.import_error === null).toBe(status.import_status === 'finished')
      expect(status.import_error ?? '').not.toContain(UNEXPECTED)
      // Only the sequences of ids may have changed.
      for (const name of writtenSince(standing(before), sim.world)) {
        if (name === 'sequences') continue
        for (const row of before.table(name)?.all().list() ?? [])
          expect(sim.world.table(name)?.get(row.id)).toBe(row)
      }
      // Imported rows can be read like any others.
      for (const path of [
        '',
        '/issues',
        '/merge_requests',
        '/labels',
        '/milestones',
        '/repository/branches',
        '/members',
      ])
        expect(calls.get(`/projects/${started.json.id}${path}`).status).toBeLessThan(500)
    }),
    { numRuns: 40, seed: 1 },
  )
}, 120_000)
