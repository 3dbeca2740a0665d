/** What the clock knows of a script without running it. */
export interface Course {
  /** Where it ends plainly with a failure: by `exit 1`, or `false`, on a line of its own. */
  readonly exitCode: number | undefined
  /** Milliseconds that it sleeps until then. */
  readonly sleeps: number
}

const SECOND = 1000
const units = { s: SECOND, m: 60 * SECOND, h: 3600 * SECOND, d: 86_400 * SECOND }
const LONGEST_SLEEP = 10 * 365 * units.d

/** Follows the commands of a script that are plain: `sleep 90`, `sleep 1h 30m`, `exit 1`, `false`. */
export function courseOf(script: readonly string[]): Course {
  let sleeps = 0
  for (const line of script.flatMap((part) => part.split('\n'))) {
    const command = line.trim()
    sleeps = Math.min(sleeps + sleepOf(command), LONGEST_SLEEP)
    const [, code] = /^exit +(\d{1,3})$/.exec(command) ?? []
    if (code !== undefined) return { exitCode: Number(code) % 256 || undefined, sleeps }
    if (command === 'false') return { exitCode: 1, sleeps }
  }
  return { exitCode: undefined, sleeps }
}

function sleepOf(command: string): number {
  const [name, ...times] = command.split(/ +/)
  if (name !== 'sleep') return 0
  const parts = times.map((time) => /^(\d{1,9}(?:\.\d{1,3})?)([smhd]?)$/.exec(time))
  if (parts.length === 0 || parts.includes(null)) return 0
  return parts.reduce(
    (sum, part) => sum + Math.round(Number(part?.[1]) * units[(part?.[2] || 's') as keyof typeof units]),
    0,
  )
}
