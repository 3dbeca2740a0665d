import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../testing/calls.ts'

const base = testSimulator()

// An expression that tries every place of a text as the beginning of what it looks for, or as its end, would take
// minutes here, and the test would not end in time.
test.each(['.', '-a', '@.', '<', '<style', ' ', 'A', 'a/', '/label '])(
  'a text of %j costs what it is long, wherever it is written',
  (bit) => {
    const root = callsOf(base.fork(), 'root')
    const text = `${bit.repeat(300_000 / bit.length)}x`
    const commit = {
      branch: 'main',
      commit_message: `Signed-off-by: ${text.slice(0, 50_000)}`,
      actions: [{ action: 'create', file_path: '.gitattributes', content: text }],
    }
    for (const [path, body] of [
      ['/markdown', { text: text.slice(0, 200_000), gfm: true, project: 'acme/webapp' }],
      ['/projects/1/issues', { title: 'a', description: text }],
      ['/projects/1/issues/1/notes', { body: text }],
      ['/projects/1/repository/commits', commit],
    ] as const)
      expect([path, root.post(path, body).status < 500]).toEqual([path, true])
  },
)

test('references stand at the beginning of a word, behind dots and hyphens too', () => {
  const root = callsOf(base.fork(), 'root')
  const html = (text: string) => root.post('/markdown', { text, gfm: true, project: 'acme/webapp' }).json.html
  for (const text of ['#1', 'see #1', '(#1)', 'acme/webapp#1', '-acme/webapp#1', '..#1', '@alice', '!1'])
    expect(html(text)).toContain('<a ')
  for (const text of ['a#1', '/#1', 'x@alice', 'acme/webapp#999999']) expect(html(text)).not.toContain('<a ')
})
