import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Reference, referencesIn } from './references.ts'

const written = ({ kind, path, name }: Reference) =>
  kind === 'Issue'
    ? `${path}#${name}`
    : kind === 'MergeRequest'
      ? `${path}!${name}`
      : `${path}${path && '@'}${name}`

test.each<readonly [text: string, found: readonly string[]]>([
  ['#1 and !2, (#3) or webapp#4, acme/webapp!5.', ['#1', '#3', 'webapp#4', '!2', 'acme/webapp!5']],
  ['a#b, #x, &#39;, \\\\#1, ##2, #3rd and #1234567890', []],
  ['abcdef0 and acme/webapp@abcdef0123, but not abcdef or gabcdef0', ['abcdef0', 'acme/webapp@abcdef0123']],
  [
    'https://x.example/acme/webapp/-/issues/7#note_1 http://x.example/acme/webapp/-/commit/abcdef01',
    ['acme/webapp#7', 'acme/webapp@abcdef01'],
  ],
  ['`#1` ``a ` #2`` #3\n```\n#4\n```\n~~~ruby\n#5\n~~~\n#6', ['#3', '#6']],
])('%j refers to %j', (text, found) => {
  expect([...referencesIn(text)].map(written).sort()).toEqual([...found].sort())
})

test('plain text has no code', () => {
  expect(referencesIn('`#1`', 'plain').map(written)).toEqual(['#1'])
})

test('any reference is found in any words, and no text takes long', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/)
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 999_999 }), (before, path, number) => {
      expect(referencesIn(`${before} ${path}#${number}, ${before}`).map(written)).toContain(
        `${path}#${number}`,
      )
    }),
  )
  for (const piece of ['`', '`a', 'a/', '#', '- ', 'abcdef0', 'https://a/'])
    expect(referencesIn(piece.repeat(200_000)).length).toBeLessThanOrEqual(100)
})
