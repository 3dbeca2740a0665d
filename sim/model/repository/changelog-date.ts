import { isoTime, type ZonedTime } from '../../time/calendar.ts'

const DAY = 86_400_000
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  readonly weekday: number
  /** From 1. */
  readonly yearDay: number
  readonly at: number
  readonly offset: number
}

function partsOf({ at, offset }: ZonedTime): Parts {
  const local = at + offset * 60_000
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0] = isoTime(local)
    .split(/\D/)
    .map(Number)
  const days = Math.floor(local / DAY)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] ?? 0
  const yearDay = before + day + (leap && month > 2 ? 1 : 0)
  const weekday = (((days + 4) % 7) + 7) % 7
  return { year, month, day, hour, minute, second, millisecond, weekday, yearDay, at, offset }
}

type Directive =
  /** A number, the width to which it is filled up, and with what. */
  | { readonly number: (parts: Parts) => number; readonly width: number; readonly fill?: ' ' }
  | { readonly text: (parts: Parts) => string }
  /** Stands for other directives. */
  | { readonly of: string }

const number = (width: number, value: (parts: Parts) => number): Directive => ({ number: value, width })
const blank = (width: number, value: (parts: Parts) => number): Directive => ({
  number: value,
  width,
  fill: ' ',
})
const text = (value: (parts: Parts) => string): Directive => ({ text: value })
const twelve = ({ hour }: Parts): number => ((hour + 11) % 12) + 1
const month = ({ month: at }: Parts): string => MONTHS[at - 1] ?? ''
const weekday = ({ weekday: at }: Parts): string => WEEKDAYS[at] ?? ''

const directives: { readonly [letter: string]: Directive } = {
  Y: number(4, ({ year }) => year),
  C: number(2, ({ year }) => Math.floor(year / 100)),
  y: number(2, ({ year }) => year % 100),
  m: number(2, (parts) => parts.month),
  d: number(2, ({ day }) => day),
  e: blank(2, ({ day }) => day),
  j: number(3, ({ yearDay }) => yearDay),
  H: number(2, ({ hour }) => hour),
  k: blank(2, ({ hour }) => hour),
  I: number(2, twelve),
  l: blank(2, twelve),
  M: number(2, ({ minute }) => minute),
  S: number(2, ({ second }) => second),
  L: number(3, ({ millisecond }) => millisecond),
  s: number(1, ({ at }) => Math.floor(at / 1000)),
  u: number(1, (parts) => parts.weekday || 7),
  w: number(1, (parts) => parts.weekday),
  U: number(2, (parts) => Math.floor((parts.yearDay + 6 - parts.weekday) / 7)),
  W: number(2, (parts) => Math.floor((parts.yearDay + 6 - ((parts.weekday + 6) % 7)) / 7)),
  B: text(month),
  b: text((parts) => month(parts).slice(0, 3)),
  h: text((parts) => month(parts).slice(0, 3)),
  A: text(weekday),
  a: text((parts) => weekday(parts).slice(0, 3)),
  p: text(({ hour }) => (hour < 12 ? 'AM' : 'PM')),
  P: text(({ hour }) => (hour < 12 ? 'am' : 'pm')),
  z: text(({ offset }) => zone(offset, '')),
  Z: text(({ offset }) => zone(offset, ':')),
  n: text(() => '\n'),
  t: text(() => '\t'),
  '%': text(() => '%'),
  F: { of: '%Y-%m-%d' },
  D: { of: '%m/%d/%y' },
  x: { of: '%m/%d/%y' },
  T: { of: '%H:%M:%S' },
  X: { of: '%H:%M:%S' },
  R: { of: '%H:%M' },
  r: { of: '%I:%M:%S %p' },
  c: { of: '%a %b %e %H:%M:%S %Y' },
  v: { of: '%e-%^b-%Y' },
  '+': { of: '%a %b %e %H:%M:%S %Z %Y' },
}

function zone(offset: number, colon: string): string {
  const minutes = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`
}

/** A time in a format of `strftime`, in the offset in which it was given. What is no directive stays as it is. */
export function formatTime(time: ZonedTime, format: string): string {
  const parts = partsOf(time)
  return format.replace(
    /%([-0^#_:]*)(\d{0,2})([A-Za-z%+])/g,
    (whole, flags: string, width: string, letter: string) => {
      const directive = directives[letter]
      return directive === undefined
        ? whole
        : formatted(directive, { parts, time, flags, width: Number(width) })
    },
  )
}

interface Asked {
  readonly parts: Parts
  readonly time: ZonedTime
  readonly flags: string
  /** 0 for the usual one. */
  readonly width: number
}

function formatted(directive: Directive, { parts, time, flags, width }: Asked): string {
  if ('number' in directive) {
    const fill = flags.includes('0') ? '0' : flags.includes('_') ? ' ' : (directive.fill ?? '0')
    const least = flags.includes('-') ? 0 : width || directive.width
    return String(directive.number(parts)).padStart(least, fill)
  }
  const plain =
    'of' in directive
      ? formatTime(time, directive.of)
      : flags.includes(':')
        ? zone(parts.offset, ':')
        : directive.text(parts)
  const cased = flags.includes('^') ? plain.toUpperCase() : flags.includes('#') ? swapped(plain) : plain
  return cased.padStart(width, flags.includes('0') ? '0' : ' ')
}

// `%#p` is am, `%#b` is JAN: what is all in upper case is lowered.
function swapped(plain: string): string {
  return plain === plain.toUpperCase() ? plain.toLowerCase() : plain.toUpperCase()
}
