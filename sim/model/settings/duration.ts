const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds of a unit, by the first of its spellings. */
const units = [
  { short: 'y', seconds: 31_557_600, spelt: /^y(?:ea)?rs?$|^y$/ },
  { short: 'mo', seconds: 30 * DAY, spelt: /^mo(?:nth)?s?$/ },
  { short: 'w', seconds: 7 * DAY, spelt: /^w(?:eek|k)?s?$/ },
  { short: 'd', seconds: DAY, spelt: /^d(?:ay)?s?$/ },
  { short: 'h', seconds: HOUR, spelt: /^h(?:ou)?rs?$|^h$/ },
  { short: 'm', seconds: MINUTE, spelt: /^m(?:in(?:ute)?)?s?$/ },
  { short: 's', seconds: 1, spelt: /^s(?:ec(?:ond)?)?s?$/ },
] as const

const LONGEST = 100

/** Seconds of `15 days`, `1 month`, `2h 30min`, or of a bare number; undefined for any other text. */
export function durationIn(text: string): number | undefined {
  const plain = text.trim().toLowerCase()
  if (plain.length > LONGEST) return undefined
  if (/^\d{1,12}$/.test(plain)) return Number(plain)
  if (!/^(?:\d{1,9}(?:\.\d{1,4})?\s*[a-z]+[\s,]*(?:and\s+)?)+$/.test(plain)) return undefined
  let seconds = 0
  for (const [, number, word] of plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unit = units.find(({ spelt }) => spelt.test(word as string))
    if (unit === undefined) return undefined
    seconds += Number(number) * unit.seconds
  }
  return Math.round(seconds)
}

/** The short form of seconds: `15d`, `1mo 2d`. Weeks are told as days. */
export function shortDuration(seconds: number): string {
  let rest = seconds
  const parts: string[] = []
  for (const { short, seconds: size } of units) {
    if (short === 'w' || rest < size) continue
    parts.push(`${Math.floor(rest / size)}${short}`)
    rest %= size
  }
  return parts.join(' ') || '0s'
}
