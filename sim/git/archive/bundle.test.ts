import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { concat, utf8 } from '../../lib/bytes.ts'
import { countedSteps } from '../../testing/counted-steps.ts'
import { GitError } from '../git-error.ts'
import { makeTree, memoryObjects } from '../objects.ts'
import { type RealGit, realGit } from '../testing/real-git.ts'
import { decodeBundle, decodeBundleSteps, encodeBundle, encodeBundleSteps } from './bundle.ts'

let git: RealGit
let folder: string
beforeAll(() => {
  git = realGit()
  folder = mkdtempSync(join(tmpdir(), 'forgery-bundle-'))
  const tree = git.run(['mktree'], '').trim()
  const first = git.run(['commit-tree', tree, '-m', 'first']).trim()
  const blob = git.run(['hash-object', '-w', '--stdin'], 'hello\n').trim()
  const second = git
    .run([
      'commit-tree',
      git.run(['mktree'], `100644 blob ${blob}\ta.txt\n`).trim(),
      '-p',
      first,
      '-m',
      'second',
    ])
    .trim()
  git.run(['update-ref', 'refs/heads/main', second])
  git.run(['update-ref', 'refs/heads/old', first])
  git.run(['tag', '-a', 'v1', '-m', 'One', second])
})
afterAll(() => {
  git.remove()
  rmSync(folder, { recursive: true, force: true })
})

function made(...args: readonly string[]): Uint8Array {
  const path = join(folder, 'made.bundle')
  git.run(['bundle', 'create', '-q', path, ...args])
  return new Uint8Array(readFileSync(path))
}

describe('a bundle', () => {
  test('of git is read, with HEAD, branches and annotated tags', () => {
    const { refs, objects } = decodeBundle(made('--all'))
    expect(refs.map(({ name }) => name).sort()).toEqual([
      'HEAD',
      'refs/heads/main',
      'refs/heads/old',
      'refs/tags/v1',
    ])
    const types = [...objects.values()].map(({ type }) => type).sort()
    expect(types).toEqual(['blob', 'commit', 'commit', 'tag', 'tree', 'tree'])
  })

  test('is one that git verifies and clones', () => {
    const { refs, objects } = decodeBundle(made('--all'))
    const store = memoryObjects()
    for (const object of objects.values()) store.put(object)
    const path = join(folder, 'ours.bundle')
    writeFileSync(path, encodeBundle(store, refs))
    git.run(['bundle', 'verify', '-q', path])
    const clone = join(folder, 'clone')
    git.run(['clone', '-q', path, clone])
    expect(readFileSync(join(clone, 'a.txt'), 'utf8')).toBe('hello\n')
    git.run(['-C', clone, 'fsck', '--strict'])
  })

  test('of many objects is read step by step', () => {
    const store = memoryObjects()
    const files = Array.from({ length: 3000 }, (_, i) => {
      const id = store.put({ type: 'blob', bytes: utf8(`file ${i}`) })
      return { mode: '100644' as const, name: `file-${i}`, id }
    })
    const tree = store.put(makeTree(files))
    const by = { name: 'Ann', email: 'ann@example.com', at: 0, offset: 0 }
    const id = store.put({ type: 'commit', tree, parents: [], author: by, committer: by, message: 'Add\n' })
    const written = countedSteps(encodeBundleSteps(store, [{ name: 'refs/heads/main', id }]))
    expect(written.steps).toBeGreaterThan(2)
    const { steps, value } = countedSteps(decodeBundleSteps(written.value))
    expect(value.objects.size).toBe(3002)
    expect(steps).toBeGreaterThan(8)
  })

  test('that builds on what it does not hold is refused', () => {
    expect(() => decodeBundle(made('refs/heads/main', '^refs/heads/old'))).toThrow(GitError)
  })

  test('that names what is not in it is refused', () => {
    const bytes = made('--all')
    const [, ...lines] = new TextDecoder('latin1').decode(bytes).split('\n')
    const absent = utf8(`# v2 git bundle\n${'1'.repeat(40)} refs/heads/x\n`)
    const rest = bytes.subarray(bytes.length - utf8binary(lines.join('\n')))
    expect(() => decodeBundle(concat(absent, rest))).toThrow('has not what refs/heads/x leads to')
  })
  const utf8binary = (text: string) => text.length

  test.each(['refs/heads/../x', 'refs/heads/a b', '--upload-pack=x', 'main'])(
    'with the name %s is refused',
    (name) => {
      const bytes = made('--all')
      const start = bytes.indexOf(10) + 1
      const odd = utf8(`${'1'.repeat(40)} ${name}\n`)
      expect(() => decodeBundle(concat(bytes.subarray(0, start), odd, bytes.subarray(start)))).toThrow(
        GitError,
      )
    },
  )

  test('that is damaged anywhere is refused, and nothing else happens', () => {
    const bytes = made('--all')
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = bytes.map((byte, i) => (i === at ? byte ^ change : byte))
        try {
          // A letter of a name may be another one.
          expect(decodeBundle(damaged).objects.size).toBe(6)
        } catch (problem) {
          expect(problem).toBeInstanceOf(GitError)
        }
      }),
      { numRuns: 300 },
    )
    for (let end = 0; end < bytes.length; end += 7)
      expect(() => decodeBundle(bytes.subarray(0, end))).toThrow(GitError)
  })
})
