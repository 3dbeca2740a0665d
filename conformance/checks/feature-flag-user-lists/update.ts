import fc from 'fast-check'
import { namedList, userList } from '../../arrange/user-lists.ts'
import { check } from '../../kit/check.ts'
import { answers, has, holds, says, textIn } from '../../kit/expect.ts'
import { recordMissing } from '../../oracle/texts.ts'
import { wrongIds } from '../../oracle/user-lists.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const path = '/projects/:id/feature_flags_user_lists'

const update = `PUT ${path}/:iid`

const remove = `DELETE ${path}/:iid`

export const updateKeepsTheRest = check({
  id: 'feature-flag-user-lists/update-keeps-the-rest',
  says: 'An update changes only what it sends, and one without parameters changes nothing',
  source: 'feature-flag-user-lists#update',
  level: 'must',
  covers: [update],
  over: () =>
    fc.record(
      { name: fc.constantFrom('Pilots', 'Others'), user_xids: fc.constantFrom('', 'c', 'a,b,c') },
      { requiredKeys: [] },
    ),
  holds: async (stage, change) => {
    const { call } = stage
    const before = await userList(stage, 'Pilots')
    const reply = await call(update, { ...namedList(stage, before), ...change })
    answers(reply, 200)
    const { updated_at: _at, ...rest } = before
    has(reply.row(), { ...rest, ...change }, reply)
    answers(await call(`GET ${path}/:iid`, namedList(stage, before)), 200, reply.row())
    const changed = Object.entries(change).some(([name, value]) => before[name] !== value)
    holds(
      textIn(reply.row(), 'updated_at') > textIn(before, 'updated_at') === changed,
      'the time of an update is that of the last change',
      reply.row().updated_at,
      reply,
    )
  },
})

export const updateRefused = check({
  id: 'feature-flag-user-lists/update-refused',
  says: 'An update is validated like a creation, and a refused one changes nothing',
  source:
    'feature-flag-user-lists#update-errors, feature-flag-user-lists#name-taken, feature-flag-user-lists#name-length, feature-flag-user-lists#invalid-user-xids',
  level: 'must',
  covers: [update],
  each: () => [
    [{ name: 'taken' }, ['Name has already been taken']] as const,
    [{ name: '' }, ["Name can't be blank", 'Name is too short (minimum is 1 character)']] as const,
    [{ name: 'x'.repeat(256) }, ['Name is too long (maximum is 255 characters)']] as const,
    [{ name: 'new', user_xids: 'a,a' }, [wrongIds]] as const,
  ],
  holds: async (stage, [change, errors]) => {
    const { call } = stage
    await userList(stage, 'taken')
    const before = await userList(stage, 'Pilots')
    says(await call(update, { ...namedList(stage, before), ...change }), 400, errors)
    answers(await call(`GET ${path}/:iid`, namedList(stage, before)), 200, before)
  },
})

export const deletedIsGone = check({
  id: 'feature-flag-user-lists/deleted-is-gone',
  says: 'A deleted list answers 404 to every call, and its name is free',
  source: 'feature-flag-user-lists#delete',
  level: 'must',
  covers: [remove],
  holds: async (stage) => {
    const { call } = stage
    const named = namedList(stage, await userList(stage, 'Pilots'))
    answers(await call(remove, named), 204)
    for (const verb of ['GET', 'PUT', 'DELETE'])
      answers(await call(`${verb} ${path}/:iid`, named), recordMissing.status, recordMissing.body)
    await userList(stage, 'Pilots')
  },
})

export const deletePrecondition = check({
  id: 'feature-flag-user-lists/delete-precondition',
  says: 'Deleting a list that has changed since `If-Unmodified-Since` answers 412 by the documentation, and 204 in the service',
  source: 'feature-flag-user-lists#delete-unconditional',
  level: 'should',
  covers: [remove],
  holds: async (stage) => {
    const named = namedList(stage, await userList(stage, 'Pilots'))
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    const reply = await stage.call(remove, named, { headers })
    await stage.differs('F32', {
      specification: () => answers(reply, 412, { message: '412 Precondition Failed' }),
      real: () => answers(reply, 204),
    })
  },
})

export const inUse = check({
  id: 'feature-flag-user-lists/in-use',
  says: 'Deleting a list that a feature flag uses answers 409',
  source: 'feature-flag-user-lists#in-use',
  level: 'must',
  covers: [remove],
  holds: async (stage) => {
    const { call, project } = stage
    const list = await userList(stage, 'Pilots')
    const strategy = {
      name: 'gitlabUserList',
      parameters: {},
      user_list_id: list.id ?? 0,
      scopes: [{ environment_scope: '*' }],
    }
    const flag = { id: project.id, name: 'new_checkout', version: 'new_version_flag', strategies: [strategy] }
    const made = await call('POST /projects/:id/feature_flags', flag)
    if (made.status === 400) return stage.skip('the target gives no list to a flag through its API')
    arranged(made)
    says(await call(remove, namedList(stage, list)), 409, ['User list is associated with a strategy'])
    // A flag that is switched off uses it still.
    const off = { id: project.id, feature_flag_name: 'new_checkout', active: false }
    expectArranged(await call('PUT /projects/:id/feature_flags/:feature_flag_name', off))
    says(await call(remove, namedList(stage, list)), 409, ['User list is associated with a strategy'])
    answers(await call(`GET ${path}/:iid`, namedList(stage, list)), 200)
    const named = { id: project.id, feature_flag_name: 'new_checkout' }
    expectArranged(await call('DELETE /projects/:id/feature_flags/:feature_flag_name', named))
    answers(await call(remove, namedList(stage, list)), 204)
  },
})

export const archivedProject = check({
  id: 'feature-flag-user-lists/archived-project',
  says: 'User lists of an archived project can be read, and every write answers 403',
  source: 'feature-flag-user-lists#archived-project',
  level: 'should',
  covers: [`POST ${path}`, update, remove],
  holds: async (stage) => {
    const { call, project } = stage
    const named = namedList(stage, await userList(stage, 'Pilots'))
    expectArranged(await call('POST /projects/:id/archive', { id: project.id }))
    answers(await call(`GET ${path}/:iid`, named), 200)
    says(await call(`POST ${path}`, { id: project.id, name: 'x', user_xids: '' }), 403, '403 Forbidden')
    says(await call(update, { ...named, name: 'x' }), 403, '403 Forbidden')
    says(await call(remove, named), 403, '403 Forbidden')
  },
})
