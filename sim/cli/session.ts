import type { JournalEntry } from '../control/journal-entry.ts'
import { apiPath } from '../control/paths.ts'
import { type Dialect, spokenIn } from '../lib/dialect.ts'
import { isKnown, type Known, nearest } from '../protocol/nearest.ts'
import { clockModeText } from '../time/clock.ts'
import { credentials } from './credentials.ts'
import type { Launched } from './launch.ts'
import type { Log } from './log.ts'

/** Tells a log of the start and of each request from now on. */
export async function report({ simulator, url }: Launched, log: Log, control: boolean): Promise<void> {
  const { answered } = log
  if (answered !== undefined) {
    const near = await neighbours(simulator.dialect)
    simulator.journal.onRecord = (entry) => answered(entry, near(entry), () => reasonOf(simulator, entry))
  }
  const { version, worldName, seed, tier, dialect } = simulator
  log.started({
    version,
    url,
    world: worldName,
    seed,
    tier,
    spoken: spokenIn(dialect),
    clock: clockModeText(simulator.clockMode),
    control,
    credentials: credentials(simulator.world, simulator.now()),
  })
}

/** Why a request was refused, in a few words. Requests of named worlds are in journals of their own. */
function reasonOf({ worlds }: Launched['simulator'], { id, path }: JournalEntry): string | undefined {
  const name = /^\/w\/([^/]+)\//.exec(path)?.[1]
  return (name === undefined ? worlds.main : worlds.get(name))?.brief(id)
}

/** Finds the operations that a request for an unknown one resembles; none for every other request. */
async function neighbours(dialect: Dialect): Promise<(entry: JournalEntry) => readonly string[]> {
  const { contract } = await import('../contract.ts')
  let operations: readonly Known[] | undefined
  return ({ direction, method, path, status }) => {
    const below = apiPath(path)
    if (direction === 'out' || below === path || (status !== 404 && status !== 405)) return []
    operations ??= contract(dialect).operations
    return isKnown(operations, method, below) ? [] : nearest(operations, method, below)
  }
}
