import fc from 'fast-check'
import { project as anotherProject } from '../../arrange/records.ts'
import { userList } from '../../arrange/user-lists.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { listErrors, wrongIds } from '../../oracle/user-lists.ts'
import { arranged } from '../../run/stage.ts'

const path = '/projects/:id/feature_flags_user_lists'

const create = `POST ${path}`

const parts = fc.constantFrom(
  'a',
  'b',
  'A',
  'a b',
  'ü',
  '数',
  ' a',
  'b ',
  '',
  '\t',
  'x'.repeat(256),
  'x'.repeat(257),
)

const ids = fc.array(parts, { maxLength: 4 }).map((list) => list.join(','))

const names = fc.oneof(
  fc.constantFrom('', ' ', 'Pilots', ' Pilots', 'ü'.repeat(255), 'ü'.repeat(256)),
  fc.string({ minLength: 1, maxLength: 20 }),
)

export const createCheck = check({
  id: 'feature-flag-user-lists/create',
  says: 'A list is created with 201 and read and listed alike, or refused with 400 and the errors of its attributes',
  source:
    'feature-flag-user-lists#create, feature-flag-user-lists#object, feature-flag-user-lists#name-length, feature-flag-user-lists#user-xids, feature-flag-user-lists#invalid-user-xids',
  level: 'must',
  covers: [create, `GET ${path}`, `GET ${path}/:iid`],
  over: () => fc.record({ name: names, user_xids: ids }),
  examples: [
    { name: 'ü'.repeat(255), user_xids: 'x'.repeat(256) },
    { name: 'ü'.repeat(256), user_xids: 'x'.repeat(257) },
    // Letters beyond the first 65,536 count once.
    { name: '𝄞'.repeat(255), user_xids: '𝄞'.repeat(256) },
  ],
  holds: async ({ call, project }, wish: { readonly name: string; readonly user_xids: string }) => {
    const { id } = project
    const reply = await call(create, { id, ...wish })
    const errors = listErrors(wish.name, wish.user_xids, [])
    if (errors.length > 0) {
      says(reply, 400, errors)
      return answers(await call(`GET ${path}`, { id }), 200, [])
    }
    answers(reply, 201)
    const row = reply.row()
    const times = { created_at: textIn(row, 'created_at'), updated_at: textIn(row, 'created_at') }
    has(row, { iid: 1, project_id: id, ...wish, ...times }, reply)
    answers(await call(`GET ${path}/:iid`, { id, iid: 1 }), 200, row)
    answers(await call(`GET ${path}`, { id }), 200, [row])
  },
})

export const invalidUserXids = check({
  id: 'feature-flag-user-lists/invalid-user-xids',
  says: '`user_xids` with duplicate, empty or overlong IDs, blanks around an ID, tabs or line breaks answers 400',
  source: 'feature-flag-user-lists#user-xids, feature-flag-user-lists#invalid-user-xids',
  level: 'must',
  covers: [create],
  each: () => ['a,a', 'a,,b', ',a', ' a', 'a ', 'a, b', 'a\tb', 'a\nb', 'a\r\nb', 'x'.repeat(257)],
  holds: async ({ call, project: { id } }, user_xids) => {
    says(await call(create, { id, name: 'Pilots', user_xids }), 400, [wrongIds])
    const made = await call(create, { id, name: 'Others', user_xids: 'a' })
    answers(made, 201)
    const named = { id, iid: numberIn(made.row(), 'iid') }
    says(await call(`PUT ${path}/:iid`, { ...named, user_xids }), 400, [wrongIds])
    answers(await call(`GET ${path}/:iid`, named), 200, made.json ?? null)
  },
})

export const requiredParameters = check({
  id: 'feature-flag-user-lists/required-parameters',
  says: '`name` and `user_xids` are required, and `user_xids` may be empty',
  source: 'feature-flag-user-lists#create, feature-flag-user-lists#errors-as-message',
  level: 'must',
  covers: [create],
  holds: async ({ call, project }) => {
    const { id } = project
    says(await call(create, { id, name: 'Pilots' }), 400, 'user_xids is missing')
    says(await call(create, { id, user_xids: '' }), 400, 'name is missing')
    says(await call(create, { id }), 400, 'name is missing, user_xids is missing')
    const reply = await call(create, { id, name: 'Pilots', user_xids: '' })
    answers(reply, 201)
    has(reply.row(), { user_xids: '' }, reply)
  },
})

export const nameTaken = check({
  id: 'feature-flag-user-lists/name-taken',
  says: 'The name of a list is unique in its project, compared with case',
  source: 'feature-flag-user-lists#name-taken',
  level: 'must',
  covers: [create],
  holds: async (stage) => {
    const { call, project } = stage
    await userList(stage, 'Pilots')
    const again = (name: string) => call(create, { id: project.id, name, user_xids: 'c' })
    says(await again('Pilots'), 400, ['Name has already been taken'])
    for (const name of ['pilots', 'Pilots ']) answers(await again(name), 201)
  },
})

export const iids = check({
  id: 'feature-flag-user-lists/iids',
  says: 'Lists are numbered from 1 in each project, numbers are not used again, and the global `id` finds nothing',
  source: 'feature-flag-user-lists#iid, feature-flag-user-lists#lookup-by-iid',
  level: 'must',
  covers: [create, `GET ${path}/:iid`, `DELETE ${path}/:iid`],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    for (const [name, iid] of [
      ['a', 1],
      ['b', 2],
    ] as const)
      has(await userList(stage, name), { iid })
    answers(await call(`DELETE ${path}/:iid`, { id, iid: 2 }), 204)
    has(await userList(stage, 'c'), { iid: 3 })
    const other = numberIn(await anotherProject(stage, `${stage.prefix}-numbers`), 'id')
    const params = { id: other, name: 'a', user_xids: '' }
    const row = arranged(await call(create, params))
    has(row, { iid: 1, project_id: other })
    // Only in a service that has never seen a list before would both numbers be one.
    if (row.id !== 1) answers(await call(`GET ${path}/:iid`, { id: other, iid: numberIn(row, 'id') }), 404)
  },
})
