import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { anyText } from '../testing/any-text.ts'
import {
  type GitObject,
  makeTree,
  memoryObjects,
  objectId,
  readBlob,
  readCommit,
  type Tree,
} from './objects.ts'
import { realGit } from './testing/real-git.ts'
import { sample, signature } from './testing/samples.ts'
import { compareNames } from './tree-order.ts'

const git = realGit()
afterAll(() => git.remove())

const blob: GitObject = { type: 'blob', bytes: utf8('content\n') }
const blobId = objectId(blob)
const names = fc.constantFrom('a', 'a.b', 'a-b', 'a0', 'B', 'é', '\uffee', '𝌆', 'a b', '"', 'ab')
const tree = fc
  .uniqueArray(fc.tuple(names, fc.constantFrom('100644', '100755', '120000', '040000')), {
    selector: ([name]) => name,
  })
  .map(
    (entries): Tree =>
      makeTree(entries.map(([name, mode]) => ({ name, mode, id: mode === '040000' ? EMPTY : blobId }))),
  )
const EMPTY = objectId(makeTree([]))
const person = fc.tuple(
  fc.constantFrom('Ada L.', 'Zoë <x>', 'B\nC'),
  fc.nat(1e9),
  fc.integer({ min: -720, max: 840 }),
)
const commit = fc.tuple(person, fc.constantFrom('', 'one line', 'two\n\nlines\n', 'é')).map(
  ([[name, seconds, offset], message]): GitObject => ({
    type: 'commit',
    tree: EMPTY,
    parents: [],
    author: signature(name, seconds, offset),
    committer: signature('Ben', seconds, -offset),
    message,
  }),
)

describe('objects', () => {
  const commits = sample(commit, 40, 2)
  const tags = commits.map(
    (target, i): GitObject => ({
      type: 'tag',
      object: objectId(target),
      targetType: 'commit',
      name: `v${i}`,
      tagger: signature('Cleo', i),
      message: `Release ${i}\n`,
    }),
  )
  const all = [blob, makeTree([]), ...sample(tree, 60, 1), ...commits, ...tags]

  test('have the ids that git gives them, and pass git fsck', () => {
    git.store(all)
    const ids = [...new Set(all.map(objectId))].sort()
    const listed = git.run(['cat-file', '--batch-all-objects', '--batch-check=%(objectname)'])
    expect(listed.trim().split('\n')).toEqual(ids)
    expect(git.run(['fsck', '--strict', '--no-dangling', '--full'])).not.toMatch(/error|warning/)
  })

  test('of content are named as by git hash-object', () => {
    const [id] = git.each(["printf 'content\\n' | git hash-object --stdin"])
    expect(id?.trim()).toBe(blobId)
  })

  test('are refused if a tree is out of order', () => {
    const entries = ['b', 'a'].map((name) => ({ name, mode: '100644' as const, id: blobId }))
    expect(() => objectId({ type: 'tree', entries })).toThrow('out of order at a')
    expect(objectId(makeTree(entries))).toMatch(/^[0-9a-f]{40}$/)
  })

  test('are ordered by the bytes of their names', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (a, b) => {
        expect(Math.sign(compareNames(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
      { seed: 4 },
    )
  })
})

describe('a store in memory', () => {
  test('finds ids by their first digits', () => {
    const objects = memoryObjects()
    const id = objects.put(blob)
    expect(objects.find?.(id.slice(0, 4))).toEqual([id])
    expect(objects.find?.(id.slice(0, 12))).toEqual([id])
    expect(objects.find?.('ffff')).toEqual([])
  })

  test('throws when asked for an object that must be there', () => {
    const objects = memoryObjects()
    const id = objects.put(blob)
    expect(readBlob(objects, id)).toEqual(utf8('content\n'))
    expect(() => readCommit(objects, id)).toThrow(`object ${id} is a blob, expected a commit`)
    expect(() => readCommit(objects, EMPTY)).toThrow('is missing')
  })
})
