import { afterAll, describe, expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { applyEdits, edits, folders, storeFiles } from './testing/file-edits.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { sample, textTree } from './testing/samples.ts'
import { emptyTree, entryAt, treeFrom, walkTree } from './tree.ts'

const git = realGit()
afterAll(() => git.remove())

describe('a tree', () => {
  test('is listed as by git ls-tree', () => {
    const objects = recordedObjects()
    const trees = sample(folders, 12, 1).map((files, i) =>
      storeFiles(objects, applyEdits(files, sample(edits(4), 12, 2)[i] ?? [])),
    )
    git.store(objects.all)
    const listed = git.each(
      trees.flatMap((id) => [`git ls-tree -r -t ${id}`, `git ls-tree ${id}`, `git ls-tree -r -t ${id} d/`]),
    )
    const list = (tree: string, options: Parameters<typeof walkTree>[2]): string =>
      [...walkTree(objects, tree, options)]
        .map(({ mode, type, id, path }) => `${mode} ${type} ${id}\t${path}\n`)
        .join('')
    const below = (tree: string): string =>
      entryAt(objects, tree, 'd')?.type === 'tree' ? list(tree, { path: 'd', recursive: true }) : ''
    const mine = trees.flatMap((id) => [list(id, { recursive: true }), list(id, {}), below(id)])
    // git also names the directory itself, which `path` takes for granted
    expect(mine).toEqual(
      listed.map((output, i) => (i % 3 === 2 ? output.replace(/^.*\td(\n|$)/, '') : output)),
    )
  })

  test('answers what lies at a path', () => {
    const objects = recordedObjects()
    const tree = textTree(objects, { 'a/b/c': 'x', d: 'y' })
    expect(entryAt(objects, tree, 'a/b/c')).toMatchObject({
      path: 'a/b/c',
      name: 'c',
      mode: '100644',
      type: 'blob',
    })
    expect(entryAt(objects, tree, 'a/b/')).toMatchObject({ path: 'a/b', type: 'tree' })
    expect(entryAt(objects, tree, '')).toMatchObject({ path: '', type: 'tree', id: tree })
    for (const path of ['b', 'd/e', 'a/b/c/d']) expect(entryAt(objects, tree, path)).toBeUndefined()
    expect([...walkTree(objects, tree, { path: 'd' })]).toEqual([])
  })

  test('reads only the directories it is asked for', () => {
    const objects = recordedObjects()
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`dir${i}/sub/file`, `${i}`]))
    const tree = textTree(objects, many)
    objects.reads = 0
    entryAt(objects, tree, 'dir7/sub/file')
    expect(objects.reads).toBe(3)
    walkTree(objects, tree, { recursive: true }).next()
    expect(objects.reads).toBe(4)
  })

  test('is the same for the same files in any order, by id or by content', () => {
    const objects = recordedObjects()
    const blob = objects.put({ type: 'blob', bytes: utf8('x') })
    const one = treeFrom(
      objects,
      new Map([
        ['a/b', { mode: '100644', blob }],
        ['c', { mode: '100755', blob }],
      ] as const),
    )
    const other = treeFrom(objects, [
      ['c', { mode: '100755', blob: utf8('x') }],
      ['a/b', { mode: '100644', blob }],
    ])
    expect(other).toBe(one)
    expect(treeFrom(objects, [])).toBe(emptyTree(objects))
  })

  test('has no room for a file below a file', () => {
    const file = { mode: '100644', blob: utf8('') } as const
    expect(() =>
      treeFrom(recordedObjects(), [
        ['a', file],
        ['a/b', file],
      ]),
    ).toThrow('no room for a/b')
  })
})
