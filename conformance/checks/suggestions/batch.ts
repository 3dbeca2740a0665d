import fc from 'fast-check'
import { contentOf, headOf, propose, suggest } from '../../arrange/suggestions.ts'
import { numbered, otherLines, textOf } from '../../draw/lines.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { overlap, reasons, replaced } from '../../oracle/suggestions.ts'
import type { Stage } from '../../run/stage.ts'
import { isDefaultMessage } from './default-message.ts'

const batch = 'PUT /suggestions/batch_apply'

const needs = { repository: true } as const

const paths = ['song.txt', 'docs/more.txt'] as const

const edits = fc
  .array(
    fc.record({
      path: fc.constantFrom(...paths),
      from: fc.integer({ min: 1, max: 7 }),
      more: fc.integer({ min: 0, max: 2 }),
      lines: otherLines('new'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ more, ...edit }, at) => ({
      ...edit,
      to: edit.from + more,
      lines: edit.lines.map((line) => `${line} of ${at}`),
    })),
  )

type Edits = readonly {
  readonly path: string
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}[]

async function suggested(stage: Stage, branch: string, all: Edits): Promise<number[]> {
  const files = Object.fromEntries(paths.map((path) => [path, textOf(numbered(9))]))
  const proposal = await propose(stage, branch, files)
  const ids: number[] = []
  for (const edit of all) ids.push(numberIn(await suggest(stage, proposal, edit), 'id'))
  return ids
}

function expected(path: string, all: Edits): string {
  return textOf(
    replaced(
      numbered(9),
      all.filter((edit) => edit.path === path),
    ),
  )
}

function clash(all: Edits): boolean {
  return paths.some((path) => overlap(all.filter((edit) => edit.path === path)))
}

export const batchCheck = check({
  id: 'suggestions/batch',
  says: 'A batch applies all of its suggestions in one commit, or none when two of them overlap',
  source: 'suggestions#batch, suggestions#overlap, suggestions#message',
  level: 'must',
  covers: [batch],
  needs,
  over: () => edits,
  holds: async (stage, all: Edits) => {
    const ids = await suggested(stage, 'edit', all)
    const before = textIn(await headOf(stage, 'edit'), 'id')
    const reply = await stage.call(batch, { ids })
    if (clash(all)) {
      says(reply, 400, reasons.overlap)
      return equals('the head', (await headOf(stage, 'edit')).id, before)
    }
    answers(reply, 200)
    const shown = reply.rows().map((row) => Number(row.id))
    equals(
      'the suggestions',
      [...shown].sort((a, b) => a - b),
      ids,
    )
    if (stage.dialect !== undefined)
      for (const row of reply.rows()) has(row, { applied: true, applicable: false }, reply)
    for (const path of paths) equals(path, await contentOf(stage, 'edit', path), expected(path, all))
    const { parent_ids, message } = await headOf(stage, 'edit')
    equals('the parents of the commit', parent_ids, [before])
    const files = new Set(all.map(({ path }) => path)).size
    await isDefaultMessage(stage, message, `Apply ${all.length} suggestion(s) to ${files} file(s)`)
  },
})

export const batchIds = check({
  id: 'suggestions/batch-ids',
  says: 'A batch takes its IDs in any order, as an array or as a comma-separated text',
  source: 'suggestions#batch-ids',
  level: 'must',
  covers: [batch],
  needs,
  over: () => edits.filter((all) => !clash(all)),
  holds: async (stage, all: Edits) => {
    const [one, other] = [await suggested(stage, 'one', all), await suggested(stage, 'other', all)]
    answers(await stage.call(batch, { ids: one }), 200)
    answers(await stage.call(batch, { ids: [...other].reverse().join(',') }), 200)
    for (const path of paths)
      equals(path, await contentOf(stage, 'other', path), await contentOf(stage, 'one', path))
  },
})

export const batchCommitAuthor = check({
  id: 'suggestions/batch-commit-author',
  says: 'The commit of a batch with several authors has the caller as its author and committer',
  source: 'suggestions#author',
  level: 'should',
  covers: [batch],
  needs,
  holds: async (stage) => {
    if (!stage.has('maintainer') || !stage.has('developer'))
      return stage.skip('the target was given no maintainer and developer credentials')
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\ntwo\n' })
    const ids: number[] = []
    for (const [from, as] of [
      [1, 'maintainer'],
      [2, 'developer'],
    ] as const) {
      const edit = { path: 'song.txt', from, to: from, lines: [`by ${as}`] }
      ids.push(numberIn(await suggest(stage, proposal, edit, as), 'id'))
    }
    answers(await stage.call(batch, { ids }, { as: 'owner' }), 200)
    const { name } = stage.user('owner')
    has(await headOf(stage, 'edit'), { author_name: name, committer_name: name })
  },
})
