import { addMonths, type Day, dayOf, type Instant, parseDay } from '../../../time/calendar.ts'

const DAY = 24 * 60 * 60 * 1000
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The day that words name: `2030-01-02`, `tomorrow`, `in 2 weeks`, `this Friday`, `December 31st`; undefined where none. */
export function dayNamed(words: string, now: Instant): Day | undefined {
  const text = words.trim().toLowerCase().replace(/\s+/g, ' ')
  const day = parseDay(text)
  if (day !== undefined) return day
  if (text === 'today') return dayOf(now)
  if (text === 'tomorrow') return dayOf(now + DAY)
  return afterSomeTime(text, now) ?? weekdayNamed(text, now) ?? monthAndDay(text, now)
}

function afterSomeTime(text: string, now: Instant): Day | undefined {
  const [, count, unit] =
    /^(?:in )?(\d{1,4}|an?|one|two|three) (day|week|month|year)s?(?: from now)?$/.exec(text) ?? []
  if (count === undefined) return undefined
  const number = { a: 1, an: 1, one: 1, two: 2, three: 3 }[count] ?? Number(count)
  if (unit === 'day' || unit === 'week') return dayOf(now + number * (unit === 'day' ? 1 : 7) * DAY)
  return dayOf(addMonths(now, number * (unit === 'month' ? 1 : 12)))
}

/** The next day of that name. */
function weekdayNamed(text: string, now: Instant): Day | undefined {
  const wanted = weekdays.indexOf(/^(?:(?:this|next) )?([a-z]+)$/.exec(text)?.[1] ?? '')
  if (wanted === -1) return undefined
  // The first day of 1970 was a Thursday.
  const today = (Math.floor(now / DAY) + 4) % 7
  return dayOf(now + (((wanted - today + 6) % 7) + 1) * DAY)
}

/** A day of a month, of this year unless it is over. */
function monthAndDay(text: string, now: Instant): Day | undefined {
  const [, month, day] = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? []
  const thisYear = Number(dayOf(now).slice(0, 4))
  const next = parseDay(`${month} ${day}, ${thisYear}`)
  return next !== undefined && next < dayOf(now) ? parseDay(`${month} ${day}, ${thisYear + 1}`) : next
}

/** `Jan 2, 2030` */
export function dayInWords(day: Day): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${months[month - 1]} ${date}, ${year}`
}
