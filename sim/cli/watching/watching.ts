import type { Journal } from '../../control/journal.ts'
import type { JournalEntry } from '../../control/journal-entry.ts'
import type { Simulator } from '../../index.ts'
import { dialectOf } from '../../lib/dialect.ts'
import { wrongUse } from '../failure.ts'
import type { LeastSearch } from '../least/least-token.ts'
import type { ExecSettings } from '../options.ts'
import { askedIn } from './asked-in.ts'

/** The kind of report that `conform --for` reads. */
const CONTRACT = 'contract'

/** Follows what the command asks, to tell of it when it has ended. */
export interface Watching {
  listen(simulator: Simulator): void
  ended(): {
    /** The report, where one was asked for. */
    readonly text: string | undefined
    /** The least token, where it was asked for without a report. */
    readonly besides: string
    /** What makes the command fail by `--fail-on`; empty for nothing. */
    readonly failing: string
  }
}

/** Undefined where nothing is asked for. Throws a CliFailure for a report that there is not. */
export async function watchingFor({
  report: wishes,
  failOn,
  least,
  dialect,
  release,
}: ExecSettings): Promise<Watching | undefined> {
  const [wish, other] = wishes ?? []
  if (wish === undefined && failOn === undefined && !least) return undefined
  if (other !== undefined) throw wrongUse('--report of exec takes one kind')
  const [
    { contract, operationsOfOtherReleases },
    { Tally },
    { remarkLines, summaryKinds, summaryText },
    { Hygiene },
    { ClientUse },
    searching,
  ] = await Promise.all([
    import('../../contract.ts'),
    import('../summary.ts'),
    import('../summary-text.ts'),
    import('../hygiene/hygiene.ts'),
    import('../../simulator/client-contract/client-contract.ts'),
    least ? import('../least/least-token.ts') : undefined,
  ])
  const known = summaryKinds.find((candidate) => candidate === wish?.kind)
  if (wish !== undefined && wish.kind !== CONTRACT && known === undefined)
    throw wrongUse(`--report of exec is ${[...summaryKinds, CONTRACT].join(', ')}, not '${wish.kind}'`)
  const { operations } = contract(dialectOf(dialect, release))
  const tally = new Tally(operations)
  const use = new ClientUse(operations, () => operationsOfOtherReleases(dialectOf(dialect, release)))
  let heard: Journal | undefined
  let hygiene: InstanceType<typeof Hygiene> | undefined
  let search: LeastSearch | undefined
  return {
    listen(simulator) {
      const { journal } = simulator
      heard = journal
      const watched = new Hygiene(simulator, operations)
      hygiene = watched
      const needs = searching && new searching.LeastSearch(simulator, operations)
      search = needs
      journal.alsoTell((entry) => {
        tally.add(entry)
        watched.add(entry, performance.now())
        needs?.add(entry)
        use.add(entry, askedIn(simulator, entry.path).simulator?.journal.exchange(entry.id)?.request)
      })
    },
    ended() {
      // Listeners hear of a call when it is answered: what still waits for that is not answered any more.
      for (const entry of heard?.entries({ direction: 'out' }) ?? []) if (isWaiting(entry)) tally.add(entry)
      const remarks = hygiene?.remarks() ?? []
      const needs = search?.result()
      const text =
        known !== undefined
          ? summaryText(tally.summary(remarks, needs), known)
          : wish === undefined
            ? undefined
            : `${JSON.stringify(use.contract(), null, 2)}\n`
      const failing = remarks.filter(({ kind }) => failOn?.includes(kind))
      const lines = failing.length === 0 ? [] : ['forgery: --fail-on:', ...remarkLines(failing), '']
      const alone = known === undefined && needs !== undefined && searching !== undefined
      const besides = alone ? [...searching.leastLines(needs), ''] : []
      return { text, besides: besides.join('\n'), failing: lines.join('\n') }
    },
  }
}

function isWaiting({ status, out }: JournalEntry): boolean {
  return status === 0 && out?.failure === null
}
