/** The engine of Node 20. Newer ones have a compiler in between, and limits of their own. */
const MEASURED = '11.3.'
/** Bytes of its code that a function runs before it is compiled for speed, and how many that engine has for it. */
const LATE = '--interrupt-budget=300000'
const USUAL = '--interrupt-budget=67584'

const SET_FLAGS = Symbol.for('forgery:set-flags')
/** Of the process: what keeps compiled code is loaded apart from what it keeps. */
const shared = globalThis as { [SET_FLAGS]?: (flags: string) => void }

/**
 * Lets V8 compile functions for speed only once they have run for long, from now on. Much of what requests run is run
 * seldom: a new server spends half of its first requests on compiling it, on threads beside its own.
 */
export function compileLate(): void {
  const { v8 = '', bun, deno } = process.versions
  if (bun !== undefined || deno !== undefined || !v8.startsWith(MEASURED)) return
  const setFlags = process.getBuiltinModule?.('node:v8').setFlagsFromString
  setFlags?.(LATE)
  shared[SET_FLAGS] = setFlags
}

/** Does something with code that is kept: V8 takes it only under the settings under which it was made. */
export function asBefore<T>(work: () => T): T {
  shared[SET_FLAGS]?.(USUAL)
  try {
    return work()
  } finally {
    shared[SET_FLAGS]?.(LATE)
  }
}
