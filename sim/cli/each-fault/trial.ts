import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Changes } from '../../control/changes.ts'
import type { FaultRule } from '../../control/fault-rule.ts'
import { apiPath } from '../../control/paths.ts'
import { clientEnvironment } from '../client-environment.ts'
import { failed, systemReason } from '../failure.ts'
import type { Io } from '../io.ts'
import { launch } from '../launch.ts'
import type { Settings } from '../options.ts'

/** What a run of the command came to. */
export interface Run {
  /** Exit status, or 128 and the number of the signal; undefined where it hung and was ended. */
  readonly status: number | undefined
  /** All that it printed, to both streams. */
  readonly printed: string
  /** What it left behind: each kind of change, and how often. */
  readonly left: ReadonlyMap<string, number>
}

/** A run against a simulator of its own. */
export interface Trial extends Run {
  /** The request that failed, `POST /projects/1/issues`; undefined where none did. */
  readonly struck: string | undefined
  readonly requests: number
  /** A second run in the world that the first one left, where one was asked for. */
  readonly second: Run | undefined
}

/** How a run is told, and stopped. */
export interface TrialOptions {
  readonly settings: Settings
  /** Milliseconds of wall time. */
  readonly timeout: number
  readonly signal: AbortSignal
  /** Whether the command runs a second time after this run of it. */
  readonly again: (first: Run) => boolean
}

const SILENT = { onServerError() {}, onRefused() {} }

/** Runs the command against a simulator of its own, in which at most one request fails. */
export async function trial(
  command: readonly string[],
  rule: FaultRule | undefined,
  { settings, timeout, signal, again }: TrialOptions,
  io: Io,
): Promise<Trial> {
  const fault = [...(rule === undefined ? [] : [rule]), ...(settings.fault ?? [])]
  const launched = await launch({ ...settings, fault }, SILENT, { port: 0 })
  const { simulator } = launched
  const before = simulator.snapshot()
  let requests = 0
  let struck: string | undefined
  simulator.journal.onRecord = ({ id, direction, itself, method, path }) => {
    if (direction === 'out' || itself) return
    requests++
    const by = rule === undefined ? undefined : simulator.journal.exchange(id)?.fault
    if (by?.id === 1) struck = `${method} ${apiPath(path)}`
  }
  try {
    const env = { ...io.env, ...(await clientEnvironment(launched)) }
    const once = async () => {
      const { status, printed } = await ran(command, env, timeout, signal)
      return { status, printed, left: leftBy(simulator.changes(before)) }
    }
    const first = await once()
    const met = { struck, requests }
    const isRepeated = struck !== undefined && !signal.aborted && again(first)
    return { ...first, ...met, second: isRepeated ? await once() : undefined }
  } finally {
    await launched.close()
  }
}

/** Tables that no client sees: the last number of each kind, and what is due when. */
const BOOKKEEPING = ['sequences', 'jobs', 'waitingJobs']

// By table and column, not by value: a retry moves times, and ids behind it.
function leftBy({ added, changed, removed }: Changes): ReadonlyMap<string, number> {
  const left = new Map<string, number>()
  const count = (table: string, what: string) => {
    if (!BOOKKEEPING.includes(table)) left.set(what, (left.get(what) ?? 0) + 1)
  }
  for (const { table } of added) count(table, `${table} added`)
  for (const { table } of removed) count(table, `${table} removed`)
  for (const { table, columns } of changed)
    for (const name of Object.keys(columns)) count(table, `${table}.${name} changed`)
  return left
}

/** Most characters that are kept of what a run prints. */
const KEPT = 64 * 1024

function ran(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  timeout: number,
  signal: AbortSignal,
): Promise<Omit<Run, 'left'>> {
  return new Promise((resolve, reject) => {
    const windows = process.platform === 'win32'
    // A group of its own, so that what the command started ends with it.
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows,
      detached: !windows,
    })
    let printed = ''
    let hung = false
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed = `${printed}${text}`.slice(-KEPT)
      })
    const end = () => {
      try {
        if (windows || child.pid === undefined) child.kill('SIGKILL')
        else process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
    const timer = setTimeout(() => {
      hung = true
      end()
    }, timeout)
    signal.addEventListener('abort', end)
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
    child.on('error', (error) => {
      over()
      reject(failed(`cannot run ${program}: ${systemReason(error)}`))
    })
    child.on('close', (status, by) => {
      over()
      resolve({
        status: hung ? undefined : (status ?? 128 + (by === null ? 0 : constants.signals[by])),
        printed,
      })
    })
  })
}
