import { afterAll, test } from 'vitest'
import fc from 'fast-check'
import { mergeCommits } from './merge.ts'
import { utf8 } from '../lib/bytes.ts'
import { type Mode } from './objects.ts'
import { type TreeFile, treeFrom } from './tree.ts'
import { realGit } from './testing/real-git.ts'
import { recordedObjects } from './testing/recorded.ts'
import { commitOf, growHistory, sample, shapes, memoryObjects } from './testing/samples.ts'
const git = realGit()
afterAll(() => git.remove())
const objects = recordedObjects()
const N = Number(process.env.N ?? 1000)
type File = { mode: Mode; lines: string[] | Uint8Array }
type Files = Map<string, File>
const names = ['a', 'b', 'c', 'd/a', 'd/b', 'd/e/a', 'e/x', 'e/y']
const DF = process.env.DF ? ['d', 'e', 'a/z'] : []
const path = fc.constantFrom(...names, ...DF)
const line = fc.constantFrom(...'abcdefghijklmnop'.split(''))
const op = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constant('edit' as const), path, at: fc.nat(20), del: fc.nat(2), ins: fc.array(line, { maxLength: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('move' as const), path, to: fc.oneof(path, fc.constantFrom('n1', 'n2', 'd/n1')) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('remove' as const), path }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('chmod' as const), path }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('new' as const), path, lines: fc.array(line, { minLength: 1, maxLength: 8 }) }) },
  ...(process.env.KIND ? [{ weight: 1, arbitrary: fc.record({ op: fc.constant('link' as const), path }) }, { weight: 1, arbitrary: fc.record({ op: fc.constant('binary' as const), path, n: fc.nat(3) }) }] : []),
)
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never
const clear = (f: Files, p: string) => { f.delete(p); for (const k of [...f.keys()]) if (k.startsWith(p + '/') || p.startsWith(k + '/')) f.delete(k) }
function run(files: Files, o: Op): void {
  const f = files.get(o.path)
  switch (o.op) {
    case 'edit': { if (!f || !Array.isArray(f.lines)) return; const l = [...f.lines]; l.splice(o.at % (l.length + 1), o.del, ...o.ins); files.set(o.path, { ...f, lines: l }); return }
    case 'move': { if (!f) return; files.delete(o.path); clear(files, o.to); files.set(o.to, f); return }
    case 'remove': files.delete(o.path); return
    case 'chmod': if (f && f.mode !== '120000') files.set(o.path, { ...f, mode: f.mode === '100644' ? '100755' : '100644' }); return
    case 'new': clear(files, o.path); files.set(o.path, { mode: '100644', lines: o.lines }); return
    case 'link': clear(files, o.path); files.set(o.path, { mode: '120000', lines: ['target'] }); return
    case 'binary': clear(files, o.path); files.set(o.path, { mode: '100644', lines: Uint8Array.of(0, 1, 2, o.n, 4, 5, 6, 7) }); return
  }
}
const write = (files: Files) => treeFrom(objects, [...files].map(([p, f]): [string, TreeFile] => [p, { mode: f.mode as '100644', blob: Array.isArray(f.lines) ? utf8(f.lines.map((l) => `${l}\n`).join('')) : f.lines }]))
const start = fc.array(fc.tuple(path, fc.array(line, { minLength: 3, maxLength: 12 })), { minLength: 3, maxLength: 8 })
const ops = fc.array(op, { minLength: 1, maxLength: Number(process.env.OPS ?? 4) })
const initial = (s: [string, string[]][]) => { const f: Files = new Map(); for (const [p, lines] of s) { clear(f, p); f.set(p, { mode: '100644', lines }) } return f }

function compare(name: string, commits: [string, string][]) {
  git.store(objects.all)
  const recs = git.run(['-c', 'merge.directoryRenames=false', 'merge-tree', '--write-tree', '--stdin', '--name-only', '--allow-unrelated-histories'], commits.map(([a, b]) => `${a} ${b}\n`).join('')).split('\0')
  const res: { clean: boolean; tree: string; conflicts: string[]; msgs: string[] }[] = []
  for (let k = 0; k < recs.length - 1; k++) if (/^[01]$/.test(recs[k]!) && /^[0-9a-f]{40}$/.test(recs[k + 1]!)) {
    const conflicts: string[] = []
    let j = k + 2
    for (; recs[j]; j++) conflicts.push(recs[j]!)
    res.push({ clean: recs[k] === '1', tree: recs[k + 1]!, conflicts, msgs: recs.slice(j, j + 8) })
  }
  let clean = 0, treeSame = 0, pathsSame = 0, bad = 0, conflicts = 0
  commits.forEach(([a, b], i) => {
    const m = mergeCommits(objects, a, b), r = res[i]!
    if ('tree' in m !== r.clean) { if (bad++ < 2) { const base = git.run(['merge-base', a, b]).trim(); console.log('DIFF', i, m, r.conflicts, git.run(['ls-tree','-r',base]), git.run(['diff-tree','-r','-M','--abbrev',base,a]), git.run(['diff-tree','-r','-M','--abbrev',base,b]), git.run(['merge-tree','--write-tree','--messages',a,b],'',[1])) } return }
    if ('tree' in m) { clean++; if (m.tree === r.tree) treeSame++; else if (bad++ < 2) console.log('TREE', i, a, b, m, r) }
    else { conflicts++; if (JSON.stringify(m.conflicts) === JSON.stringify(r.conflicts)) pathsSame++; else if (process.env.P && bad++ < 2) console.log('PATHS', m, r.conflicts) }
  })
  console.log(name, 'of', commits.length, res.length, 'bad', bad, 'clean', clean, 'sametree', treeSame, 'conflicts', conflicts, 'samepaths', pathsSame)
}
test('simple', () => {
  const commits = sample(fc.tuple(start, ops, ops), N, Number(process.env.SEED ?? 1)).map(([s, x, y], i): [string, string] => {
    const b = initial(s), o = new Map(b), t = new Map(b)
    for (const e of x) run(o, e)
    for (const e of y) run(t, e)
    const base = commitOf(objects, write(b), [], { message: `${i}` })
    return [commitOf(objects, write(o), [base], { message: 'o' }), commitOf(objects, write(t), [base], { message: 't' })]
  })
  compare('simple', commits)
})
test('histories', () => {
  const commits = sample(fc.tuple(start, shapes(14), fc.array(ops, { minLength: 14, maxLength: 14 })), Math.ceil(N / 3), Number(process.env.SEED ?? 1)).flatMap(([s, shape, edits]): [string, string][] => {
    const trees = new Map<string, Files>()
    const states: Files[] = []
    const map = new Map<string, Files>()
    const ids = growHistory(objects, shape, (i, parents) => {
      const files: Files = new Map(i === 0 || parents.length === 0 ? initial(s) : map.get(parents[0]!) ?? initial(s))
      // merges: take the union of some of the other parents' files
      for (const p of parents.slice(1)) for (const [k, v] of map.get(p) ?? []) if ((k.length + i) % 2) { clear(files, k); files.set(k, v) }
      for (const e of edits[i]!) run(files, e)
      states.push(files)
      pending = files
      return write(files)
    }, (id) => map.set(id, pending))
    void trees
    return [[ids.at(-1)!, ids.at(-2)!], [ids.at(-1)!, ids.at(-3)!], [ids.at(-2)!, ids.at(-3)!]]
  })
  compare('histories', commits)
})
let pending: Files = new Map()
void memoryObjects
