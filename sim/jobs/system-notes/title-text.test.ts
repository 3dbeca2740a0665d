import fc from 'fast-check'
import { expect, test } from 'vitest'
import { titleText } from './title-text.ts'

test('marks what is gone and what came', () => {
  expect(titleText('Fix the old bug', 'Fix the new bug')).toBe(
    'changed title from **Fix the {-old-} bug** to **Fix the {+new+} bug**',
  )
  expect(titleText('a', 'aa')).toBe('changed title from **a** to **a{+a+}**')
  expect(titleText('\u{1f600}', '\u{1f601}')).toBe(
    'changed title from **{-\u{1f600}-}** to **{+\u{1f601}+}**',
  )
})

// Few characters, so that much is alike: halves of the same pairs, and one that stands alone.
const title = fc.string({
  unit: fc.constantFrom('a', 'b', '\u{1f600}', '\u{1f601}', '\u{1fa00}', '\ud83d', '\ude00'),
  maxLength: 6,
})

test('marks whole characters, as few as there can be at both ends', () => {
  fc.assert(
    fc.property(title, title, (was, is) => {
      const [old, now] = [[...was], [...is]]
      let start = 0
      while (start < old.length && old[start] === now[start]) start++
      let end = 0
      while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++
      const marked = (all: readonly string[], sign: string) => {
        const middle = all.slice(start, all.length - end).join('')
        const mark = middle === '' ? '' : `{${sign}${middle}${sign}}`
        return `${all.slice(0, start).join('')}${mark}${all.slice(all.length - end).join('')}`
      }
      expect(titleText(was, is)).toBe(`changed title from **${marked(old, '-')}** to **${marked(now, '+')}**`)
    }),
    { numRuns: 500 },
  )
})
