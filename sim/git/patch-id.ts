import { utf8 } from '../lib/bytes.ts'
import { sha1Hex } from '../lib/hash.ts'
import { finished, Pace, type Steps } from '../lib/steps.ts'
import { headedPatchSteps, sizeOfChange } from './diff.ts'
import type { ObjectStore } from './objects.ts'
import type { DiffEntry } from './tree-diff.ts'

const NO_ID = '0'.repeat(40)

/**
 * What `git patch-id --verbatim` makes of a change: the same wherever it is applied, since neither line numbers nor ids
 * of blobs count, but those of binary files. Undefined for a change of nothing.
 */
export function patchId(objects: ObjectStore, entries: readonly DiffEntry[]): string | undefined {
  return finished(patchIdSteps(objects, entries))
}

/** The same step by step. */
export function* patchIdSteps(
  objects: ObjectStore,
  entries: readonly DiffEntry[],
): Steps<string | undefined> {
  const pace = new Pace()
  if (entries.length === 0) return undefined
  let total = '0'.repeat(40)
  let told = ''
  let ended: 'text' | 'binary' | 'header' | undefined
  const add = () => {
    total = sum(total, sha1Hex(utf8(told)))
    told = ''
  }
  for (const entry of entries) {
    if (pace.after(sizeOfChange(objects, entry))) yield
    const { header: head, hunks: patch } = yield* headedPatchSteps(objects, entry)
    const [header = '', ...hunks] = `${head}${patch ?? ''}`.split(/^(?=@@ -)/m)
    // Git forgets the first line of whatever follows a binary file.
    const lines = header.split(/(?<=\n)/).slice(ended === 'binary' ? 1 : 0)
    told += lines.filter((line) => !line.startsWith('index ')).join('')
    ended = patch === undefined ? 'binary' : hunks.length > 0 ? 'text' : 'header'
    if (patch === undefined) told += `${entry.oldId ?? NO_ID}${entry.newId ?? NO_ID}`
    else told += hunks.map((hunk) => hunk.replace(/^.*\n/, '')).join('')
    // What has no lines of its own counts with what follows it.
    if (ended !== 'header') add()
  }
  if (ended !== 'text') add()
  return total
}

/** Two digests added as numbers whose lowest byte comes first. */
function sum(a: string, b: string): string {
  let carry = 0
  let total = ''
  for (let i = 0; i < a.length; i += 2) {
    carry += Number.parseInt(a.slice(i, i + 2), 16) + Number.parseInt(b.slice(i, i + 2), 16)
    total += (carry & 0xff).toString(16).padStart(2, '0')
    carry >>= 8
  }
  return total
}
