import { expect, test } from 'vitest'
import { formatTime } from './changelog-date.ts'

const time = { at: Date.parse('2023-01-02T23:04:05.678Z'), offset: 0 }

test.each([
  ['%Y-%m-%d', '2023-01-02'],
  ['%-d/%-m/%y', '2/1/23'],
  ['%e %B %Y', ' 2 January 2023'],
  ['%A, %d %b %Y', 'Monday, 02 Jan 2023'],
  ['%^a %^B %h', 'MON JANUARY Jan'],
  ['%F %T %z %:z %Z', '2023-01-02 23:04:05 +0000 +00:00 +00:00'],
  ['%I:%M:%S %p %P %#p', '11:04:05 PM pm pm'],
  ['%l %k %j %C %L %s', '11 23 002 20 678 1672700645'],
  ['%u %w %U %W', '1 1 01 01'],
  ['%D %R %r', '01/02/23 23:04 11:04:05 PM'],
  ['%c', 'Mon Jan  2 23:04:05 2023'],
  ['%v', ' 2-JAN-2023'],
  ['%03d %_m %010Y %10A', '002  1 0000002023     Monday'],
  ['100%% %n%t', '100% \n\t'],
  ['%Q %', '%Q %'],
  ['Größe', 'Größe'],
])('%j is %j', (format, text) => {
  expect(formatTime(time, format)).toBe(text)
})

test('the day is that of the offset', () => {
  const at = Date.parse('2023-01-22T23:30:00Z')
  expect(formatTime({ at, offset: 60 }, '%F %R %z')).toBe('2023-01-23 00:30 +0100')
  expect(formatTime({ at, offset: -330 }, '%F %R %z')).toBe('2023-01-22 18:00 -0530')
})

test('days of the year and of the week are those of the calendar', () => {
  const on = (day: string) => formatTime({ at: Date.parse(day), offset: 0 }, '%j %a %U %W')
  expect(on('2024-12-31')).toBe('366 Tue 52 53')
  expect(on('2023-12-31')).toBe('365 Sun 53 52')
  expect(on('2024-03-01')).toBe('061 Fri 08 09')
  expect(on('1969-07-20')).toBe('201 Sun 29 28')
})
