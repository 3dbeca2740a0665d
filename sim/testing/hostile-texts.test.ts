import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from './calls.ts'

const base = testSimulator()
const MEGABYTE = 1_000_000

// An expression that tries every place of a text as the beginning of what it looks for, or every end, would take minutes
// here, and the test would not end in time.
const bits = ['.', '-', 'a', '-a', 'a/', '@', '@.', '#', '#1', '!', '[', '](', '<', '<!--', '<style', '`', '*', '_', '~', '|', '> ', '\\', '&', ' ', '\n', '/label ', '1h', 'https://a@', 'A']

function hostile(bit: string, length: number): string {
  return `${bit.repeat(Math.ceil(length / bit.length)).slice(0, length)}x`
}

describe('a text that somebody sends costs what it is long', () => {
  test.each(bits)('%j as Markdown', (bit) => {
    const root = callsOf(base.fork(), 'root')
    const text = hostile(bit, 200_000)
    expect(root.post('/markdown', { text, gfm: true, project: 'acme/webapp' }).status).toBeLessThan(500)
  })

  test.each(bits)('%j in what is written and searched', (bit) => {
    const root = callsOf(base.fork(), 'root')
    const text = hostile(bit, MEGABYTE)
    for (const [method, path, body] of [
      ['post', '/projects/1/issues', { title: 'a', description: text }],
      ['post', '/projects/1/wikis', { title: 'a', content: text.slice(0, 60_000) }],
      ['get', '/projects/1/wikis/a?render_html=true', {}],
      ['post', '/projects/1/issues/1/notes', { body: text }],
      ['post', '/projects/1/issues/1/time_estimate', { duration: text }],
      ['put', '/projects/1/push_rule', { reject_non_dco_commits: true }],
      ['post', '/projects/1/repository/commits', commitOf(text)],
      ['get', '/projects/1/repository/commits', { path: text }],
      ['get', '/search', { scope: 'issues', search: text.slice(0, 4096) }],
      ['post', '/bulk_imports', { configuration: { url: text, access_token: text }, entities: [] }],
      ['put', '/application/settings', { default_branch_name: text }],
    ] as const)
      expect([path, root[method](path, body as never).status < 500]).toEqual([path, true])
  })
})

function commitOf(text: string) {
  const files = ['a.txt', '.gitattributes', 'logo.svg']
  return {
    branch: 'main',
    commit_message: `Signed-off-by: ${text.slice(0, 100_000)}`,
    actions: files.map((file_path) => ({ action: 'create', file_path, content: text })),
  }
}
