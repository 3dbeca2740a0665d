import type { Handler } from '../../adapters/handler.ts'

/** The engine of Node 20. Newer ones have a compiler in between, and limits of their own. */
const MEASURED = '11.3.'
/** Bytes of its code that a function runs before it is compiled for speed, and how many that engine has for it. */
const LATE = '--interrupt-budget=300000'
const USUAL = '--interrupt-budget=67584'
/** Bytes of other functions that are compiled into one, and how many that engine takes. */
const LITTLE = '--max-inlined-bytecode-size-cumulative=300'
const MUCH = '--max-inlined-bytecode-size-cumulative=920'

/** What the engine was told, and what takes that back. */
interface Settled {
  readonly set: (flags: string) => void
  readonly now: readonly string[]
  readonly before: readonly string[]
}

const SETTLED = Symbol.for('forgery:settled')
/** Of the process: what keeps compiled code is loaded apart from what it keeps. */
const shared = globalThis as { [SETTLED]?: Settled }

/** Requests behind which a server is one that runs for long. */
const MANY = 500

/**
 * Lets V8 compile functions for speed only once they have run for long, from now on until so many requests were served.
 * Much of what a start and its requests run is run seldom: half of the first requests, and a tenth of a start, is compiling
 * it, on threads beside its own. One that serves thousands takes half as long again for each while it goes on so.
 */
export function compileLate(): void {
  settle([LATE], [USUAL])
  remaining = MANY
}

let remaining = 0

/** A handler whose requests are counted for that. */
export function counted(handler: Handler): Handler {
  return (request) => {
    if (remaining > 0 && --remaining === 0) settle([USUAL], [])
    return handler(request)
  }
}

/**
 * The same for a process that runs much code, each part of it some hundred times, and then ends: a quarter of a run of
 * the suite is compiling, and half of that is saved where functions are not compiled into one another.
 */
export function compileLittle(): void {
  settle([LATE, LITTLE], [USUAL, MUCH])
}

function settle(now: readonly string[], before: readonly string[]): void {
  const { v8 = '', bun, deno } = process.versions
  if (bun !== undefined || deno !== undefined || !v8.startsWith(MEASURED)) return
  const set = process.getBuiltinModule?.('node:v8').setFlagsFromString
  if (set === undefined) return
  shared[SETTLED] = { set, now, before }
  for (const flag of now) set(flag)
}

/** Does something with code that is kept: V8 takes it only under the settings under which it was made. */
export function asBefore<T>(work: () => T): T {
  const { set, now, before } = shared[SETTLED] ?? NOTHING
  for (const flag of before) set(flag)
  try {
    return work()
  } finally {
    for (const flag of now) set(flag)
  }
}

const NOTHING: Settled = { set: () => undefined, now: [], before: [] }
