import { check } from '../../kit/check.ts'
import { answers, has, holds, says } from '../../kit/expect.ts'

const source =
  'dossier 2, section 13; documentation of the service, Project-level and Group-level variables API'

export const variableLife = check({
  id: 'publishing/variable-life',
  says: 'A variable is told as it was given, changes only in what is said, and is gone when it was deleted',
  source,
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

export const variableRefused = check({
  id: 'publishing/variable-refused',
  says: 'A variable that no job could be given is refused with what is wrong with it',
  source,
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
