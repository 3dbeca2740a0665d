import fc from 'fast-check'
import { commit, branch as newBranch } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, textIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'

const commits = '/projects/:id/repository/commits/:sha'
const files = '/projects/:id/repository/files/:file_path'
const source = 'dossier 2, section 13; documentation of the service, Commits API and Repository files API'
const lines = fc.array(fc.constantFrom('one', 'two', 'ü', '', '  ', 'x'), { minLength: 1, maxLength: 6 })
const content = lines.map((all) => `${all.join('\n')}\n`)

export const pickedAndReverted = check({
  id: 'publishing/picked-and-reverted',
  says: 'A commit that is picked brings its change once, keeps its author, and is undone by reverting it',
  source,
  level: 'should',
  covers: [`POST ${commits}/cherry_pick`, `POST ${commits}/revert`],
  needs: { writes: true },
  over: () => content,
  share: 0.4,
  holds: async (stage, text) => {
    const { id, branch } = stage.project
    await commit(stage, { branch, path: 'first.txt' })
    await newBranch(stage, 'target')
    const as = stage.has('developer') ? 'developer' : 'owner'
    const sha = await commit(stage, { branch: 'source', from: branch, path: 'picked.txt', content: text, as })
    const picked = await stage.call(`POST ${commits}/cherry_pick`, { id, sha, branch: 'target' })
    answers(picked, 201)
    const author = (await stage.call(`GET ${commits}`, { id, sha })).row().author_email ?? null
    has(picked.row(), { author_email: author }, picked)
    holds(
      textIn(picked.row(), 'message').includes(`(cherry picked from commit ${sha})`),
      'the message names the commit',
      picked.json,
      picked,
    )
    const raw = { id, file_path: 'picked.txt', ref: 'target' }
    equals('the content', (await stage.call(`GET ${files}/raw`, raw)).text, text)
    const again = await stage.call(`POST ${commits}/cherry_pick`, { id, sha, branch: 'target' })
    answers(again, 400)
    equals('the error code', isRow(again.json) ? again.json.error_code : undefined, 'empty', again)
    const undone = { id, sha: textIn(picked.row(), 'id'), branch: 'target' }
    answers(await stage.call(`POST ${commits}/revert`, undone), 201)
    answers(await stage.call(`GET ${files}/raw`, raw), 404)
  },
})

export const blamed = check({
  id: 'publishing/blame-is-whole',
  says: 'The lines that are told with their commits are the lines of the file, and a new line belongs to the new commit',
  source,
  level: 'should',
  covers: [`GET ${files}/blame`],
  needs: { writes: true },
  over: () => fc.tuple(content, fc.nat({ max: 6 })),
  share: 0.4,
  holds: async (stage, [text, at]: readonly [string, number]) => {
    const { id, branch } = stage.project
    const path = 'blamed.txt'
    const first = await commit(stage, { branch, path, content: text })
    const before = text.slice(0, -1).split('\n')
    const after = before.toSpliced(Math.min(at, before.length), 0, 'quite new')
    const change = { branch, path, content: `${after.join('\n')}\n`, action: 'update' } as const
    const second = await commit(stage, change)
    const reply = await stage.call(`GET ${files}/blame`, { id, file_path: path, ref: branch })
    const told = reply
      .rows()
      .flatMap(({ commit, lines }) =>
        (lines as string[]).map((line) => [line, textIn(commit as never, 'id')]),
      )
    const expected = after.map((line) => [line, line === 'quite new' ? second : first])
    equals('the lines with their commits', told, expected, reply)
  },
})
