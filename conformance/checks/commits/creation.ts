import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'

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
