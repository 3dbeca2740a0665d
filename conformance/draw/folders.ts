import fc, { type Arbitrary } from 'fast-check'
import type { Folder } from '../oracle/folder.ts'

// No path is the directory of another, so any of them can stand together.
const paths = [
  'a.txt',
  'b-c.txt',
  'b.txt',
  'b/x.txt',
  'b/y/z.txt',
  'b0',
  'Zed.md',
  '.hidden',
  '__proto__',
  'with blank/100%.txt',
  'ünï/cödé.txt',
  'データ.txt',
  '\uffee.txt',
  '😀.txt',
  'a+b&c=d#e?.txt',
  'deep/er/and/deeper.txt',
]

const line = fc.constantFrom(
  'one',
  'two',
  'three',
  '',
  '  indented',
  'Größe 😀',
  '-minus',
  '+plus',
  '@@ -1 +1 @@',
)
const content = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.boolean())
  .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''))

/** Folders of at least one text file, with names that are hard to sort, to quote and to encode. */
export const folders: Arbitrary<Folder> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...paths), content), {
    selector: ([path]) => path,
    minLength: 1,
    maxLength: 8,
  })
  .map((files) => new Map(files))

/** Names that lead to no commit, wherever one is asked for. */
export const hostileRefs: readonly string[] = [
  'missing',
  '..',
  '../..',
  '-',
  '--all',
  '--output=/tmp/x',
  '@{1}',
  '@{-1}',
  ':/a',
  'main:README.md',
  'main..main',
  '^main',
  'main^{tree}',
  'main^9',
  'main~99999',
  'a b',
  '\n',
  'refs/heads/../../config',
  'refs/heads/',
  '0'.repeat(40),
  'f'.repeat(41),
  '__proto__',
  '😀',
  "';--",
  'x'.repeat(1000),
]

/** Paths at which there is no directory. */
export const hostilePaths: readonly string[] = [
  'missing',
  '..',
  '../..',
  './',
  '/etc/passwd',
  '-r',
  ':/',
  '*',
  '__proto__/constructor',
  '😀/x',
  'x'.repeat(1000),
  'a/'.repeat(500),
]
