import fc from 'fast-check'
import { commit, branch as newBranch } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, rowIn, textIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'

const commits = '/projects/:id/repository/commits/:sha'

const files = '/projects/:id/repository/files/:file_path'

const lines = fc.array(fc.constantFrom('one', 'two', 'ü', '', '  ', 'x'), { minLength: 1, maxLength: 6 })

const content = lines.map((all) => `${all.join('\n')}\n`)

export const cherryPickAndRevert = check({
  id: 'commits/cherry-pick-and-revert',
  says: 'A cherry-picked commit applies its change once, keeps its author and names the commit in its message, and reverting it removes the change',
  source: 'commits#cherry-pick, commits#replay-empty, commits#revert, commits#later-replayed',
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
    await stage.changed('commits#later-replayed', {
      before: () => {
        if (stage.dialect !== undefined) names(picked.row(), ['project_id', 'last_pipeline'], picked)
      },
      after: () => lacks(picked.row(), ['project_id', 'last_pipeline', 'stats', 'status'], picked),
    })
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

export const timesOfPickedCommit = check({
  id: 'commits/times-of-a-picked-commit',
  says: 'A cherry-picked commit keeps `authored_date`, and `created_at` and `committed_date` are the time of picking, wherever it is shown',
  source: 'commits#shape, commits#cherry-pick, repository#full-commits, repository#merge-base',
  level: 'should',
  covers: [
    `POST ${commits}/cherry_pick`,
    `GET ${commits}`,
    'GET /projects/:id/repository/compare',
    'GET /projects/:id/repository/merge_base',
  ],
  needs: { writes: true, repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    await newBranch(stage, 'target')
    const sha = await commit(stage, { branch: 'source', from: branch, path: 'picked.txt' })
    const original = (await call(`GET ${commits}`, { id, sha })).row()
    await stage.wait(2)
    const picked = await call(`POST ${commits}/cherry_pick`, { id, sha, branch: 'target' })
    answers(picked, 201)
    const { committed_date = null } = picked.row()
    const written = original.authored_date ?? null
    holds(
      Date.parse(String(committed_date)) > Date.parse(String(written)),
      'it was committed later',
      committed_date,
    )
    const head = textIn(picked.row(), 'id')
    const compared = await call('GET /projects/:id/repository/compare', { id, from: branch, to: head })
    const base = await call('GET /projects/:id/repository/merge_base', { id, refs: [head, 'target'] })
    const shown = [picked.row(), (await call(`GET ${commits}`, { id, sha: head })).row(), base.row()]
    for (const row of [...shown, rowIn(compared.row(), 'commit')])
      has(row, { id: head, authored_date: written, created_at: committed_date, committed_date })
  },
})
