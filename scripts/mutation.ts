// `npm run mutation`: small changes of the simulator's sources (Stryker's, by its instrumenter), each tried against the
// conformance suite alone. What was tried is kept in `dist.mutation/`, so that a long run can be taken in slices:
//
//   npm run mutation -- --sample 300 --seed 2 --minutes 5    a seeded sample, for at most five minutes; again: the rest
//   npm run mutation -- --files sim/api/milestones           changes of a folder or file
//   npm run mutation -- --around                             those, too, that only operations around the specification reach
//   npm run mutation -- --on specification                   on one of the simulators in scripts/mutation/settings.ts
//   npm run mutation -- --again                              once more what survived, after a check was added
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { contract } from '../sim/contract.ts'
import { argumentsOf, COUNT, oneOf } from './arguments.ts'
import { type Bundles, bundled } from './mutation/bundles.ts'
import { type Change, instrument } from './mutation/instrument.ts'
import { type Covered, cover, reachOf, specifiedAmong } from './mutation/reach.ts'
import { printed, type Tried } from './mutation/report.ts'
import { sampled } from './mutation/sample.ts'
import {
  afterCalls,
  apart,
  callsTogether,
  halve,
  lookAlone,
  type Search,
  together,
} from './mutation/search.ts'
import { settings } from './mutation/settings.ts'
import { Thread } from './mutation/thread.ts'
import type { Anew, Outcome } from './mutation/worker.ts'
import { inRoot } from './root.ts'

const folders = ['sim/api', 'sim/entities', 'sim/jobs', 'sim/model', 'sim/policy', 'sim/protocol']

interface Prepared {
  readonly changes: readonly Change[]
  readonly bundles: Bundles
}

// Descriptions of worlds are read before anything is served, and files of snapshots (`columns.ts` holds the types of
// what is in them) by the control API: who writes one sees it, and tests do.
const besideService = ['sim/model/load/', 'sim/model/columns.ts']

const simulators = settings.map(({ name }) => name)
const { values } = argumentsOf({
  command: 'npm run mutation --',
  says: 'Tries small changes of the simulator against the conformance suite alone.',
  options: {
    files: { type: 'string', multiple: true, default: folders, about: 'folders or files that are changed' },
    except: { type: 'string', multiple: true, default: besideService, about: 'those that are left alone' },
    sample: { type: 'string', about: 'so many of the changes, drawn', fits: COUNT },
    seed: { type: 'string', default: '1', about: 'decides which ones', fits: COUNT },
    minutes: { type: 'string', default: '600', about: 'ends after so many', fits: COUNT },
    measure: { type: 'boolean', default: false, about: 'measures anew what the checks reach' },
    around: { type: 'boolean', default: false, about: 'also what only other operations reach' },
    threads: { type: 'string', default: '1', about: 'how many try changes at a time', fits: COUNT },
    on: {
      type: 'string',
      multiple: true,
      default: simulators,
      about: 'simulators to try them on',
      fits: oneOf(...simulators),
    },
    again: { type: 'boolean', default: false, about: 'tries once more what survived' },
    id: {
      type: 'string',
      multiple: true,
      about: 'number of a change to be tried',
      fits: [/^\d+$/, 'a number'],
    },
  },
})
const { operations } = contract()
const until = Date.now() + Number(values.minutes) * 60_000

const kept = inRoot('dist.mutation')
mkdirSync(kept, { recursive: true })
const { changes, bundles } = await prepared(
  `${kept}/prepared-${digest(readFileSync(inRoot('dist', '.sources'), 'utf8'))}`,
)

// Changes of texts are left out, so that numbers are missing.
const reach = reachOf(await measured(), Number(changes.at(-1)?.id ?? 0) + 1)
// What survives depends on the suite, what is found once does not change by adding checks.
const file = `${kept}/tried-${digest(bundles.simulator)}.json`
const tried = new Map<string, Tried>(
  existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [],
)

const chosen = choose()
if (values.again || values.id !== undefined)
  for (const { id } of chosen)
    if (values.id !== undefined || tried.get(id)?.by === undefined) tried.set(id, { next: 'alone' })
const skips = new Map<string, string>()
const search: Search = {
  changes,
  reach,
  isOver: () => Date.now() > until,
  found,
  skipped: ({ id }, by) => skips.set(id, skips.get(id) ?? by),
}
const told = { bundles, changes: chosen.map(({ id }) => Number(id)) }
const threads = Array.from({ length: Number(values.threads) }, () => new Thread(told))

