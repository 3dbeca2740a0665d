import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binary, concatAll, hex, unbinary, utf8 } from '../lib/bytes.ts'
import { GitError } from './git-error.ts'
import { encode, makeTree, type TreeEntry } from './objects.ts'
import { entryNamed, parseTree } from './parse-tree.ts'
import { scanTree } from './tree-scan.ts'

const modes = ['100644', '100755', '120000', '40000', '160000', '100664', '100600', '040000', '1', '']
const names = [
  'a',
  'a.b',
  'a-b',
  'ab',
  'b',
  '.git',
  '.Git',
  '.gitx',
  '.',
  '..',
  '.x',
  '',
  'é',
  '\xff',
  'a/b',
  'z',
]
const entry = fc.tuple(
  fc.constantFrom(...modes, '100644', '40000'),
  fc.constantFrom(...names),
  fc.constantFrom('\x01', '\x00', 'a').map((it) => it.repeat(20)),
)
/** Trees as they might come: in order or not, of entries that are sound or not, cut off somewhere or not. */
const payloads = fc
  .record({
    entries: fc.oneof(
      fc.array(entry, { maxLength: 5 }),
      fc
        .uniqueArray(entry, { maxLength: 6, selector: ([, name]) => name })
        .map((all) => all.sort(([, a], [, b]) => (a < b ? -1 : 1))),
    ),
    cut: fc.constantFrom(0, 0, 0, 1, 20, 21),
  })
  .map(({ entries, cut }) => {
    const bytes = concatAll(
      entries.map(([mode, name, id]) =>
        concatAll([utf8(`${mode} `), name === '\xff' ? unbinary(name) : utf8(name), unbinary(`\0${id}`)]),
      ),
    )
    return bytes.subarray(0, Math.max(0, bytes.length - cut))
  })

function looked(payload: Uint8Array): readonly TreeEntry[] | undefined {
  try {
    return parseTree(payload).entries
  } catch (error) {
    expect(error).toBeInstanceOf(GitError)
    return undefined
  }
}

test('what is plain is told as the closer look tells it, and nothing that is broken is plain', () => {
  let plain = 0
  fc.assert(
    fc.property(payloads, (payload) => {
      const told: string[] = []
      const isPlain = scanTree(payload, (id, kind, _, name) =>
        told.push(`${kind} ${binary(payload.subarray(name, id - 1))} ${hex(payload.subarray(id, id + 20))}`),
      )
      if (!isPlain) return
      plain++
      const kinds = { '040000': 'tree', '160000': 'commit' } as const
      const sorted = looked(payload)
      expect(sorted).toBeDefined()
      expect(told).toEqual(
        sorted?.map(({ mode, name, id }) => `${kinds[mode as keyof typeof kinds] ?? 'blob'} ${name} ${id}`),
      )
      expect(binary(encode(makeTree(sorted ?? [])))).toBe(binary(payload))
    }),
    { seed: 8, numRuns: 3000 },
  )
  expect(plain).toBeGreaterThan(300)
})

test('names that occur as a file and as a directory are never plain', () => {
  const line = (mode: string, name: string) => concatAll([utf8(`${mode} ${name}\0`), new Uint8Array(20)])
  for (const between of [[], ['a-b'], ['a!', 'a-b']]) {
    const files = ['a', ...between].map((name) => line('100644', name))
    const payload = concatAll([...files, line('40000', 'a')])
    expect(scanTree(payload, () => {})).toBe(false)
    expect(() => parseTree(payload)).toThrow('not properly sorted')
  }
})

test('an entry is found by its name as among all of them', () => {
  fc.assert(
    fc.property(payloads, fc.constantFrom(...names, '\ufffd'), (payload, name) => {
      const all = looked(payload)
      if (all !== undefined) expect(entryNamed(payload, name)).toEqual(all.find((one) => one.name === name))
    }),
    { seed: 9, numRuns: 2000 },
  )
})
