import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { call, report } from './control.ts'
import { beat } from './live.ts'
import { type Operation, operations } from './operations.ts'

/** How many calls the view waits for, having nothing to show yet. */
export const awaited = signal(0)

async function waitFor<T>(call: Promise<T>): Promise<T> {
  awaited.value += 1
  try {
    return await call
  } finally {
    awaited.value -= 1
  }
}

/** What the control API answers to a GET: loaded again whenever something happens; undefined until it is there, and where it may fail and does. */
export function useCall<T>(path: string | undefined, mayFail = false): T | undefined {
  const [loaded, setLoaded] = useState<{ readonly path: string; readonly value: T }>()
  const now = beat.value
  useEffect(() => {
    if (path === undefined) return undefined
    let isWanted = true
    const load = async (): Promise<void> => {
      const coming = call<T>('GET', path)
      // What is shown already stays while it is loaded again.
      const value = await (loaded?.path === path ? coming : waitFor(coming))
      if (isWanted) setLoaded({ path, value })
    }
    if (mayFail) void load().catch(() => setLoaded(undefined))
    else void report(load)
    return () => {
      isWanted = false
    }
  }, [path, now])
  return loaded !== undefined && loaded.path === path ? loaded.value : undefined
}

/** The operations of the API, none until they are there. */
export function useOperations(): readonly Operation[] {
  const [all, setAll] = useState<readonly Operation[]>([])
  useEffect(() => {
    void report(async () => setAll(await waitFor(operations())))
  }, [])
  return all
}
