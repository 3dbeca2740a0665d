import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'

export const startSha = check({
  id: 'commits/start-sha',
  says: 'A commit with `start_sha` has this commit as its parent, and the branch that it creates can become the default branch',
  source: 'commits#start-sha',
  level: 'should',
  covers: ['POST /projects/:id/repository/commits', 'PUT /projects/:id'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const start_sha = await commit(stage, { branch: project.branch, path: 'first.txt' })
    await commit(stage, { branch: project.branch, path: 'second.txt' })
    const actions = [{ action: 'create', file_path: 'third.txt', content: 'third\n' }]
    const wish = { id: project.id, branch: 'beside', start_sha, commit_message: 'Beside', actions }
    const made = await call('POST /projects/:id/repository/commits', wish)
    answers(made, 201)
    equals('its parents', made.row().parent_ids, [start_sha], made)
    const turned = await call('PUT /projects/:id', { id: project.id, default_branch: 'beside' })
    answers(turned, 200)
    equals('the default branch', turned.row().default_branch, 'beside', turned)
  },
})

export const startBranch = check({
  id: 'commits/start-branch',
  says: 'A commit with `start_branch` makes its branch from that one, of the project itself or of `start_project`; a project that there is not answers 404',
  source: 'commits#start-branch, commits#start-project',
  level: 'should',
  covers: ['POST /projects/:id/repository/commits'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch: start_branch } = project
    const head = await commit(stage, { branch: start_branch, path: 'first.txt' })
    const actions = [{ action: 'create', file_path: 'beside.txt', content: 'beside\n' }]
    const made = (branch: string, rest: Params) =>
      call('POST /projects/:id/repository/commits', {
        id,
        branch,
        start_branch,
        commit_message: 'Beside',
        actions,
        ...rest,
      })
    for (const [branch, rest] of [
      ['beside', {}],
      ['of-the-project-itself', { start_project: id }],
    ] as const) {
      const reply = await made(branch, rest)
      answers(reply, 201)
      equals(`the parents of the commit on ${branch}`, reply.row().parent_ids, [head], reply)
    }
    answers(await made('of-none', { start_project: NOBODY }), 404)
    answers(await call('GET /projects/:id/repository/branches/:branch', { id, branch: 'of-none' }), 404)
  },
})

/** A number that no project has. */
const NOBODY = 987_654_321
