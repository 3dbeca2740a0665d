// `npm run mutation`: small changes of the simulator's sources (Stryker's, by its instrumenter), each tried against the
// conformance suite alone. What was tried is kept in `dist.mutation/`, so that a long run can be taken in slices:
//
//   npm run mutation -- --sample 300 --seed 2 --minutes 5    a seeded sample, for at most five minutes; again: the rest
//   npm run mutation -- --files sim/api/milestones           changes of a folder or file
//   npm run mutation -- --around                             those, too, that only operations around the specification reach
//   npm run mutation -- --again                              once more what survived, after a check was added
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { contract } from '../sim/contract.ts'
import { bundled } from './mutation/bundles.ts'
import { type Change, instrument } from './mutation/instrument.ts'
import { concernsSpecification, measureReach, type Reach, taskFor } from './mutation/reach.ts'
import { printed, type Tried } from './mutation/report.ts'
import { sampled } from './mutation/sample.ts'
import { Thread } from './mutation/thread.ts'
import { inRoot } from './root.ts'

const folders = ['sim/api', 'sim/entities', 'sim/jobs', 'sim/model', 'sim/policy', 'sim/protocol']

const { values } = parseArgs({
  options: {
    files: { type: 'string', multiple: true, default: folders },
    except: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    measure: { type: 'boolean', default: false },
    around: { type: 'boolean', default: false },
    threads: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    id: { type: 'string', multiple: true },
  },
})
const { operations } = contract()
const until = Date.now() + Number(values.minutes) * 60_000

const { contents, changes } = await instrument(folders)
const bundles = await bundled(contents)
const kept = inRoot('dist.mutation')
mkdirSync(kept, { recursive: true })

// Checks that were added since what reaches what was measured are tried on every change; `--measure` measures anew.
const reach = await reachOf(`${kept}/reach-${digest(bundles.simulator)}`)
const measured = [...new Set(reach.checks.map(({ id }) => id))]
// What survives depends on the suite, what is found once does not change by adding checks.
const file = `${kept}/tried-${digest(bundles.simulator)}.json`
const tried = new Map<string, Tried>(
  existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [],
)

const chosen = choose()
const waiting = chosen.filter(({ id }) => {
  const before = tried.get(id)
  return before === undefined || values.id !== undefined || (values.again && before.by === undefined)
})
await Promise.all(Array.from({ length: Number(values.threads) }, tryWaiting))
process.stdout.write(printed(chosen, tried))

/** Takes one after another of what waits, as others do beside it. */
async function tryWaiting(): Promise<void> {
  const thread = new Thread({ bundles, measured })
  for (let change = waiting.shift(); change !== undefined && Date.now() < until; change = waiting.shift()) {
    const began = Date.now()
    const task = taskFor(change, changes, reach)
    const outcome = task.parts.length === 0 ? { why: 'no check reaches it' } : await thread.perform(task)
    const seconds = (Date.now() - began) / 1000
    tried.set(change.id, { ...outcome, seconds })
    save()
    const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60)
    process.stderr.write(
      `${change.id} ${change.file}:${change.line} ${short(change.from)} -> ${short(change.to)}: ${outcome.by ?? 'SURVIVED'} ${short(outcome.why ?? '')} (${seconds.toFixed(1)} s)\n`,
    )
  }
  await thread.close()
}

function choose(): readonly Change[] {
  const { id: ids } = values
  if (ids !== undefined) return changes.filter(({ id }) => ids.includes(id))
  const within = (paths: readonly string[], { file: path }: Change) =>
    paths.some((start) => path.startsWith(start))
  const all = changes.filter(
    (change) =>
      within(values.files, change) &&
      !within(values.except, change) &&
      (values.around || concernsSpecification(change, reach, isAround)),
  )
  return values.sample === undefined ? all : sampled(all, Number(values.sample), Number(values.seed))
}

/** True for the folder of a family none of whose operations is in the specification. */
function isAround(family: string): boolean {
  const own = operations.filter((operation) => operation.family === family)
  return own.length > 0 && own.every(({ beyond }) => beyond)
}

function save(): void {
  writeFileSync(file, JSON.stringify(Object.fromEntries(tried)))
}

async function reachOf(path: string): Promise<Reach> {
  if (existsSync(path) && !values.measure) return deserialize(readFileSync(path)) as Reach
  process.stderr.write(`${changes.length} changes; running the suite to see what reaches them\n`)
  const first = new Thread({ bundles, measured: [] })
  const measured = await measureReach(first, changes.length)
  writeFileSync(path, serialize(measured))
  return measured
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
