import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, textIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const compare = 'GET /projects/:id/repository/compare'

const tree = 'GET /projects/:id/repository/tree'

async function committed(stage: Stage, actions: readonly Row[]): Promise<string> {
  const { id, branch } = stage.project
  const params = { id, branch, commit_message: 'Change files', actions } as Params
  const reply = await stage.call('POST /projects/:id/repository/commits', params, { as: 'owner' })
  return textIn(arranged(reply), 'id')
}

const lines = Array.from({ length: 20 }, (_, i) => `line ${i}\n`)

const create = (file_path: string, content: string) => ({ action: 'create', file_path, content })

export const specialDiffs = check({
  id: 'repository/special-diffs',
  says: 'A comparison shows renamed files with their old path, a change of the mode alone and an empty file with an empty diff, and binary files without their content',
  source:
    'repository#diff-renames, repository#diff-mode-change, repository#diff-binary, repository#diff-modes, repository#tree-entry',
  level: 'must',
  covers: [compare, tree],
  holds: async (stage) => {
    const { call, project } = stage
    const [text, other] = [lines.join(''), Array.from({ length: 20 }, (_, i) => `${i} other\n`).join('')]
    const from = await committed(stage, [
      create('kept.txt', text),
      create('edited.txt', text.toUpperCase()),
      create('gone.txt', 'nothing like it\nat all\n'),
      create('run.sh', 'true\n'),
      { ...create('bytes.bin', btoa('\u0000\u0001\u00ff')), encoding: 'base64' },
    ])
    const edited = [...lines.slice(0, 18), 'another end\n', 'of it\n'].join('').toUpperCase()
    const to = await committed(stage, [
      { action: 'move', file_path: 'moved.txt', previous_path: 'kept.txt' },
      { action: 'move', file_path: 'rewritten.txt', previous_path: 'edited.txt', content: edited },
      { action: 'delete', file_path: 'gone.txt' },
      create('new.txt', other),
      { action: 'chmod', file_path: 'run.sh', execute_filemode: true },
      { action: 'update', file_path: 'bytes.bin', content: btoa('\u0000\u0002\u00fe'), encoding: 'base64' },
      create('empty.txt', ''),
    ])
    const reply = await call(compare, { id: project.id, from, to })
    const { diffs } = reply.row()
    holds(isRows(diffs), 'diffs are objects', diffs, reply)
    const of = (path: string) => diffs.find(({ new_path }) => new_path === path) ?? {}
    const plain = { new_file: false, deleted_file: false }
    has(of('moved.txt'), { ...plain, renamed_file: true, old_path: 'kept.txt', diff: '' }, reply)
    has(of('rewritten.txt'), { ...plain, renamed_file: true, old_path: 'edited.txt' }, reply)
    holds(textIn(of('rewritten.txt'), 'diff').includes('+ANOTHER END'), 'its changes are shown', null, reply)
    has(of('gone.txt'), { deleted_file: true, renamed_file: false, b_mode: '0' }, reply)
    has(of('new.txt'), { new_file: true, renamed_file: false, old_path: 'new.txt' }, reply)
    has(of('run.sh'), { ...plain, a_mode: '100644', b_mode: '100755', diff: '' }, reply)
    has(of('empty.txt'), { new_file: true, a_mode: '0', b_mode: '100644', diff: '' }, reply)
    has(of('bytes.bin'), { ...plain, diff: 'Binary files a/bytes.bin and b/bytes.bin differ\n' }, reply)
    equals('how many files differ', diffs.length, 7, reply)
    const listed = await call(tree, { id: project.id })
    const modes = listed.rows().map(({ name, mode }) => [name ?? null, mode ?? null])
    const plainMode = (name: string) => [name, '100644']
    equals(
      'the modes',
      modes,
      [
        ...['bytes.bin', 'empty.txt', 'moved.txt', 'new.txt', 'rewritten.txt'].map(plainMode),
        ['run.sh', '100755'],
      ],
      listed,
    )
  },
})

export const neverOutOfDate = check({
  id: 'repository/compare-never-out-of-date',
  says: 'A comparison with a branch or tag, or with a short ID, is of the commit that it leads to now',
  source: 'repository#compare-cache, repository#compare-refs',
  level: 'must',
  covers: [compare],
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const first = await committed(stage, [create('one', '1\n')])
    const tag = { id, tag_name: 'v1', ref: first }
    answers(await call('POST /projects/:id/repository/tags', tag), 201)
    const commits = async (from: string) => {
      const reply = await call(compare, { id, from, to: branch })
      const found = reply.row().commits
      return isRows(found) ? found.map((row) => row.id ?? null) : null
    }
    equals('the commits at first', await commits('v1'), [])
    const second = await committed(stage, [create('two', '2\n')])
    for (const from of ['v1', first.slice(0, 10)]) equals('the commits', await commits(from), [second])
  },
})

const MANY = 1001

export const diffLimits = check({
  id: 'repository/diff-limits',
  says: 'A comparison has at most 1,000 files, shows the text of the first of them alone, and of one large file all but what is above 200 KB',
  source: 'repository#diff-limits',
  level: 'should',
  covers: [compare],
  holds: async (stage) => {
    const { call, project } = stage
    const from = await committed(stage, [create('first', '')])
    const name = (n: number) => `file-${String(n).padStart(4, '0')}`
    const many = await committed(
      stage,
      Array.from({ length: MANY }, (_, n) => create(name(n), 'x\n')),
    )
    const limited = await call(compare, { id: project.id, from, to: many })
    const { diffs } = limited.row()
    holds(isRows(diffs), 'diffs are objects', null, limited)
    has(limited.row(), { compare_timeout: true }, limited)
    equals('how many files are listed', diffs.length, 1000, limited)
    equals('the text of the first file', diffs[0]?.diff, '@@ -0,0 +1 @@\n+x\n', limited)
    equals('the text of the last file', diffs.at(-1)?.diff, '', limited)
    const long = (kilobytes: number) => `${'y'.repeat(99)}\n`.repeat(kilobytes * 10)
    for (const [kilobytes, whole] of [
      [150, true],
      [250, false],
    ] as const) {
      const path = `large-${kilobytes}`
      const before = await committed(stage, [create(`${path}-before`, '')])
      const to = await committed(stage, [create(path, long(kilobytes))])
      const reply = await call(compare, { id: project.id, from: before, to })
      const [one = {}] = isRows(reply.row().diffs) ? (reply.row().diffs as readonly Row[]) : []
      has(one, { new_path: path, new_file: true }, reply)
      equals(`whether ${kilobytes} KB are shown`, textIn(one, 'diff') !== '', whole, reply)
    }
  },
})
