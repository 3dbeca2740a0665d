import { check } from '../../kit/check.ts'
import { answers, says } from '../../kit/expect.ts'
import { noRoute, recordMissing } from '../../oracle/texts.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const path = '/projects/:id/protected_tags'
const source = 'specification 2, Protected tags; dossier 2, section 5'

export const exactNames = check({
  id: 'protected-tags/exact-names',
  says: 'A protection is found by its own name alone, never by a tag that it covers, nor in another case of letters',
  source,
  level: 'must',
  covers: [`GET ${path}/:name`, `DELETE ${path}/:name`],
  holds: async ({ call, project }) => {
    const { id } = project
    for (const name of ['v*', 'feature/*', '*']) arranged(await call(`POST ${path}`, { id, name }))
    for (const name of ['v1.0', 'V*', 'v', 'feature/x', 'feature'])
      for (const verb of ['GET', 'DELETE'])
        answers(await call(`${verb} ${path}/:name`, { id, name }), recordMissing.status, recordMissing.body)
    for (const name of ['v*', 'feature/*', '*']) answers(await call(`GET ${path}/:name`, { id, name }), 200)
  },
})

export const encodedNames = check({
  id: 'protected-tags/encoded-names',
  says: 'In a path an asterisk may stay as it is, and a slash has to be encoded',
  source,
  level: 'must',
  covers: [`GET ${path}/:name`],
  holds: async ({ call, send, project }) => {
    arranged(await call(`POST ${path}`, { id: project.id, name: 'feature/v1.*' }))
    const here = `/projects/${project.id}/protected_tags`
    for (const name of ['feature%2Fv1.*', 'feature%2fv1.%2A'])
      answers(await send('GET', `${here}/${name}`), 200)
    answers(await send('GET', `${here}/feature/v1.*`), noRoute.status, noRoute.body)
  },
})

export const deletedIsGone = check({
  id: 'protected-tags/deleted-is-gone',
  says: 'A protection is deleted once with 204 and no body, and is then missing',
  source,
  level: 'must',
  covers: [`DELETE ${path}/:name`],
  each: () => ['v*', 'v1.0', 'feature/*'],
  holds: async ({ call, project }, name) => {
    const params = { id: project.id, name }
    arranged(await call(`POST ${path}`, params))
    answers(await call(`DELETE ${path}/:name`, params), 204)
    for (const verb of ['GET', 'DELETE'])
      answers(await call(`${verb} ${path}/:name`, params), recordMissing.status, recordMissing.body)
    answers(await call(`GET ${path}`, { id: project.id }), 200, [])
  },
})

export const precondition = check({
  id: 'protected-tags/unmodified-since',
  says: 'A protection is not deleted for a caller who knows an older state of it: 412',
  source: 'dossier 1, 2.1',
  level: 'should',
  covers: [`DELETE ${path}/:name`],
  holds: async ({ call, project }) => {
    const params = { id: project.id, name: 'v*' }
    arranged(await call(`POST ${path}`, params))
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    says(await call(`DELETE ${path}/:name`, params, { headers }), 412, '412 Precondition Failed')
    answers(await call(`GET ${path}/:name`, params), 200)
  },
})

export const archived = check({
  id: 'protected-tags/archived-project',
  says: 'In an archived project protections are read as before, and every write answers 403',
  source: 'dossier 2, section 12',
  level: 'should',
  covers: [`POST ${path}`, `DELETE ${path}/:name`],
  holds: async ({ call, project }) => {
    const params = { id: project.id, name: 'v*' }
    arranged(await call(`POST ${path}`, params))
    expectArranged(await call('POST /projects/:id/archive', { id: project.id }))
    answers(await call(`GET ${path}/:name`, params), 200)
    says(await call(`POST ${path}`, { ...params, name: 'x' }), 403, '403 Forbidden')
    says(await call(`DELETE ${path}/:name`, params), 403, '403 Forbidden')
  },
})
