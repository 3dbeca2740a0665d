import fc from 'fast-check'
import { commit, branch as newBranch } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, textIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'

const commits = '/projects/:id/repository/commits/:sha'

const files = '/projects/:id/repository/files/:file_path'

const lines = fc.array(fc.constantFrom('one', 'two', 'ü', '', '  ', 'x'), { minLength: 1, maxLength: 6 })

const content = lines.map((all) => `${all.join('\n')}\n`)

export const cherryPickAndRevert = check({
  id: 'commits/cherry-pick-and-revert',
  says: 'A cherry-picked commit applies its change once, keeps its author and names the commit in its message, and reverting it removes the change',
  source: 'commits#cherry-pick, commits#replay-empty, commits#revert',
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
