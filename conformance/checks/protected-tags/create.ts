import { check } from '../../kit/check.ts'
import { answers, equals, names, says } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { type levelNames, plainRule, shownRule, tagLevels } from '../../oracle/protected-tags.ts'
import { arranged } from '../../run/stage.ts'

const path = '/projects/:id/protected_tags'

const create = `POST ${path}`

export const createCheck = check({
  id: 'protected-tags/create',
  says: 'Protecting a tag answers 201 with what is read and listed later, and without a level protects it for Maintainers',
  source:
    'protected-tags#create, protected-tags#object, protected-tags#default-level, protected-tags#levels, protected-tags#access-levels',
  level: 'must',
  covers: [create, `GET ${path}`, `GET ${path}/:name`],
  each: () => [undefined, null, ...tagLevels, '30'],
  holds: async ({ call, project }, create_access_level) => {
    const params = { id: project.id, name: 'release-*', create_access_level }
    const reply = await call(create, params)
    answers(reply, 201)
    const level = create_access_level == null ? 40 : (Number(create_access_level) as keyof typeof levelNames)
    equals('the rule', plainRule(reply.row()), shownRule({ name: 'release-*', level }), reply)
    const list = reply.row().create_access_levels
    if (isRows(list))
      for (const access of list) names(access, ['id', 'access_level', 'access_level_description'], reply)
    answers(await call(`GET ${path}/:name`, { id: project.id, name: 'release-*' }), 200, reply.row())
    answers(await call(`GET ${path}`, { id: project.id }), 200, [reply.row()])
  },
})

export const nameTaken = check({
  id: 'protected-tags/name-taken',
  says: 'Protecting the same name twice, or a blank one, answers 422, while overlapping wildcards are allowed',
  source: 'protected-tags#name-taken, protected-tags#blank-name, protected-tags#tag-need-not-exist',
  level: 'must',
  covers: [create],
  holds: async ({ call, project }) => {
    const protect = (name: string, more: Params = {}) => call(create, { id: project.id, name, ...more })
    const both = [{ access_level: 30 }, { access_level: 40 }]
    for (const name of ['v*', 'V*', 'v1', '*']) answers(await protect(name), 201)
    answers(await protect('for-many', { allowed_to_create: both }), 201)
    for (const name of ['v*', 'v1', 'for-many'])
      says(await protect(name), 422, ['Name has already been taken'])
    for (const name of ['', ' ']) says(await protect(name), 422, ["Name can't be blank"])
    equals('the number of rules', (await call(`GET ${path}`, { id: project.id })).rows().length, 5)
  },
})

export const invalidLevels = check({
  id: 'protected-tags/invalid-levels',
  says: 'A `create_access_level` other than 0, 30, 40 and in later releases 60 answers 400 and protects nothing',
  source: 'protected-tags#access-levels',
  level: 'must',
  covers: [create],
  each: () => [-1, 5, 10, 20, 50, 'developer'],
  holds: async ({ call, project }, create_access_level) => {
    const reply = await call(create, { id: project.id, name: 'v*', create_access_level })
    const text = 'create_access_level does not have a valid value'
    const wrongKind = typeof create_access_level === 'string'
    answers(reply, 400, { error: wrongKind ? `create_access_level is invalid, ${text}` : text })
    answers(await call(`GET ${path}`, { id: project.id }), 200, [])
  },
})

export const order = check({
  id: 'protected-tags/order',
  says: 'Protected tags are listed in the order of their creation',
  source: 'protected-tags#list-order, conventions#default-order',
  level: 'must',
  covers: [`GET ${path}`],
  holds: async ({ call, project }) => {
    const wanted = ['z', 'a', 'm*', 'B']
    for (const name of wanted) arranged(await call(create, { id: project.id, name }))
    const reply = await call(`GET ${path}`, { id: project.id })
    const shown = reply.rows().map(({ name }) => name ?? null)
    equals('the names', shown, wanted, reply)
  },
})
