import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GitObject } from '../../git/objects.ts'
import { applyEdits, edits, type Files, folders, storeFiles } from '../../git/testing/file-edits.ts'
import { outputLines } from '../../git/testing/listing.ts'
import { type RealGit, realGit } from '../../git/testing/real-git.ts'
import { growHistory, pairsOf, sample, shapes } from '../../git/testing/samples.ts'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'
import { nextPath, plant } from './testing/planted.ts'

const HISTORIES = 4
const COMMITS = 9

/** A history that both sides have: a project of a simulator, and a folder of the real git. */
interface Twin {
  readonly calls: Calls
  readonly path: string
  readonly git: RealGit
  readonly ids: readonly string[]
  /** Every second pair of commits: any two are compared by programs of their own. */
  readonly pairs: readonly (readonly [string, string])[]
}

interface DiffItem {
  readonly old_path: string
  readonly new_path: string
  readonly a_mode: string
  readonly b_mode: string
  readonly new_file: boolean
  readonly deleted_file: boolean
  readonly renamed_file: boolean
  readonly diff: string
}

const histories = fc.record({
  shape: shapes(COMMITS),
  first: folders,
  edits: fc.array(edits(4), { minLength: COMMITS, maxLength: COMMITS }),
})

let twins: Twin[]
beforeAll(() => {
  const seeded = testSimulator()
  twins = sample(histories, HISTORIES, 20_240_101).map(({ shape, first, edits }, index) => {
    const simulator = seeded.fork()
    const at = plant(simulator, `twin-${index}`)
    const stored: GitObject[] = []
    const objects: typeof at.objects = {
      ...at.objects,
      put: (object) => {
        stored.push(object)
        return at.objects.put(object)
      },
    }
    const states: Files[] = []
    const ids = growHistory(objects, shape, (step) => {
      const files = applyEdits(states[step - 1] ?? first, edits[step] ?? [])
      states.push(files)
      return storeFiles(objects, files)
    })
    const git = realGit()
    git.store(stored)
    // Every commit has a branch of its own, so that all of them belong to the repository.
    for (const [number, id] of ids.entries()) at.refs.set(`refs/heads/b${number}`, id)
    const head = ids.at(-1) ?? ''
    at.refs.set('refs/heads/main', head)
    git.run(['update-ref', 'refs/heads/main', head])
    const pairs = pairsOf(ids).filter((_, i) => i % 2 === 0)
    return { calls: callsOf(simulator), path: at.path, git, ids, pairs }
  })
})
afterAll(() => {
  for (const { git } of twins) git.remove()
})

/** What a call answers for each question, beside what git prints for it. */
function beside<Question>(
  { git }: Twin,
  questions: readonly Question[],
  command: (question: Question) => string,
): (readonly [Question, string])[] {
  const outputs = git.each(questions.map(command))
  return questions.map((question, i) => [question, outputs[i] ?? ''] as const)
}

