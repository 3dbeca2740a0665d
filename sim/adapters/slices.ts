import { setImmediate } from './immediate.ts'

/** As long as a step of work may keep others waiting, in milliseconds. */
const SLICE_MS = 10

let isOver = false

/** Does no step any more: a process that ends waits for no work that nobody waits for. */
export function endSlices(): void {
  isOver = true
}

/**
 * Does steps until one answers true, and lets others be served after each slice of time. What is short is done before
 * this returns.
 */
export function inSlices(step: () => boolean, done: () => void): void {
  if (isOver) return
  const until = performance.now() + SLICE_MS
  let ended = step()
  while (!ended && performance.now() < until) ended = step()
  if (ended) done()
  else later(() => inSlices(step, done))
}

// Timers of browsers wait longer than they are told.
function later(call: () => void): void {
  if (setImmediate !== undefined) setImmediate(call)
  else setTimeout(call, 0)
}
