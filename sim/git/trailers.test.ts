import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { commitOf, sample } from './testing/samples.ts'
import { parseTrailers } from './trailers.ts'
import { emptyTree } from './tree.ts'

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
    // git skips empty lines in front of a title.
    const messages = sample(fc.array(line, { minLength: 2, maxLength: 12 }), 2000, 11)
      .filter(([first = '']) => first.trim() !== '')
      .map((lines) => `${lines.join('\n')}\n`)
    const objects = recordedObjects()
    const tree = emptyTree(objects)
    const ids = messages.map((message, seconds) => commitOf(objects, tree, [], { message, seconds }))
    git.store(objects.all)
    const args = ['log', '--no-walk=unsorted', '--format=<<<%n%(trailers:only,unfold)>>>', '--stdin']
    const shown = git.run(args, `${ids.join('\n')}\n`)
    const expected = [...shown.matchAll(/<<<\n(.*?)>>>\n/gs)].map(([, trailers]) => trailers)
    const mine = messages.map((m) =>
      parseTrailers(m)
        .map(({ key, value }) => `${key}: ${value}\n`)
        .join(''),
    )
    expect(mine).toEqual(expected)
  })
})