describe('beside git', () => {
  test('trees are those of git ls-tree', () => {
    for (const twin of twins) {
      const { calls, path, ids } = twin
      for (const [id, output] of beside(twin, ids, (id) => `git ls-tree -r -t -z ${id} | tr '\\0' '\\n'`)) {
        const entries = outputLines(output).map((line) => {
          const [head = '', path = ''] = line.split('\t')
          const [mode = '', type = '', blob = ''] = head.split(' ')
          return { id: blob, name: path.slice(path.lastIndexOf('/') + 1), type, path, mode }
        })
        const ofType = (wanted: string) => entries.filter(({ type }) => type === wanted)
        const expected = [...ofType('tree'), ...ofType('blob'), ...ofType('commit')]
        expect(calls.get(`${path}/tree?ref=${id}&recursive=true&per_page=100`).json).toEqual(expected)
        expect(walked(calls, `${path}/tree?ref=${id}&recursive=true&per_page=3&pagination=keyset`)).toEqual(
          expected,
        )
      }
    }
  })

  test('blobs are those of git cat-file', () => {
    for (const twin of twins) {
      const { calls, path, git } = twin
      const blobs = outputLines(
        git.run([
          'cat-file',
          '--batch-all-objects',
          '--batch-check=%(objecttype) %(objectname) %(objectsize)',
        ]),
      )
      for (const line of blobs) {
        const [type, id, size] = line.split(' ')
        const { status, json } = calls.get(`${path}/blobs/${id}`)
        if (type === 'blob') expect([status, json.sha, json.size]).toEqual([200, id, Number(size)])
        else expect(status).toBe(404)
      }
    }
  })

  test('comparisons have the commits of git log', () => {
    for (const twin of twins) {
      const { calls, path, pairs } = twin
      for (const [[from, to], output] of beside(
        twin,
        pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]),
        ([from, to]) => `git log --reverse --format=%H ${from}..${to}`,
      )) {
        const { commits, commit } = calls.get(`${path}/compare?from=${from}&to=${to}`).json
        expect(commits.map(({ id }: { id: string }) => id)).toEqual(outputLines(output))
        expect(commit?.id).toBe(outputLines(output).at(-1))
      }
    }
  })

  test('comparisons have the files of git diff, and their diffs lead from one side to the other', () => {
    for (const twin of twins) {
      const { calls, path } = twin
      const pairs = twin.pairs.filter((_, i) => i % 2 === 0)
      const expected = beside(twin, pairs, ([from, to]) => `git diff --raw --no-abbrev -M ${from} ${to}`)
      const changes = expected.map(([[from, to], output]) => {
        const { diffs } = calls.get(`${path}/compare?from=${from}&to=${to}&straight=true`).json
        const raw = outputLines(output).flatMap(rawItems)
        expect(diffs.map(fileOf)).toEqual(raw.map(fileOf))
        return { from, diffs, raw }
      })
      const sides = beside(twin, pairs, ([, to]) => `git rev-parse '${to}^{tree}'`)
      expect(applied(twin, changes)).toEqual(sides.map(([, tree]) => tree.trim()))
    }
  })

  test('comparisons that are not straight begin at the merge base', () => {
    for (const twin of twins) {
      const { calls, path, pairs } = twin
      for (const [[from, to], output] of beside(
        twin,
        pairs,
        ([from, to]) => `git merge-base ${from} ${to}`,
      )) {
        const [base] = outputLines(output)
        if (base === undefined) continue
        const bent = calls.get(`${path}/compare?from=${from}&to=${to}`).json
        const straight = calls.get(`${path}/compare?from=${base}&to=${to}&straight=true`).json
        expect(bent.diffs).toEqual(straight.diffs)
        expect(bent.web_url).toContain(`/-/compare/${base}...${to}`)
      }
    }
  })

  test('merge bases are those of git, of two and of more', () => {
    for (const twin of twins) {
      const { calls, path, ids, pairs } = twin
      const base = (refs: readonly string[]) => calls.get(`${path}/merge_base?refs=${refs.join(',')}`)
      const both = pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
      for (const [refs, output] of beside(twin, both, (refs) => `git merge-base ${refs.join(' ')}`))
        expect(base(refs).json.id).toBe(outputLines(output)[0])
      const threes = pairs.map(([a, b], i) => [a, b, ids[(i * 7) % ids.length] ?? a])
      for (const [refs, output] of beside(
        twin,
        threes,
        (refs) => `git merge-base --octopus ${refs.join(' ')}`,
      ))
        expect(base(refs).json.id).toBe(outputLines(output)[0])
    }
  })

  test('contributors are those of git shortlog', () => {
    for (const { calls, path, git } of twins) {
      const people = outputLines(git.run(['shortlog', '-sne', '--no-merges', 'main'])).map((line) => {
        const [, commits, name, email] = /^\s*(\d+)\t(.*) <(.*)>$/.exec(line) ?? []
        return { name, email, commits: Number(commits), additions: 0, deletions: 0 }
      })
      const byEmail = (a: { email: string | undefined }, b: { email: string | undefined }) =>
        (a.email ?? '') < (b.email ?? '') ? -1 : 1
      expect(calls.get(`${path}/contributors?order_by=email`).json).toEqual(people.sort(byEmail))
    }
  })
})

