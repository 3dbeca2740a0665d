import { signal } from '@preact/signals'
import type { JournalEntry } from '../control/journal-entry.ts'
import { ask } from './control.ts'

export type Entry = JournalEntry

/** The entries of the journal, oldest first. */
export const entries = signal<readonly Entry[]>([])
export const clock = signal({ now: '', mode: '' })
/** Counts what happened: views load again when it changes. */
export const beat = signal(0)
export const connected = signal(false)

/** As many as the journal keeps. */
const MOST = 1000
const PAUSE_MS = 1000

const readers: { readonly [event: string]: (data: never) => void } = {
  all: (data: readonly Entry[]) => {
    entries.value = data
  },
  more: (data: readonly Entry[]) => {
    entries.value = [...entries.value, ...data].slice(-MOST)
  },
  state: (data: { now: string; mode: string }) => {
    clock.value = data
    beat.value++
  },
}

/** Follows the events for as long as the page is open. Read with fetch, since an EventSource sends no token. */
export async function follow(): Promise<never> {
  for (;;) {
    try {
      const reply = await ask('/events')
      connected.value = true
      await read(reply.body as ReadableStream<Uint8Array>)
    } catch {
      connected.value = false
    }
    await new Promise((again) => setTimeout(again, PAUSE_MS))
  }
}

async function read(stream: ReadableStream<Uint8Array>): Promise<void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) take(event)
  }
}

function take(event: string): void {
  const name = /^event: (.*)$/m.exec(event)?.[1]
  const data = /^data: (.*)$/m.exec(event)?.[1]
  if (name !== undefined && data !== undefined) readers[name]?.(JSON.parse(data) as never)
}
