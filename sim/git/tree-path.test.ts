import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concatAll, unhex, utf8 } from '../lib/bytes.ts'
import { finished } from '../lib/steps.ts'
import { memoryObjects, type ObjectStore, objectId, type TreeEntry } from './objects.ts'
import { nothingKnown, unpack } from './pack/decode.ts'
import { encodePack } from './pack/encode.ts'
import { textTree } from './testing/samples.ts'
import { differingEntries } from './tree-pairs.ts'
import { TreePath } from './tree-path.ts'

const name = fc.constantFrom('a', 'b', 'a.b', 'é')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
const files = fc.dictionary(path, fc.constantFrom('one', 'two'), { maxKeys: 8 }).map((all) => {
  // What is a directory of another path is no file.
  const paths = Object.keys(all)
  return Object.fromEntries(
    Object.entries(all).filter(([it]) => !paths.some((other) => other.startsWith(`${it}/`))),
  )
})

/** The same objects as they are kept when they came in a pack, with what tells entries by their ids or without. */
function packed(objects: ObjectStore, ids: readonly string[], keeps: boolean): ObjectStore {
  const sent = finished(unpack(encodePack(objects, ids), nothingKnown))
  if (keeps) sent.keep()
  return { get: (id) => sent.get(id), put: () => '', stored: (id) => sent.stored(id) }
}

function stores(trees: readonly { readonly [path: string]: string }[]) {
  const inner = memoryObjects()
  const ids = new Set<string>()
  const objects: ObjectStore = {
    ...inner,
    put(object) {
      ids.add(objectId(object))
      return inner.put(object)
    },
  }
  const roots = trees.map((tree) => textTree(objects, tree))
  return { roots, all: [objects, packed(objects, [...ids], true), packed(objects, [...ids], false)] }
}

test('what lies at a path is the same where trees are read, and where they are compared as they are stored', () => {
  fc.assert(
    fc.property(fc.array(files, { minLength: 2, maxLength: 5 }), path, (trees, wanted) => {
      const { roots, all } = stores(trees)
      const [read, ...others] = all.map((objects) => {
        const at = new TreePath(objects, wanted)
        const same = roots.map((root, i) => at.isSame(root, roots[i - 1] ?? root))
        return { same, found: roots.map((root) => at.entry(root)), isIn: roots.map((root) => at.isIn(root)) }
      })
      const has = trees.map((tree) => Object.keys(tree).some((it) => `${it}/`.startsWith(`${wanted}/`)))
      expect(read?.isIn).toEqual(has)
      const told = read?.found.map((entry) => entry && `${entry.mode} ${entry.id}`)
      expect(read?.same).toEqual(told?.map((it, i) => i === 0 || it === told[i - 1]))
      for (const other of others) expect(other).toEqual(read)
    }),
    { numRuns: 80, seed: 1 },
  )
})

test('directories differ in the same entries where they are read, and where they are compared as they are stored', () => {
  fc.assert(
    fc.property(files, files, (one, other) => {
      const { roots, all } = stores([one, other])
      const [read, ...others] = all.map((objects) => differingEntries(objects, roots[0], roots[1]))
      for (const pairs of others) expect(pairs).toEqual(read)
      const names = (tree: object) => Object.keys(tree).map((it) => it.split('/')[0])
      const found = read?.map(([a, b]) => (a ?? b)?.name)
      expect(new Set([...names(one), ...names(other)])).toEqual(
        new Set([...(found ?? []), ...names(one).filter((it) => names(other).includes(it))]),
      )
    }),
    { numRuns: 80, seed: 2 },
  )
})

/** The payload of a tree of one file, whose mode is written as git wrote it once. */
function treeOf(mode: string, { id }: Pick<TreeEntry, 'id'>): Uint8Array {
  return concatAll([utf8(`${mode} file\0`), unhex(id)])
}

test('a mode that is written in two ways is the same, and another mode is not', () => {
  const blob = objectId({ type: 'blob', bytes: utf8('x') })
  const payloads = ['100644', '100664', '100755'].map((mode) => treeOf(mode, { id: blob }))
  const pack = { type: () => 'tree' as const, payload: (entry: number) => payloads[entry] as Uint8Array }
  const objects = {
    get: () => undefined,
    put: () => '',
    stored: (id: string) => ({ pack, entry: Number(id) }),
  } as unknown as ObjectStore
  const at = new TreePath(objects, 'file')
  expect([at.isSame('0', '1'), at.isSame('1', '2'), at.isSame('0', '2')]).toEqual([true, false, false])
  expect(differingEntries(objects, '0', '1')).toEqual([])
  expect(differingEntries(objects, '0', '2')).toHaveLength(1)
})
