import { largest } from '../../lib/lists.ts'
import { withoutSecrets } from '../../lib/secrets.ts'
import { duration } from '../../time/clock.ts'
import { wrongUse } from '../failure.ts'
import type { Io } from '../io.ts'
import type { ExecSettings } from '../options.ts'
import { writeOutput } from '../output/write-output.ts'
import { stoppable } from '../stoppable.ts'
import { plural } from '../summary.ts'
import { breakageAt } from './breakage.ts'
import { type Run, type Trial, type TrialOptions, trial } from './trial.ts'
import { hasRecovered, isWeakness, type Verdict, verdictOf } from './verdict.ts'

/** A run in which one request failed. */
interface Tried {
  readonly request: number
  readonly fault: string
  /** `POST /projects/1/issues` */
  readonly call: string
  readonly verdict: Verdict
}

/**
 * Runs a command once undisturbed, and then once for each of its requests and each way to fail. Returns 1 where it
 * neither recovered nor failed cleanly, and where it fails undisturbed.
 */
export function eachFault(command: readonly string[], told: ExecSettings, io: Io): Promise<number> {
  const {
    eachFault: kinds = [],
    bail = false,
    jobs = 1,
    runTimeout = '60s',
    again = false,
    save,
    readyFile,
    output,
    report,
    explain,
    failOn,
    faultAt,
    least,
    asLeast,
    ...settings
  } = told
  const others = {
    '--report': report,
    '--explain': explain,
    '--fail-on': failOn,
    '--fault-at': faultAt,
    '--least': least,
    '--as-least': asLeast,
    '--save': save,
    '--ready-file': readyFile,
  }
  for (const [flag, value] of Object.entries(others))
    if (value !== undefined) throw wrongUse(`${flag} does not go with --each-fault`)
  if (jobs > 1 && (settings.port ?? 0) !== 0)
    throw wrongUse('--port does not go with --jobs: each run side by side listens on a port of its own')
  return stoppable('exec', io, async (signal) => {
    const options = { settings, timeout: duration(runTimeout), signal }
    const undisturbed = await trial(command, undefined, { ...options, again: () => false }, io)
    if (signal.aborted) return 130
    if (undisturbed.status !== 0) {
      io.err(`${undisturbed.printed}forgery: the command fails already while nothing else does\n`)
      return 1
    }
    const plan = {
      kinds,
      jobs,
      bail,
      limit: runTimeout,
      options: { ...options, again: (first: Run) => again && !hasRecovered(first, undisturbed) },
    }
    const tried = await allTried(command, undisturbed, plan, io)
    const text = table(tried, undisturbed.requests)
    await writeOutput(text, output, io.err)
    if (signal.aborted) return 130
    return tried.some(({ verdict }) => isWeakness(verdict)) ? 1 : 0
  })
}

interface Plan {
  readonly kinds: readonly string[]
  readonly jobs: number
  /** Begins nothing more after the first weakness. */
  readonly bail: boolean
  /** How long a run may take, as it was told. */
  readonly limit: string
  readonly options: TrialOptions
}

// Requests in their order, so that what is found first needs the fewest requests to be found again.
async function allTried(
  command: readonly string[],
  undisturbed: Trial,
  { kinds, jobs, bail, limit, options }: Plan,
  io: Io,
): Promise<readonly Tried[]> {
  const todo = Array.from({ length: undisturbed.requests }, (_, i) =>
    kinds.map((fault) => ({ request: i + 1, fault })),
  ).flat()
  const done: (Tried | undefined)[] = todo.map(() => undefined)
  let next = 0
  const work = async () => {
    for (let at = next++; at < todo.length && !options.signal.aborted; at = next++) {
      const { request, fault } = todo[at] as { request: number; fault: string }
      const run = await trial(command, breakageAt(fault, request), options, io)
      // A command may ask less than before: then nothing failed, and nothing is told.
      if (options.signal.aborted || run.struck === undefined) continue
      const verdict = verdictOf(run, undisturbed, limit)
      done[at] = { request, fault, call: run.struck, verdict }
      if (bail && isWeakness(verdict)) next = todo.length
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return done.filter((tried) => tried !== undefined)
}

function table(tried: readonly Tried[], requests: number): string {
  const count = (kind: Verdict['kind']) => tried.filter(({ verdict }) => verdict.kind === kind).length
  const weak = tried.filter(({ verdict }) => isWeakness(verdict))
  const [first] = weak
  const head = `forgery: ${plural(requests, 'request')}, ${plural(tried.length, 'failure')} one by one: recovered from ${count('recovered')}, failed cleanly after ${count('clean')}, neither after ${weak.length}`
  const rows = weak.map(({ request, fault, call, verdict }) => ({
    at: `${request}:${fault}`,
    call,
    says: withoutSecrets(verdict.says),
  }))
  const width = (pick: (row: (typeof rows)[number]) => string) =>
    largest(
      rows.map((row) => pick(row).length),
      0,
    )
  const [atWidth, callWidth] = [width(({ at }) => at), width(({ call }) => call)]
  const lines = rows.map(
    ({ at, call, says }) => `  ${at.padEnd(atWidth)}  ${call.padEnd(callWidth)}  ${says}`,
  )
  return [head, ...lines, ...(first === undefined ? [] : [replay(first)]), ''].join('\n')
}

function replay({ request, fault, verdict }: Tried): string {
  const at = `--fault-at ${request}:${fault}`
  return verdict.kind === 'stuck'
    ? `forgery: for the first again: ${at} --save FILE instead of --each-fault, and then --world FILE`
    : `forgery: for the first again: ${at} instead of --each-fault`
}
