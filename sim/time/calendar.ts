const DAY = 86_400_000

/** Milliseconds since 1970-01-01T00:00:00Z, always UTC. */
export type Instant = number
/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

interface Civil {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** `2022-05-13T07:26:38.402Z`: how records show their times. */
export function isoTime(at: Instant): string {
  return `${dayOf(at)}T${clockOf(at)}.${milliseconds(at)}Z`
}

/** `2012-09-20T11:50:22.000+03:00`: how commits show theirs, in the committer's offset (minutes east of UTC). */
export function isoTimeAt(at: Instant, offset: number): string {
  const local = at + offset * 60_000
  const sign = offset < 0 ? '-' : '+'
  const minutes = Math.abs(offset)
  return `${dayOf(local)}T${clockOf(local)}.${milliseconds(local)}${sign}${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`
}

const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `Fri, 13 May 2022 07:26:38 GMT`: the form of HTTP headers. */
export function httpTime(at: Instant): string {
  const { year, month, day } = civil(Math.floor(at / DAY))
  const weekday = WEEKDAYS[modulo(Math.floor(at / DAY), 7)]
  return `${weekday}, ${pad(day, 2)} ${MONTHS[month - 1]} ${pad(year, 4)} ${clockOf(at)} GMT`
}

const HTTP_FORMS = [
  // Sun, 06 Nov 1994 08:49:37 GMT, and the older Sunday, 06-Nov-94 08:49:37 GMT
  /^(?:[A-Za-z]{3,9}, )?(?<day>\d{1,2})[ -](?<month>[A-Z][a-z]{2})[ -](?<year>\d{4}|\d{2}) (?<clock>[\d:]{8}) (?:GMT|UTC)$/,
  // Sun Nov  6 08:49:37 1994
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) {1,2}(?<day>\d{1,2}) (?<clock>[\d:]{8}) (?<year>\d{4})$/,
]

/** Reads an HTTP date (the three forms of RFC 9110) or ISO 8601. Undefined when it is none. */
export function parseHttpTime(text: string): Instant | undefined {
  const trimmed = text.trim()
  for (const form of HTTP_FORMS) {
    const found = form.exec(trimmed)?.groups
    if (found !== undefined)
      return parseTime(`${found.day} ${found.month} ${fullYear(found.year ?? '')} ${found.clock} GMT`)
  }
  return parseTime(trimmed)
}

// Two digits stand for the years 1969 to 2068, as POSIX has it.
function fullYear(year: string): string {
  return year.length === 4 ? year : `${Number(year) < 69 ? 20 : 19}${year}`
}

/** The day of an instant in UTC. */
export function dayOf(at: Instant): Day {
  const number = Math.floor(at / DAY)
  const place = number & (KEPT - 1)
  let day = days[place]
  if (day?.number !== number) {
    day = { number, text: dayNumbered(number) }
    days[place] = day
  }
  return day.text
}

// The times of a record are of few days, and the next record's mostly of the same.
const KEPT = 64
const days: ({ readonly number: number; readonly text: Day } | undefined)[] = new Array(KEPT).fill(undefined)

function dayNumbered(number: number): Day {
  const { year, month, day } = civil(number)
  return `${pad(year, 4)}-${two(month)}-${two(day)}`
}

/** Midnight UTC at which a day begins. Undefined when the text is no day of the calendar. */
export function startOfDay(day: Day): Instant | undefined {
  const found = /^(\d{4,6})-(\d{1,2})-(\d{1,2})$/.exec(day)
  return found === null ? undefined : instantOf(Number(found[1]), Number(found[2]), Number(found[3]))
}

/**
 * A day as leniently as the service reads it: `2024-02-01`, `20240201`, `2024/2/1`, `1 Feb 2024`, `Feb 1, 2024`, or the
 * day of a longer ISO 8601 time. Undefined when it is none.
 */
