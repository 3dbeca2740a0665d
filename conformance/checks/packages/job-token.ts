import { genericPackage, namedPackage } from '../../arrange/packages.ts'
import { check } from '../../check.ts'
import { answers, equals } from '../../expect.ts'
import { forbidden, unauthorized } from '../../oracle/texts.ts'

const list = 'GET /projects/:id/packages'
const one = 'GET /projects/:id/packages/:package_id'
const remove = 'DELETE /projects/:id/packages/:package_id'
const source = 'specification 2, Packages; dossier 2, 3.4'

export const jobElsewhere = check({
  id: 'packages/job-token',
  says: 'The token of a job reads the packages of public projects beside its own, in header and query, and deletes none there',
  source,
  level: 'must',
  covers: [list, one, remove],
  needs: { project: 'public' },
  holds: async (stage) => {
    const { call } = stage
    const job = stage.token('job')?.token ?? ''
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    const named = namedPackage(stage, it)
    for (const way of [{ headers: { 'job-token': job } }, { query: { job_token: job } }]) {
      const options = { as: 'anonymous', ...way } as const
      const reply = await call(list, { id: named.id }, options)
      answers(reply, 200)
      equals('the packages', reply.rows().length, 1, reply)
      answers(await call(one, named, options), 200)
      answers(await call(remove, named, options), forbidden.status, forbidden.body)
    }
  },
})

export const jobInPrivate = check({
  id: 'packages/job-token-private',
  says: 'The token of a job opens no private project beside its own',
  source,
  level: 'must',
  covers: [list],
  holds: async ({ call, project, token }) => {
    const headers = { 'job-token': token('job')?.token ?? '' }
    // Later releases say which project the job is of: 403.
    answers(await call(list, { id: project.id }, { as: 'anonymous', headers }), [404, 403])
  },
})

export const noJob = check({
  id: 'packages/job-token-unknown',
  says: 'What is no token of a job is refused with 401, also where anybody may read',
  source,
  level: 'must',
  covers: [list],
  needs: { project: 'public' },
  holds: async ({ call, project, token }) => {
    for (const who of ['unknown', 'owner'] as const) {
      const headers = { 'job-token': token(who)?.token ?? '' }
      const reply = await call(list, { id: project.id }, { as: 'anonymous', headers })
      answers(reply, unauthorized.status, unauthorized.body)
    }
  },
})
