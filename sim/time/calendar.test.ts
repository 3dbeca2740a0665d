import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  dayOf,
  httpTime,
  isoTime,
  isoTimeAt,
  parseDay,
  parseHttpTime,
  parseTime,
  startOfDay,
} from './calendar.ts'

// The years that four digits can write.
const instants = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 30) })
const seconds = instants.map((at) => Math.floor(at / 1000) * 1000)
const days = instants.map((at) => new Date(at).toISOString().slice(0, 10))

function holds<T>(seed: number, values: fc.Arbitrary<T>, law: (value: T) => void): void {
  fc.assert(fc.property(values, law), { seed, numRuns: 1000 })
}

describe('an instant', () => {
  test('is written as the platform writes it', () => {
    holds(1, instants, (at) => {
      expect(isoTime(at)).toBe(new Date(at).toISOString())
      expect(dayOf(at)).toBe(new Date(at).toISOString().slice(0, 10))
      expect(httpTime(at)).toBe(new Date(at).toUTCString())
    })
  })

  test('is read back from what it was written as', () => {
    holds(2, instants, (at) => {
      expect(parseTime(isoTime(at))).toBe(at)
    })
    holds(3, seconds, (at) => {
      expect(parseHttpTime(httpTime(at))).toBe(at)
    })
  })

  test('is the same instant in every offset', () => {
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 })
    holds(4, fc.tuple(instants, offsets), ([at, offset]) => {
      const text = isoTimeAt(at, offset)
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/)
      expect(Date.parse(text)).toBe(at)
      expect(parseTime(text)).toBe(at)
    })
  })
})

describe('a day', () => {
  test('begins at midnight UTC', () => {
    holds(5, days, (day) => {
      expect(startOfDay(day)).toBe(Date.parse(`${day}T00:00:00Z`))
      expect(parseTime(day)).toBe(startOfDay(day))
    })
  })

  test('exists if the platform does not move it to another one', () => {
    const numbers = fc.tuple(fc.integer({ min: 1000, max: 9999 }), fc.nat({ max: 13 }), fc.nat({ max: 32 }))
    holds(6, numbers, ([year, month, day]) => {
      const text = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
      const date = new Date(Date.UTC(year, month - 1, day))
      const exists = date.toISOString().slice(0, 10) === text
      expect(startOfDay(text)).toBe(exists ? date.getTime() : undefined)
      expect(parseDay(text)).toBe(exists ? text : undefined)
    })
  })

  test('has the same name in every spelling', () => {
    holds(7, days, (day) => {
      const [year = '', month = '', date = ''] = day.split('-')
      const name = new Date(`${day}T00:00:00Z`).toLocaleString('en', { month: 'short', timeZone: 'UTC' })
      const long = new Date(`${day}T00:00:00Z`).toLocaleString('en', { month: 'long', timeZone: 'UTC' })
      const spellings = [
        `${year}${month}${date}`,
        `${year}/${Number(month)}/${Number(date)}`,
        ` ${day} `,
        `${day}T23:59:59+14:00`,
        `${Number(date)} ${name} ${year}`,
        `${Number(date)} ${long} ${year}`,
        `${name} ${Number(date)}, ${year}`,
        `${long.toUpperCase()} ${Number(date)} ${year}`,
      ]
      for (const spelling of spellings) expect(parseDay(spelling), spelling).toBe(day)
    })
  })

  test.each([
    '',
    'foo',
    '1552636800',
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '31 June 2024',
    '5 Foo 2024',
  ])('is not %j', (text) => {
    expect(parseDay(text)).toBeUndefined()
  })
})

describe('a lenient time', () => {
  const eight = Date.UTC(2019, 2, 15, 8)

  test.each([
    ['with a Z', '2019-03-15T08:00:00Z', eight],
    ['with a small z', '2019-03-15T08:00:00z', eight],
    ['without an offset, which is UTC', '2019-03-15T08:00:00', eight],
    ['without seconds', '2019-03-15T08:00', eight],
    ['behind a blank', '2019-03-15 08:00:00 UTC', eight],
    ['east of Greenwich', '2019-03-15T10:00:00+02:00', eight],
    ['west of it, without a colon', '2019-03-15T03:30:00-0430', eight],
    ['in the basic form', '20190315T080000Z', eight],
    ['with a plus that was decoded to a blank, which is lost', '2019-03-15T08:00:00 02:00', eight],
    ['with a fraction', '2019-03-15T08:00:00.402Z', eight + 402],
    ['with a longer fraction, cut', '2019-03-15T08:00:00.402999Z', eight + 402],
    ['with a comma', '2019-03-15T08:00:00,5Z', eight + 500],
    ['at the end of a day', '2019-03-15T24:00:00Z', Date.UTC(2019, 2, 16)],
    ['on a day alone', '2019-03-15', Date.UTC(2019, 2, 15)],
    ['with its month in words', '15 March 2019 08:00:00', eight],
  ])('may be written %s', (_, text, at) => {
    expect(parseTime(text)).toBe(at)
  })

  test.each([
    'foo',
    '1552636800',
    '1552636800.5',
    '08:00',
    '2019-03-15T24:30:00Z',
    '2019-03-15T25:00:00Z',
    '2019-03-15T08:60:00Z',
    '2019-03-15T08:00:61Z',
    '2019-02-30T08:00:00Z',
    '',
  ])('is not %j', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  test('is refused without effort however long the text', () => {
    for (const part of [' ', '1', '2019-03-15 ', 'T08:', 'a ', '+'])
      expect(parseTime(`x${part.repeat(200_000)}`)).toBeUndefined()
  })
})

describe('the time of a header', () => {
  const at = Date.UTC(1994, 10, 6, 8, 49, 37)

  test.each([
    ['the form of today', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['the form of RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT'],
    ['the form of asctime', 'Sun Nov  6 08:49:37 1994'],
    ['ISO 8601', '1994-11-06T08:49:37Z'],
  ])('may have %s', (_, text) => {
    expect(parseHttpTime(text)).toBe(at)
  })

  test('has two digits for the years from 1969 to 2068', () => {
    expect(parseHttpTime('Monday, 01-Jan-24 00:00:00 GMT')).toBe(Date.UTC(2024, 0, 1))
    expect(parseHttpTime('Wednesday, 01-Jan-69 00:00:00 GMT')).toBe(Date.UTC(1969, 0, 1))
  })

  test.each(['yesterday', 'Sun, 31 Feb 1994 08:49:37 GMT', ''])('is not %j', (text) => {
    expect(parseHttpTime(text)).toBeUndefined()
  })
})

describe('months later', () => {
  test('it is the same day and time, or the last day of a shorter month', () => {
    const spans = fc.tuple(instants, fc.integer({ min: -1200, max: 1200 }))
    holds(8, spans, ([at, months]) => {
      const date = new Date(at)
      const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
      const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
      const midnight = target.setUTCDate(Math.min(date.getUTCDate(), last))
      expect(addMonths(at, months)).toBe(
        midnight + (at - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())),
      )
    })
  })

  test('it is 29 February in leap years alone', () => {
    const end = Date.UTC(2023, 11, 31, 12)
    expect(isoTime(addMonths(end, 2))).toBe('2024-02-29T12:00:00.000Z')
    expect(isoTime(addMonths(end, 14))).toBe('2025-02-28T12:00:00.000Z')
  })
})
