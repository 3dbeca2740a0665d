import { attributesKept } from '../../kit/attributes-kept.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const placesOfVariables = ['/projects/:id', '/groups/:id', '/admin/ci'] as const

export const hiddenVariable = check({
  id: 'pipelines/hidden-variable',
  says: 'The value of a hidden variable is never shown',
  source: 'pipelines#variable-hidden',
  level: 'should',
  covers: ['POST /projects/:id/variables', 'GET /projects/:id/variables/:key'],
  holds: async ({ call, project }) => {
    const { id } = project
    const hidden = { key: 'HIDDEN', value: 'secret_value', masked_and_hidden: true }
    const added = await call('POST /projects/:id/variables', { id, ...hidden })
    answers(added, 201)
    has(added.row(), { value: null, hidden: true, masked: true }, added)
    const shown = await call('GET /projects/:id/variables/:key', { id, key: 'HIDDEN' })
    equals('that the value is told', shown.text.includes('secret_value'), false, shown)
  },
})

export const variableScopes = check<(typeof placesOfVariables)[number]>({
  id: 'pipelines/variable-scopes',
  says: 'Variables of one key in several environment scopes are selected by a filter; without it, getting, updating and deleting answer 409',
  source: 'pipelines#variable-scope, pipelines#variable-ambiguous, pipelines#variable-object',
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

export const variableLife = check({
  id: 'pipelines/variable-life',
  says: 'A variable shows the values that it was created with, an update keeps the attributes that are not sent, a duplicate answers 400, and a deleted one answers 404',
  source:
    'pipelines#variable-create, pipelines#variable-taken, pipelines#variable-update, pipelines#variable-delete',
  level: 'should',
  covers: ['projects', 'groups'].flatMap((kind) => [
    `GET /${kind}/:id/variables`,
    `POST /${kind}/:id/variables`,
    `GET /${kind}/:id/variables/:key`,
    `PUT /${kind}/:id/variables/:key`,
    `DELETE /${kind}/:id/variables/:key`,
  ]),
  needs: { writes: true, in: 'group' },
  each: () =>
    ['projects', 'groups'].flatMap((kind) =>
      [{}, { protected: true }, { masked: true }, { variable_type: 'file' }].map(
        (extra) => [kind, extra] as const,
      ),
    ),
  holds: async (stage, [kind, extra]: readonly [string, object]) => {
    const id = kind === 'projects' ? stage.project.id : stage.group.id
    const path = `/${kind}/:id/variables`
    const wish = { key: 'CONFORM', value: 'a-long-value', ...extra }
    const made = await stage.call(`POST ${path}`, { id, ...wish })
    answers(made, 201)
    has(made.row(), { protected: false, masked: false, variable_type: 'env_var', ...wish }, made)
    answers(await stage.call(`GET ${path}/:key`, { id, key: wish.key }), 200, made.json)
    says(await stage.call(`POST ${path}`, { id, ...wish }), 400, {
      key: ['(CONFORM) has already been taken'],
    })
    const changed = await stage.call(`PUT ${path}/:key`, { id, key: wish.key, value: 'another-value' })
    has(changed.row(), { ...wish, value: 'another-value' }, changed)
    answers(await stage.call(`DELETE ${path}/:key`, { id, key: wish.key }), 204)
    answers(await stage.call(`GET ${path}/:key`, { id, key: wish.key }), 404)
    const left = await stage.call(`GET ${path}`, { id })
    holds(!left.rows().some(({ key }) => key === wish.key), 'it is listed no more', left.json, left)
  },
})

export const variableInvalid = check({
  id: 'pipelines/variable-invalid',
  says: 'A variable with an invalid key, or a masked value that cannot be masked, answers 400 with the errors and is not created',
  source: 'pipelines#variable-key, pipelines#variable-masked',
  level: 'should',
  covers: ['POST /projects/:id/variables'],
  each: (): readonly (readonly [object, object])[] => [
    [{ key: 'a b', value: 'x' }, { key: ["can contain only letters, digits and '_'."] }],
    [{ key: 'K', value: 'short', masked: true }, { value: ['is invalid'] }],
    [{ key: 'k'.repeat(256), value: 'x' }, { key: ['is too long (maximum is 255 characters)'] }],
  ],
  holds: async ({ call, project }, [wish, errors]: readonly [object, object]) => {
    says(await call('POST /projects/:id/variables', { id: project.id, ...wish }), 400, errors as never)
    answers(await call('GET /projects/:id/variables', { id: project.id }), 200, [])
  },
})

export const hiddenGroupVariable = attributesKept(
  {
    id: 'pipelines/hidden-group-variable',
    says: 'A hidden variable of a group is created without its value in the answer',
    source: 'pipelines#variable-hidden',
  },
  [
    {
      create: 'POST /groups/:id/variables',
      values: { key: 'KEPT', value: 'a_long_secret', masked_and_hidden: true },
      except: ['value', 'masked_and_hidden'],
      shown: (row, _stage, reply) => has(row, { value: null, hidden: true, masked: true }, reply),
    },
  ],
)

export const variablesWithoutJobs = check({
  id: 'pipelines/variables-without-jobs',
  says: 'Variables of a project whose CI/CD is disabled answer 403',
  source: 'pipelines#variable-without-jobs',
  level: 'should',
  covers: ['GET /projects/:id/variables', 'GET /projects/:id/variables/:key'],
  holds: async ({ call, project }) => {
    const { id } = project
    arranged(await call('POST /projects/:id/variables', { id, key: 'KEPT', value: 'x' }))
    arranged(await call('PUT /projects/:id', { id, builds_access_level: 'disabled' }))
    says(await call('GET /projects/:id/variables', { id }), 403, '403 Forbidden')
    says(await call('GET /projects/:id/variables/:key', { id, key: 'KEPT' }), 403, '403 Forbidden')
  },
})
