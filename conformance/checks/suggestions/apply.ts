import fc from 'fast-check'
import {
  applyInTime,
  comment,
  contentOf,
  headOf,
  propose,
  suggest,
  write,
} from '../../arrange/suggestions.ts'
import { numbered, otherLines, textOf } from '../../draw/lines.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, names, numberIn, textIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { replaced } from '../../oracle/suggestions.ts'
import { expectArranged } from '../../run/stage.ts'

const apply = 'PUT /suggestions/:id/apply'

const needs = { repository: true } as const

export const applyCheck = check({
  id: 'suggestions/apply',
  says: 'Applying a suggestion makes one commit on the source branch that replaces its lines, and marks it as applied',
  source:
    'suggestions#apply, suggestions#one-commit, suggestions#returned-state, suggestions#already-applied',
  level: 'must',
  covers: [apply],
  needs,
  over: () =>
    fc.record({
      from: fc.integer({ min: 1, max: 6 }),
      more: fc.integer({ min: 0, max: 2 }),
      lines: otherLines('new'),
    }),
  holds: async (stage, { from, more, lines }) => {
    const before = numbered(8)
    const proposal = await propose(stage, 'edit', { 'song.txt': textOf(before) })
    const base = await headOf(stage, 'edit')
    const edit = { path: 'song.txt', from, to: from + more, lines }
    const suggestion = await suggest(stage, proposal, edit)
    const shown = {
      from_line: from,
      to_line: from + more,
      from_content: textOf(before.slice(from - 1, from + more)),
      to_content: textOf(lines),
    }
    has(suggestion, { ...shown, applied: false, applicable: true })
    const id = numberIn(suggestion, 'id')
    const reply = await stage.call(apply, { id })
    answers(reply, 200)
    // The service answers what was, the public documentation and a later read tell what is.
    has(reply.row(), { id, ...shown, ...(stage.dialect && { applied: true, applicable: false }) }, reply)
    equals('the file', await contentOf(stage, 'edit', 'song.txt'), textOf(replaced(before, [edit])))
    equals('the parents of the commit', (await headOf(stage, 'edit')).parent_ids, [textIn(base, 'id')])
    answers(await stage.call(apply, { id }), 400)
  },
})

export const fields = check({
  id: 'suggestions/fields',
  says: 'A suggestion shows its lines and contents, and `appliable` and `applicable` have the same value',
  source: 'suggestions#object',
  level: 'must',
  covers: [apply],
  needs,
  holds: async (stage) => {
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\ntwo\n' })
    const made = await suggest(stage, proposal, { path: 'song.txt', from: 2, to: 2, lines: ['TWO'] })
    const reply = await stage.call(apply, { id: numberIn(made, 'id') })
    for (const row of [made, reply.row()]) {
      names(row, ['id', 'from_line', 'to_line', 'applied', 'from_content', 'to_content'], reply)
      if (stage.dialect !== undefined) names(row, ['applicable', 'appliable'], reply)
      equals(
        'the two names of one thing',
        row.applicable ?? row.appliable,
        row.appliable ?? row.applicable,
        reply,
      )
    }
  },
})

export const blocks = check({
  id: 'suggestions/blocks',
  says: 'Each `suggestion` block of a note on a diff makes a suggestion for the lines that it names, and no other block does',
  source: 'suggestions#blocks, suggestions#where-shown',
  level: 'must',
  covers: [apply],
  needs,
  each: (): readonly (readonly [body: string, ranges: readonly (readonly [number, number])[]])[] => [
    ['```suggestion\nx\n```', [[3, 3]]],
    ['Text\n\n```suggestion:-0+0\nx\n```\n\nmore', [[3, 3]]],
    ['```suggestion:-1+2\nx\n```', [[2, 5]]],
    ['```suggestion:-9+0\nx\n```', [[1, 3]]],
    [
      '```suggestion\nx\n```\n\n```suggestion:-1+0\ny\n```',
      [
        [3, 3],
        [2, 3],
      ],
    ],
    ['```\nsuggestion\n```', []],
    ['```suggestions\nx\n```', []],
  ],
  holds: async (stage, [body, ranges]) => {
    const proposal = await propose(stage, 'edit', { 'song.txt': textOf(numbered(6)) })
    const made = await comment(stage, proposal, { path: 'song.txt', line: 3, body })
    const shown = made.map((it) => [it.from_line ?? null, it.to_line ?? null])
    equals(
      'the ranges',
      shown,
      ranges.map((range) => [...range]),
    )
  },
})