await side(waitingFor('alone'), async (thread, change) => {
  const next = await lookAlone(thread, change, search)
  if (next !== 'end') note(change, { next })
  else if (tried.get(change.id)?.by === undefined) note(change, { why: 'no check reaches it' })
})
for (const group of apart(waitingFor('calls'), Number.POSITIVE_INFINITY)) {
  await side(callsTogether(group, reach), async (thread, { place, group }) =>
    halve(
      thread,
      group.filter(({ id }) => tried.get(id)?.next === 'calls'),
      'calls',
      place,
      search,
    ),
  )
  if (search.isOver()) break
  for (const change of group)
    if (tried.get(change.id)?.next === 'calls') note(change, { next: afterCalls(change, reach) })
}
for (const anew of ['stages', 'modules'] as const)
  await side(apart(waitingFor(anew), 16), async (thread, group) => {
    await together(thread, group, anew, search)
    if (search.isOver()) return
    for (const change of group) if (tried.get(change.id)?.next === anew) note(change, { next: 'end' })
  })
await Promise.all(threads.map((thread) => thread.close()))
process.stdout.write(printed(chosen, tried))

/** Takes one after another, as others do beside it. */
async function side<T>(items: readonly T[], work: (thread: Thread, item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const take = async (thread: Thread) => {
    for (let item = waiting.shift(); item !== undefined && !search.isOver(); item = waiting.shift())
      await work(thread, item)
  }
  await Promise.all(threads.map(take))
}

function waitingFor(step: 'alone' | Anew): readonly Change[] {
  return chosen.filter(({ id }) => (tried.get(id)?.next ?? (tried.has(id) ? 'end' : 'alone')) === step)
}

function found(change: Change, { by = '', why = '' }: Outcome): void {
  note(change, { by, why })
}

function note(change: Change, told: Tried): void {
  const skipped = skips.get(change.id) ?? tried.get(change.id)?.skipped
  const outcome = skipped === undefined || told.by !== undefined ? told : { ...told, skipped }
  tried.set(change.id, outcome)
  writeFileSync(file, JSON.stringify(Object.fromEntries(tried)))
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60)
  const { by, why = '', next = 'end' } = outcome
  const became = by ?? (next === 'end' ? 'SURVIVED' : `next: ${next}`)
  process.stderr.write(
    `${change.id} ${change.file}:${change.line} ${short(change.from)} -> ${short(change.to)}: ${became} ${short(why)}\n`,
  )
}

function choose(): readonly Change[] {
  const { id: ids } = values
  if (ids !== undefined) return changes.filter(({ id }) => ids.includes(id))
  const within = (paths: readonly string[], { file: path }: Change) =>
    paths.some((start) => path.startsWith(start))
  const all = (values.around ? changes : specifiedAmong(changes, reach, isAround)).filter(
    (change) => within(values.files, change) && !within(values.except, change),
  )
  return values.sample === undefined ? all : sampled(all, Number(values.sample), Number(values.seed))
}

/** True for the folder of a family none of whose operations is in the specification. */
function isAround(family: string): boolean {
  const own = operations.filter((operation) => operation.family === family)
  return own.length > 0 && own.every(({ beyond }) => beyond)
}

/** All changes, and the bundles with their switches, as they were for the same sources. */
async function prepared(path: string): Promise<Prepared> {
  if (existsSync(path)) return deserialize(readFileSync(path)) as Prepared
  const { contents, changes } = await instrument(folders)
  const made = { changes, bundles: await bundled(contents) }
  writeFileSync(path, serialize(made))
  return made
}

/** One simulator after the other, so that a slice may end between them. */
async function measured(): Promise<readonly Covered[]> {
  const all: Covered[] = []
  for (const [i, { name }] of settings.entries()) {
    if (!values.on.includes(name)) {
      all.push([])
      continue
    }
    const path = `${kept}/reach-${digest(bundles.simulator)}-${name}`
    if (!existsSync(path) || values.measure) {
      process.stderr.write(
        `${changes.length} changes; running the suite to see what reaches them (${name})\n`,
      )
      writeFileSync(path, serialize(await cover(new Thread({ bundles, changes: [] }), i)))
      if (Date.now() > until) process.exit()
    }
    all.push(deserialize(readFileSync(path)) as Covered)
  }
  return all
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
