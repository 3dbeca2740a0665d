import { check } from '../../check.ts'
import { answers, refuses, says } from '../../expect.ts'
import { source } from './begun.ts'

const gists = 'POST /import/extgit/gists'

export const gistsRequired = check({
  id: 'external-import/gists-required',
  says: 'An import of gists asks for a token, whether it is switched on or not',
  source,
  level: 'must',
  covers: [gists],
  needs: { project: 'none', writes: true },
  holds: async ({ call }) => refuses(await call(gists), 'personal_access_token is missing'),
})

export const gistsAnswer = check({
  id: 'external-import/gists-answer',
  says: 'Gists are imported where that is switched on, one import of a user at a time; otherwise the answer is 404',
  source,
  level: 'must',
  covers: [gists],
  needs: { project: 'none', writes: true },
  holds: async (stage) => {
    const params = { personal_access_token: 'far-token' }
    const reply = await stage.call(gists, params)
    if (reply.status === 404) return says(reply, 404, '404 Not Found')
    if (reply.status === 401) return answers(reply, 401, { errors: 'Access denied to the GitHub account' })
    answers(reply, 202, 202)
    answers(await stage.call(gists, params), 422, { errors: 'Import already in progress' })
  },
})