export const commitAuthor = check({
  id: 'suggestions/commit-author',
  says: 'The commit has the caller as its committer, and the author of the suggestion as its author, whom it names at the end of its message instead from 16.11 on',
  source: 'suggestions#author, suggestions#later-co-authors',
  level: 'should',
  covers: [apply],
  needs,
  holds: async (stage) => {
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\n' })
    const as = stage.has('maintainer') ? 'maintainer' : 'owner'
    const edit = { path: 'song.txt', from: 1, to: 1, lines: ['ONE'] }
    const { id } = await suggest(stage, proposal, edit, as)
    answers(await stage.call(apply, { id: Number(id) }, { as: 'owner' }), 200)
    const commit = await headOf(stage, 'edit')
    const { name } = stage.user('owner')
    has(commit, { committer_name: name })
    const ends = textIn(commit, 'message').includes(`\n\nCo-authored-by: ${stage.user(as).name} <`)
    await stage.changed('suggestions#later-co-authors', {
      before: () => {
        has(commit, { author_name: stage.user(as).name })
        equals('whether the message names the author', ends, false)
      },
      after: () => {
        has(commit, { author_name: as === 'owner' ? stage.user(as).name : name })
        equals('whether the message names the author', ends, as !== 'owner')
      },
    })
  },
})

export const mergeRequestUpdated = check({
  id: 'suggestions/merge-request-updated',
  says: 'The head, the commits and the diff of the merge request follow the commit of an applied suggestion',
  source: 'suggestions#one-commit',
  level: 'must',
  covers: [apply],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\ntwo\n' })
    const { id } = await suggest(stage, proposal, { path: 'song.txt', from: 1, to: 1, lines: ['ONE'] })
    answers(await call(apply, { id: Number(id) }), 200)
    if (stage.dialect === undefined) await stage.wait(5)
    const head = textIn(await headOf(stage, 'edit'), 'id')
    const named = { id: project.id, merge_request_iid: proposal.iid }
    const path = '/projects/:id/merge_requests/:merge_request_iid'
    const request = (await call(`GET ${path}`, named)).row()
    equals('the head', request.sha, head)
    equals('the head of the diff', isRow(request.diff_refs) ? request.diff_refs.head_sha : null, head)
    equals('the number of commits', (await call(`GET ${path}/commits`, named)).rows().length, 2)
    const [file = {}] = (await call(`GET ${path}/diffs`, named)).rows()
    equals('the diff', textIn(file, 'diff').replace(/^@@.*\n/, ''), '+ONE\n+two\n')
  },
})

export const approvalsReset = check({
  id: 'suggestions/approvals-reset',
  says: 'Applying a suggestion resets approvals where a push does',
  source: 'suggestions#approvals-reset',
  level: 'must',
  covers: [apply],
  needs: { ...needs, tier: 'premium' },
  each: () => [true, false],
  holds: async (stage, reset_approvals_on_push) => {
    const { call, project } = stage
    if (!stage.has('maintainer')) return stage.skip('the target was given no maintainer credential')
    expectArranged(await call('POST /projects/:id/approvals', { id: project.id, reset_approvals_on_push }))
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\n' })
    const { id } = await suggest(
      stage,
      proposal,
      { path: 'song.txt', from: 1, to: 1, lines: ['ONE'] },
      'owner',
    )
    const named = { id: project.id, merge_request_iid: proposal.iid }
    const path = '/projects/:id/merge_requests/:merge_request_iid'
    expectArranged(await call(`POST ${path}/approve`, named, { as: 'maintainer' }))
    answers(await call(apply, { id: Number(id) }), 200)
    if (stage.dialect === undefined) await stage.wait(10)
    const approvals = (await call(`GET ${path}/approvals`, named)).row()
    const left = Array.isArray(approvals.approved_by) ? approvals.approved_by.length : null
    equals('the approvals', left, reset_approvals_on_push ? 0 : 1)
  },
})

