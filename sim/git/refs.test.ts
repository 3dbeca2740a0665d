import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { blockingRef, memoryRefs, validBranchName, validRefName } from './refs.ts'
import { realGit } from './testing/real-git.ts'
import { sample } from './testing/samples.ts'

const git = realGit()
afterAll(() => git.remove())

const pieces = [
  'a',
  'b',
  '.',
  '..',
  '/',
  '//',
  '.lock',
  '@',
  '@{',
  '-',
  '~',
  '^',
  ':',
  '?',
  '*',
  '[',
  '\\',
  ' ',
  '\x7f',
  'HEAD',
  'é',
]
const names = sample(
  fc
    .array(fc.constantFrom(...pieces, 'refs/heads/', 'x', 'y'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('')),
  250,
  1,
)
const verdicts = (command: string): boolean[] =>
  git
    .each(names.map((name) => `git check-ref-format ${command} '${name}' >/dev/null 2>&1`))
    .map((output) => output === '')

test('reference names are valid exactly if git thinks so', () => {
  expect(names.map(validRefName)).toEqual(verdicts(''))
})

test('branch names are valid exactly if git thinks so', () => {
  const valid = verdicts('--branch')
  names.forEach((name, i) => {
    // Asked for a branch, git reads `@{-1}` and the like as a way to name another one.
    if (!name.startsWith('@{')) expect([name, validBranchName(name)]).toEqual([name, valid[i]])
  })
})

test('references are listed by prefix, in byte order', () => {
  const refs = memoryRefs()
  for (const name of ['refs/tags/v1', 'refs/heads/b', 'refs/heads/B', 'refs/heads/a/c']) refs.set(name, name)
  refs.set('refs/heads/gone', 'x')
  refs.delete('refs/heads/gone')
  expect(refs.list('refs/heads/').map(({ name }) => name)).toEqual([
    'refs/heads/B',
    'refs/heads/a/c',
    'refs/heads/b',
  ])
  expect(refs.get('refs/tags/v1')).toBe('refs/tags/v1')
})

test('a reference leaves no room below or above it', () => {
  const refs = memoryRefs()
  refs.set('refs/heads/a/b', 'x')
  expect(blockingRef(refs, 'refs/heads/a')).toBe('refs/heads/a/b')
  expect(blockingRef(refs, 'refs/heads/a/b/c')).toBe('refs/heads/a/b')
  expect(blockingRef(refs, 'refs/heads/a/c')).toBeUndefined()
  expect(blockingRef(refs, 'refs/heads/a/b')).toBeUndefined()
})

test('what leaves no room for a name is found without listing all others', () => {
  const refs = memoryRefs()
  refs.set('refs/heads/a/b', 'x')
  const list = () => {
    throw new Error('a push of many references would take the square of their number')
  }
  expect(blockingRef({ ...refs, list }, 'refs/heads/c')).toBeUndefined()
  expect(blockingRef({ ...refs, list }, 'refs/heads/a')).toBe('refs/heads/a/b')
})
