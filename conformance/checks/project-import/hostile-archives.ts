import fc from 'fast-check'
import { exportedArchive, finishedImport, importFile, travelling, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { equals, holds, numberIn } from '../../kit/expect.ts'
import {
  type Files,
  joined,
  leastArchive,
  openArchive,
  packArchive,
  textOfBytes,
  zipped,
} from '../../oracle/archive.ts'
import type { Stage } from '../../run/stage.ts'

interface Hostility {
  readonly kind: 'bytes' | 'file' | 'value' | 'link' | 'bomb'
  readonly at: number
  readonly value: unknown
}

const hostility: fc.Arbitrary<Hostility> = fc.record({
  kind: fc.constantFrom<Hostility['kind']>(
    'bytes',
    'bytes',
    'file',
    'file',
    'value',
    'value',
    'value',
    'link',
    'bomb',
  ),
  at: fc.nat({ max: 1_000_000 }),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(-1, 1e300, 'x'.repeat(5000), '../../x', [[[]]], {
      constructor: { prototype: 1 },
    }),
  ),
})

/** What each hostile archive is made of. */
interface Sound {
  readonly archive: Uint8Array
  readonly files: Files
  readonly bomb: Uint8Array
}

async function made({ archive, files: sound, bomb }: Sound, { kind, at, value }: Hostility) {
  if (kind === 'bytes') return turned(archive, at)
  if (kind === 'bomb') return bomb
  if (kind === 'link') {
    const path = String(value).slice(0, 80)
    return packArchive(leastArchive(), [
      { path: `tree/${path}`, type: at % 2 ? '1' : '2', link: '../../../etc/passwd' },
    ])
  }
  const files = new Map(sound)
  const paths = [...files.keys()].filter((path) => (files.get(path)?.length ?? 0) > 8)
  const path = paths[at % paths.length] as string
  const content = files.get(path) as Uint8Array
  files.set(path, kind === 'file' ? turned(content, at) : confused(content, at, value))
  return packArchive(files)
}

function turned(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, i) => (i === at % bytes.length ? byte ^ (1 + (at % 255)) : byte))
}

/** The first line of a file with another value for one of its keys. */
function confused(bytes: Uint8Array, at: number, value: unknown): Uint8Array {
  const [first = '', ...others] = textOfBytes(bytes).split('\n')
  try {
    const row = JSON.parse(first)
    const keys = Object.keys(row)
    row[keys[at % keys.length] as string] = value
    return new TextEncoder().encode([JSON.stringify(row), ...others].join('\n'))
  } catch {
    return turned(bytes, at)
  }
}

export const hostileArchive = check<Hostility, Sound>({
  id: 'project-import/hostile-archive',
  says: 'The import of any archive ends, fills import_error exactly when it fails, and touches no other project',
  source: 'project-import#hostile-archives, project-import#import-error',
  level: 'must',
  covers: [importFile],
  needs: { furnished: true, about: travelling },
  arrange: async (stage) => {
    const archive = await exportedArchive(stage)
    const files = (await openArchive(archive)) as Files
    // An archive may consist of several members, and equal ones are made once.
    const member = await zipped(new Uint8Array(1024 * 1024))
    return { archive, files, bomb: joined(Array(32).fill(member)) }
  },
  over: () => hostility,
  holds: async (stage, wish, sound) => {
    const before = await others(stage)
    const started = await upload(stage, await made(sound, wish))
    const status = await finishedImport(stage, started)
    const row = status.row()
    equals('whether it says why', row.import_error !== null, row.import_status === 'failed', status)
    const seen = await stage.call('GET /projects/:id', { id: numberIn(row, 'id') })
    holds(seen.status === 200, 'the project is there', seen.status, seen)
    equals('what else there is', await others(stage), before)
  },
})

async function others(stage: Stage) {
  const { id } = stage.project
  const calls = [
    '',
    '/issues',
    '/merge_requests',
    '/milestones',
    '/labels',
    '/members',
    '/repository/branches',
  ]
  const replies = []
  for (const path of calls) replies.push(await stage.call(`GET /projects/:id${path}`, { id }))
  return replies.map(({ json }) => json ?? null)
}
