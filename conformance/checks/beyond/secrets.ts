import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, textIn } from '../../kit/expect.ts'

const source = 'dossier 2, section 13; documentation of variables and access tokens'

const placesOfVariables = ['/projects/:id', '/groups/:id', '/admin/ci'] as const

export const variables = check<(typeof placesOfVariables)[number]>({
  id: 'beyond/variables',
  says: 'A variable is kept with all that is told of it; one of several scopes is named with a filter, and without it 409',
  source,
  level: 'should',
  covers: placesOfVariables.flatMap((place) => [
    `POST ${place}/variables`,
    ...['GET', 'PUT', 'DELETE'].map((verb) => `${verb} ${place}/variables/:key`),
  ]),
  needs: { in: 'group', rewinds: true, tier: 'premium' },
  each: () => placesOfVariables,
  holds: async (stage, place) => {
    const as = place === '/admin/ci' ? 'admin' : 'owner'
    const { id } = place === '/groups/:id' ? stage.group : stage.project
    const call = (verb: string, params: object, path = '/:key') =>
      stage.call(`${verb} ${place}/variables${path}`, { id, key: 'CONFORM_KEY', ...params }, { as })
    const told = { value: 'some-value', protected: true, masked: false, raw: true, variable_type: 'file' }
    const made = await call('POST', { ...told, description: 'Of the suite', environment_scope: '*' }, '')
    answers(made, 201)
    has(made.row(), { key: 'CONFORM_KEY', value: 'some-value', protected: true, variable_type: 'file' }, made)
    has((await call('GET', { filter: { environment_scope: '*' } })).row(), { value: 'some-value' })
    answers(await call('GET', { filter: { environment_scope: 'nowhere' } }), 404)
    const second = await call('POST', { ...told, value: 'other', environment_scope: 'staging' }, '')
    const scopes = second.status === 201 ? ['*', 'staging'] : ['*']
    if (scopes.length > 1)
      for (const verb of ['GET', 'PUT', 'DELETE']) answers(await call(verb, { value: 'x' }), 409)
    for (const scope of scopes) {
      const filter = { environment_scope: scope }
      const change = { value: `of-${scope}`, protected: false, filter }
      const changed = await call('PUT', change)
      answers(changed, 200)
      has(changed.row(), { value: `of-${scope}`, protected: false }, changed)
      answers(await call('DELETE', { filter }), 204)
      answers(await call('GET', { filter }), 404)
    }
  },
})

export const bots = check<'projects' | 'groups'>({
  id: 'beyond/access-tokens',
  says: 'A token of a project or a group opens it to a bot of its level, which takes back the approvals of a merge request',
  source,
  level: 'should',
  covers: [
    'POST /projects/:id/access_tokens',
    'POST /groups/:id/access_tokens',
    'PUT /projects/:id/merge_requests/:merge_request_iid/reset_approvals',
  ],
  needs: { in: 'group', repository: true, tier: 'premium' },
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    const { id } = kind === 'projects' ? stage.project : stage.group
    const wish = { id, name: 'Robot', scopes: ['api'], access_level: 40, expires_at: '2030-01-01' }
    const made = await stage.call(`POST /${kind}/:id/access_tokens`, wish)
    answers(made, 201)
    has(made.row(), { name: 'Robot', scopes: ['api'], access_level: 40, expires_at: '2030-01-01' }, made)
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    const request = '/projects/:id/merge_requests/:merge_request_iid'
    answers(await stage.call(`POST ${request}/approve`, place), 201)
    const reset = `PUT ${request}/reset_approvals`
    answers(await stage.call(reset, place), 401)
    const headers = { 'private-token': textIn(made.row(), 'token') }
    answers(await stage.call(reset, place, { headers }), 202)
    equals('who approves', (await stage.call(`GET ${request}/approvals`, place)).row().approved_by, [])
  },
})
