import { utf8 } from '../lib/bytes.ts'
import type { Steps } from '../lib/steps.ts'
import { isBinary, MAX_SCORE, score, substanceSteps } from './similarity.ts'
import type { DiffEntry } from './tree-diff.ts'

const NO_ID = '0'.repeat(40)

/** What git prints in place of hunks for a binary file. */
export function binaryNotice(entry: DiffEntry): string {
  return `Binary files ${side('a', entry)} and ${side('b', entry)} differ\n`
}

/** Git's extended header of a file's change, step by step; `a` and `b` are its contents before and after. */
export function* patchHeader(entry: DiffEntry, a: Uint8Array, b: Uint8Array, hunks: string): Steps<string> {
  const names = `${quotePath(`a/${entry.oldPath}`)} ${quotePath(`b/${entry.newPath}`)}`
  const head = `diff --git ${names}\n${modeLines(entry)}${yield* renameLines(entry, a, b)}`
  if (entry.oldId === entry.newId) return head
  const index = `index ${entry.oldId ?? NO_ID}..${entry.newId ?? NO_ID}${sharedMode(entry)}\n`
  // An empty file that comes or goes has no lines to show.
  if (isBinary(a) || isBinary(b) || hunks === '') return head + index
  return `${head}${index}--- ${spaced(side('a', entry))}\n+++ ${spaced(side('b', entry))}\n`
}

function modeLines({ oldMode, newMode }: DiffEntry): string {
  if (oldMode === undefined) return `new file mode ${newMode}\n`
  if (newMode === undefined) return `deleted file mode ${oldMode}\n`
  return oldMode === newMode ? '' : `old mode ${oldMode}\nnew mode ${newMode}\n`
}

const sharedMode = ({ oldMode, newMode }: DiffEntry): string => (oldMode === newMode ? ` ${oldMode}` : '')

function* renameLines(
  { status, oldPath, newPath, oldId, newId }: DiffEntry,
  a: Uint8Array,
  b: Uint8Array,
): Steps<string> {
  if (status !== 'renamed') return ''
  const alike = oldId === newId ? MAX_SCORE : score(yield* substanceSteps(a), yield* substanceSteps(b))
  const percent = Math.floor((alike * 100) / MAX_SCORE)
  return `similarity index ${percent}%\nrename from ${quotePath(oldPath)}\nrename to ${quotePath(newPath)}\n`
}

function side(letter: 'a' | 'b', entry: DiffEntry): string {
  const id = letter === 'a' ? entry.oldId : entry.newId
  return id === undefined
    ? '/dev/null'
    : quotePath(`${letter}/${letter === 'a' ? entry.oldPath : entry.newPath}`)
}

// A tab tells where a name with spaces ends.
const spaced = (name: string): string => (name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name)

const ESCAPES: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
}

/** A path as git prints it: in quotes, and the bytes in octal, if it holds more than plain ASCII. */
function quotePath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be quoted
  if (!/[\0-\x1f"\\\x7f-\uffff]/.test(path)) return path
  let out = ''
  for (const byte of utf8(path)) {
    const plain = byte >= 32 && byte < 127
    out += ESCAPES[byte] ?? (plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`)
  }
  return `"${out}"`
}
