/** Wall time in milliseconds, for clocks that follow it. */
export function wallTime(): number {
  return Date.now()
}