function walked(calls: Calls, first: string): unknown[] {
  const all: unknown[] = []
  for (let next: string | undefined = first; next !== undefined; ) {
    const reply = calls.get(next)
    all.push(...reply.json)
    next = nextPath(reply.headers.Link)
  }
  return all
}

interface RawItem extends Omit<DiffItem, 'diff'> {
  readonly newId: string
}

/** Lines of `git diff --raw`; a change of kind is a deletion and an addition in the reply. */
function rawItems(line: string): RawItem[] {
  const [head = '', old_path = '', new_path = old_path] = line.split('\t')
  const [oldMode = '', newMode = '', , newId = '', status = ''] = head.slice(1).split(' ')
  const [a_mode, b_mode] = [oldMode, newMode].map((mode) => (mode === '000000' ? '0' : mode)) as [
    string,
    string,
  ]
  const item = {
    old_path,
    new_path,
    a_mode,
    b_mode,
    newId,
    new_file: status === 'A',
    deleted_file: status === 'D',
    renamed_file: status.startsWith('R'),
  }
  if (status !== 'T') return [item]
  return [
    { ...item, b_mode: '0', deleted_file: true },
    { ...item, a_mode: '0', new_file: true },
  ]
}

function fileOf({
  old_path,
  new_path,
  a_mode,
  b_mode,
  new_file,
  deleted_file,
  renamed_file,
}: Omit<DiffItem, 'diff'>) {
  return { old_path, new_path, a_mode, b_mode, new_file, deleted_file, renamed_file }
}

interface Change {
  readonly from: string
  readonly diffs: readonly DiffItem[]
  readonly raw: readonly RawItem[]
}

/** The trees that come out when git applies the diffs of replies; binary files are put in their places. */
function applied({ git }: Twin, changes: readonly Change[]): string[] {
  const scripts = changes.map(({ from, diffs, raw }, number) => {
    const patch = join(git.folder, `patch-${number}`)
    const text = diffs.filter((item) => !isBinary(item)).map(patchOf)
    writeFileSync(patch, text.join(''))
    const steps = [
      'export GIT_DIR=. GIT_WORK_TREE=. GIT_INDEX_FILE=index',
      `git read-tree ${from}`,
      ...diffs.filter(isBinary).map(({ old_path }) => `git update-index --force-remove ${old_path}`),
      ...(text.length === 0 ? [] : [`git apply --cached ${patch}`]),
      // What becomes a folder, or was one, is out of the way by now.
      ...diffs.flatMap((item, i) => (isBinary(item) ? placing(item, raw[i]?.newId ?? '') : [])),
      'git write-tree',
    ]
    return `(${steps.join(' && ')})`
  })
  return git.each(scripts).map((output) => output.trim())
}

function isBinary({ diff }: DiffItem): boolean {
  return diff.startsWith('Binary files ')
}

function placing({ new_path, b_mode, deleted_file }: DiffItem, id: string): string[] {
  return deleted_file ? [] : [`git update-index --add --cacheinfo ${b_mode},${id},${new_path}`]
}

/** A diff of the API with the head that git needs. */
function patchOf(item: DiffItem): string {
  const { old_path, new_path, a_mode, b_mode, new_file, deleted_file, renamed_file, diff } = item
  const modes = new_file
    ? `new file mode ${b_mode}\n`
    : deleted_file
      ? `deleted file mode ${a_mode}\n`
      : a_mode === b_mode
        ? ''
        : `old mode ${a_mode}\nnew mode ${b_mode}\n`
  const renamed = renamed_file ? `similarity index 50%\nrename from ${old_path}\nrename to ${new_path}\n` : ''
  const names = `--- ${new_file ? '/dev/null' : `a/${old_path}`}\n+++ ${deleted_file ? '/dev/null' : `b/${new_path}`}\n`
  return `diff --git a/${old_path} b/${new_path}\n${modes}${renamed}${diff === '' ? '' : names + diff}`
}
