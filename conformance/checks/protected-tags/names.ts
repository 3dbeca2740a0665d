import { check } from '../../kit/check.ts'
import { answers, equals, says } from '../../kit/expect.ts'
import { noRoute, recordMissing } from '../../oracle/texts.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const path = '/projects/:id/protected_tags'

export const exactNames = check({
  id: 'protected-tags/exact-names',
  says: 'A protected tag is found by its exact name only, neither by a tag that it matches nor in another case',
  source: 'protected-tags#exact-names, protected-tags#unknown-name',
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

export const oddNames = check<string>({
  id: 'protected-tags/odd-names',
  says: 'A tag is protected, read and unprotected under a name that looks encoded or has characters with a meaning in addresses',
  source: 'protected-tags#exact-names, protected-tags#encoded-names',
  level: 'must',
  covers: [`POST ${path}`, `GET ${path}/:name`, `DELETE ${path}/:name`],
  hardy: true,
  each: () => [
    'v%2F1',
    'v/1',
    'v+1',
    'v%1',
    'v%252F1',
    'v;1',
    'v&1=2',
    'v#1',
    'v.json',
    'vä1',
    'v"1',
    'v 1',
    'v  1',
  ],
  holds: async ({ call, project }, name) => {
    const { id } = project
    const made = await call(`POST ${path}`, { id, name })
    answers(made, 201)
    equals('the name', made.row().name, name, made)
    const other = name === 'v/1' ? 'v%2F1' : 'v/1'
    answers(await call(`GET ${path}/:name`, { id, name: other }), recordMissing.status, recordMissing.body)
    const read = await call(`GET ${path}/:name`, { id, name })
    answers(read, 200, made.json ?? null)
    answers(await call(`DELETE ${path}/:name`, { id, name }), 204)
    answers(await call(`GET ${path}/:name`, { id, name }), recordMissing.status, recordMissing.body)
  },
})

export const encodedNames = check({
  id: 'protected-tags/encoded-names',
  says: 'The path of a protected tag takes a raw asterisk, while a slash in the name must be encoded',
  source: 'protected-tags#encoded-names',
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
  says: 'Unprotecting a tag answers 204 without a body, and 404 from then on',
  source: 'protected-tags#delete, protected-tags#unknown-name',
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

export const unmodifiedSince = check({
  id: 'protected-tags/unmodified-since',
  says: 'Unprotecting a tag answers 412 when `If-Unmodified-Since` is older than the protection',
  source: 'protected-tags#unmodified-since',
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

export const archivedProject = check({
  id: 'protected-tags/archived-project',
  says: 'Protected tags of an archived project can be read, and every write answers 403',
  source: 'protected-tags#archived-project',
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

export const rightsFirst = check({
  id: 'protected-tags/rights-first',
  says: 'A caller without the Maintainer role is refused before the parameters are checked; whoever has no credential is asked to sign in, and in the real service refused likewise',
  source: 'protected-tags#rights-before-parameters, protected-tags#anonymous',
  level: 'should',
  covers: [`POST ${path}`, `GET ${path}`],
  needs: { project: 'public' },
  readOnly: true,
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    for (const as of ['developer', 'stranger', 'anonymous'] as const) {
      if (as !== 'anonymous' && !stage.has(as)) continue
      const replies = [await call(`GET ${path}`, { id, per_page: 0 }, { as })]
      for (const params of [{ id }, { id, name: 'v*', create_access_level: 5 }])
        replies.push(await call(`POST ${path}`, params, { as }))
      const refused = (status: number, text: string) => {
        for (const reply of replies) says(reply, status, text)
      }
      if (as !== 'anonymous') refused(403, '403 Forbidden')
      else
        await stage.differs('S31', {
          specification: () => refused(401, '401 Unauthorized'),
          real: () => refused(403, '403 Forbidden'),
        })
    }
  },
})
