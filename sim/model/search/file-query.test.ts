import { expect, test } from 'vitest'
import { fileQuery } from './file-query.ts'

const paths = ['README.md', 'docs/home.md', 'docs/Setup Guide.txt', 'src/app.ts', 'src/app.test.ts', 'a.b/c']
const chosen = (query: string) => paths.filter(fileQuery(query).passes)

test.each([
  ['needle', 'needle', paths],
  ['needle filename:home.md', 'needle', ['docs/home.md']],
  ['filename:HOME.MD needle', 'needle', ['docs/home.md']],
  ['filename:me.md', '*', ['README.md', 'docs/home.md']],
  ['filename:*.md', '*', ['README.md', 'docs/home.md']],
  ['filename:s*c/*.ts', '*', ['src/app.ts', 'src/app.test.ts']],
  ['path:docs', '*', ['docs/home.md', 'docs/Setup Guide.txt']],
  ['path:a*p', '*', ['src/app.ts', 'src/app.test.ts']],
  ['path:"setup guide"', '*', ['docs/Setup Guide.txt']],
  ['extension:ts', '*', ['src/app.ts', 'src/app.test.ts']],
  ['extension:test.ts', '*', ['src/app.test.ts']],
  ['extension:b', '*', []],
  ['extension:ts -filename:test.ts', '*', ['src/app.ts']],
  ['two words -path:docs path:.md', 'two words', ['README.md']],
  ['"two  words" extension:ts', '"two  words"', ['src/app.ts', 'src/app.test.ts']],
  ['a.b path:a.b', 'a.b', ['a.b/c']],
  ['filename:', 'filename:', paths],
  ['language:ts', 'language:ts', paths],
])('%s looks for %s', (query, term, expected) => {
  expect([fileQuery(query).term, chosen(query)]).toEqual([term, expected])
})

test('a pattern of many stars ends', () => {
  const { passes } = fileQuery(`filename:${'*a'.repeat(500)}b`)
  expect(passes('a'.repeat(500))).toBe(false)
})
