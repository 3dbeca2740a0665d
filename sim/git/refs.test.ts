import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { blockingRef, memoryRefs, validBranchName, validRefName } from './refs.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { commitOf, sample, signature } from './testing/samples.ts'
import { emptyTree } from './tree.ts'

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
  '.lock/',
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
  2000,
  1,
)
const few = names.slice(0, 50)
const verdicts = (command: string): boolean[] =>
  git
    .each(few.map((name) => `git check-ref-format ${command} '${name}' >/dev/null 2>&1`))
    .map((output) => output === '')

test('reference names are valid exactly if git thinks so', () => {
  expect(few.map(validRefName)).toEqual(verdicts(''))
})

test('names of tags are valid exactly if git thinks so', () => {
  const objects = recordedObjects()
  const object = commitOf(objects, emptyTree(objects), [])
  const tagger = signature('Ada', 0)
  const ids = names.map((name) =>
    objects.put({ type: 'tag', object, targetType: 'commit', name, tagger, message: '' }),
  )
  git.store(objects.all)
  const [told = ''] = git.each(['git fsck --no-dangling 2>&1'])
  const wrong = new Set(told.match(/(?<=in tag )\w+(?=: badTagName)/g))
  expect(names.map((name) => validRefName(`refs/tags/${name}`))).toEqual(ids.map((id) => !wrong.has(id)))
})

test('branch names are valid exactly if git thinks so', () => {
  const valid = verdicts('--branch')
  few.forEach((name, i) => {
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