export const lineEnds = check({
  id: 'suggestions/line-ends',
  says: 'New lines end as the last replaced line does, and the rest of the file stays unchanged',
  source: 'suggestions#line-ends',
  level: 'should',
  covers: [apply],
  needs,
  each: () => [
    ['a\r\nb\r\nc', 2, 'a\r\nB\r\nc'] as const,
    ['a\r\nb\r\nc', 3, 'a\r\nb\r\nB'] as const,
    ['a\nb\n', 2, 'a\nB\n'] as const,
    ['ü\nb\n\n', 2, 'ü\nB\n\n'] as const,
  ],
  holds: async (stage, [text, line, expected]) => {
    const proposal = await propose(stage, 'edit', { 'song.txt': text })
    const edit = { path: 'song.txt', from: line, to: line, lines: ['B'] }
    const { id } = await suggest(stage, proposal, edit)
    answers(await stage.call(apply, { id: Number(id) }), 200)
    equals('the file', await contentOf(stage, 'edit', 'song.txt'), expected)
  },
})

export const movedLines = check({
  id: 'suggestions/moved-lines',
  says: 'A suggestion whose lines moved in a push is applied where they are now, once its note is up to date',
  source: 'suggestions#moved-lines, suggestions#head-moved',
  level: 'must',
  covers: [apply],
  needs,
  holds: async (stage) => {
    const before = numbered(6)
    const proposal = await propose(stage, 'edit', { 'song.txt': textOf(before) })
    const { id } = await suggest(stage, proposal, { path: 'song.txt', from: 4, to: 4, lines: ['FOUR'] })
    await write(stage, 'edit', { 'song.txt': `zero\n${textOf(before)}` })
    const early = await stage.call(apply, { id: Number(id) })
    if (early.status !== 200) {
      answers(early, 400, { message: 'A file has been changed.' })
      answers(await applyInTime(stage, [Number(id)]), 200)
    } else stage.observe('how soon a note finds its lines', 'at once')
    const expected = ['zero', ...replaced(before, [{ from: 4, to: 4, lines: ['FOUR'] }])]
    equals('the file', await contentOf(stage, 'edit', 'song.txt'), textOf(expected))
  },
})

export const blockLimit = check({
  id: 'suggestions/block-limit',
  says: 'A block extends at most 100 lines above and 100 below',
  source: 'suggestions#block-limit',
  level: 'must',
  covers: [apply],
  needs,
  holds: async (stage) => {
    const text = textOf(Array.from({ length: 230 }, (_, i) => `line ${i + 1}`))
    const proposal = await propose(stage, 'edit', { 'song.txt': text })
    const body = '```suggestion:-100+100\nx\n```\n\n```suggestion:-101+101\ny\n```'
    const made = await comment(stage, proposal, { path: 'song.txt', line: 115, body })
    equals(
      'the ranges',
      made.map((it) => [it.from_line ?? null, it.to_line ?? null]),
      [
        [15, 215],
        [15, 215],
      ],
    )
  },
})

export const emptyBlock = check<readonly [body: string, expected: string]>({
  id: 'suggestions/empty-block',
  says: 'A suggestion without text removes the lines',
  source: 'suggestions#empty-block',
  level: 'should',
  covers: [apply],
  needs,
  each: () => [
    ['```suggestion\n```', 'one\nthree\n'],
    ['```suggestion:-1+0\n   \n```', 'three\n'],
  ],
  holds: async (stage, [body, expected]) => {
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\ntwo\nthree\n' })
    const [made = {}] = await comment(stage, proposal, { path: 'song.txt', line: 2, body })
    equals('the new content', made.to_content, '')
    answers(await stage.call(apply, { id: numberIn(made, 'id') }), 200)
    equals('the file', await contentOf(stage, 'edit', 'song.txt'), expected)
  },
})
