import { check } from '../../kit/check.ts'
import { answers, says } from '../../kit/expect.ts'

const AT = '/projects/:id/repository'

export const repositoryOff = check({
  id: 'branches/repository-off',
  says: 'In a project whose repository is switched off branches and commits are missing, for its owner too',
  source: 'branches#repository-off, commits#repository-off',
  level: 'should',
  covers: [`GET ${AT}/branches`, `GET ${AT}/branches/:branch`, `GET ${AT}/commits`, `GET ${AT}/commits/:sha`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const off = {
      id,
      repository_access_level: 'disabled',
      merge_requests_access_level: 'disabled',
      builds_access_level: 'disabled',
    }
    const changed = await call('PUT /projects/:id', off)
    answers(changed, 200)
    if (changed.row().repository_access_level !== 'disabled')
      return stage.skip('the repository cannot be switched off')
    const missing = '404 Repository Not Found'
    says(await call(`GET ${AT}/branches`, { id }), 404, missing)
    says(await call(`GET ${AT}/branches/:branch`, { id, branch }), 404, missing)
    says(await call(`GET ${AT}/commits`, { id }), 404, missing)
    says(await call(`GET ${AT}/commits/:sha`, { id, sha: branch }), 404, missing)
    says(await call(`POST ${AT}/branches`, { id, branch: 'topic', ref: branch }), 404, missing)
    says(await call(`DELETE ${AT}/merged_branches`, { id }), 404, missing)
    says(await call(`GET ${AT}/commits/:sha/comments`, { id, sha: branch }), 404, missing)
  },
})