export function parseDay(text: string): Day | undefined {
  const trimmed = text.trim().slice(0, 40)
  const numeric =
    /^(\d{4})(\d{2})(\d{2})(?:T.*)?$/.exec(trimmed) ??
    /^(\d{4,6})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(trimmed)
  if (numeric !== null) return dayFrom(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]))
  const dayFirst = /^(\d{1,2})\.? ([A-Za-z]{3,9})\.?,? (\d{4})$/.exec(trimmed)
  if (dayFirst !== null)
    return dayFrom(Number(dayFirst[3]), monthNamed(dayFirst[2] as string), Number(dayFirst[1]))
  const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(trimmed)
  if (monthFirst !== null)
    return dayFrom(Number(monthFirst[3]), monthNamed(monthFirst[1] as string), Number(monthFirst[2]))
  return undefined
}

/**
 * A time as leniently as the service reads it: a day alone is its midnight, a missing offset is UTC. Undefined for
 * anything else, unix seconds included.
 */
export function parseTime(text: string): Instant | undefined {
  return parseZonedTime(text)?.at
}

/** A point in time, and the offset in which it was written, in minutes east of UTC. */
export interface ZonedTime {
  readonly at: Instant
  readonly offset: number
}

/** As `parseTime`, with the offset that the text names. */
export function parseZonedTime(text: string): ZonedTime | undefined {
  const trimmed = text.trim().slice(0, 60)
  const found =
    /^(.{6,14}?)[T ](\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|\d{2}:\d{2})?$/i.exec(
      trimmed,
    )
  const day = parseDay(found === null ? trimmed : (found[1] as string))
  const start = day === undefined ? undefined : startOfDay(day)
  if (start === undefined) return undefined
  if (found === null) return { at: start, offset: 0 }
  const [hours, minutes, seconds] = [Number(found[2]), Number(found[3]), Number(found[4] ?? 0)]
  if (hours > 24 || minutes > 59 || seconds > 60 || (hours === 24 && minutes + seconds > 0)) return undefined
  const fraction = Math.floor(Number(`0.${found[5] ?? 0}`) * 1000)
  const offset = offsetOf(found[6])
  const local = start + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + fraction
  return { at: local - offset, offset: offset / 60_000 }
}

/** The same day and time `months` calendar months later, on the last day of the month where that day is missing. */
export function addMonths(at: Instant, months: number): Instant {
  const { year, month, day } = civil(Math.floor(at / DAY))
  const index = year * 12 + (month - 1) + months
  const targetYear = Math.floor(index / 12)
  const targetMonth = modulo(index, 12) + 1
  const last = Math.min(day, daysInMonth(targetYear, targetMonth))
  return (instantOf(targetYear, targetMonth, last) as Instant) + modulo(at, DAY)
}

function dayFrom(year: number, month: number, day: number): Day | undefined {
  const start = instantOf(year, month, day)
  return start === undefined ? undefined : dayOf(start)
}

function instantOf(year: number, month: number, day: number): Instant | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  return daysBefore(year, month, day) * DAY
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function monthNamed(name: string): number {
  const short = `${name[0]?.toUpperCase()}${name.slice(1, 3).toLowerCase()}`
  return MONTHS.indexOf(short as (typeof MONTHS)[number]) + 1
}

// A bare `+` in a query is decoded to a blank, so the service reads `T08:00:00 02:00` as UTC; so do we.
function offsetOf(text: string | undefined): number {
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(text ?? '')
  if (found === null) return 0
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000
}

// Proleptic Gregorian calendar in which a year starts in March, so that the leap day comes last.
function daysBefore(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  )
}

function civil(days: number): Civil {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 }
}

function clockOf(at: Instant): string {
  const seconds = Math.floor(modulo(at, DAY) / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

function milliseconds(at: Instant): string {
  const value = modulo(at, 1000)
  return value < 100 ? `0${two(value)}` : `${value}`
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => pad(value, 2))

function two(value: number): string {
  return TWO_DIGITS[value] as string
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
