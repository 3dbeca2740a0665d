import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { realGit } from './testing/real-git.ts'
import { sample } from './testing/samples.ts'
import { parseTrailers } from './trailers.ts'

const git = realGit()
afterAll(() => git.remove())

describe('trailers of a commit message', () => {
  test('are read from the last paragraph', () => {
    const message = 'Add a thing\n\nBecause.\n\nChangelog: added\nMR: https://example.com/1\n'
    expect(parseTrailers(message)).toEqual([
      { key: 'Changelog', value: 'added' },
      { key: 'MR', value: 'https://example.com/1' },
    ])
  })

  test('are not looked for in the title', () => {
    expect(parseTrailers('fix: a thing\n')).toEqual([])
  })

  test('may be folded', () => {
    expect(parseTrailers('T\n\nNote: one\n two\n')).toEqual([{ key: 'Note', value: 'one two' }])
  })

  test('agree with git interpret-trailers', () => {
    const line = fc.constantFrom(
      ...[
        '',
        '',
        'Changelog: added',
        'plain words',
        ' indented',
        'Key : v',
        'No-Space:x',
        'EE: true',
        'Two words: no',
      ],
      ...[
        '# comment',
        'Signed-off-by: A <a@b>',
        '(cherry picked from commit 1234)',
        'Empty:',
        ' ',
        '\tx: y',
        ': z',
      ],
    )
    const messages = sample(fc.array(line, { minLength: 2, maxLength: 12 }), 150, 11).map(
      (lines) => `${lines.join('\n')}\n`,
    )
    const quoted = (message: string): string => `'${message.replaceAll("'", "'\\''")}'`
    const commands = messages.map(
      (m) => `printf %s ${quoted(m)} | git interpret-trailers --parse --no-divider`,
    )
    const mine = messages.map((m) =>
      parseTrailers(m)
        .map(({ key, value }) => `${key}: ${value}\n`)
        .join(''),
    )
    expect(mine).toEqual(git.each(commands))
  })
})
