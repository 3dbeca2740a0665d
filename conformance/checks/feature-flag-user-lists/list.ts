import fc from 'fast-check'
import { userList } from '../../arrange/user-lists.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, says } from '../../kit/expect.ts'
import { found } from '../../oracle/search.ts'
import { recordMissing } from '../../oracle/texts.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/feature_flags_user_lists'

const list = `GET ${path}`

const named = ['Beta testers', 'beta', 'testers of BETA', 'Über 100%_done', 'x', 'a b c']

const words = fc.constantFrom(
  'beta',
  'BETA',
  'test',
  'testers',
  'ü',
  '%',
  '_',
  'x',
  'a',
  'c',
  '"a b"',
  '"b a"',
  'zz',
)

async function several(stage: Stage): Promise<void> {
  for (const name of named) await userList(stage, name)
}

async function search({ call, project }: Stage, text: string): Promise<readonly unknown[]> {
  const reply = await call(list, { id: project.id, search: text, per_page: 100 })
  answers(reply, 200)
  return reply.rows().map(({ name }) => name)
}

export const searchCheck = check({
  id: 'feature-flag-user-lists/search',
  says: '`search` finds the lists whose names contain all of its words, in any case and of any length, ordered by `id`',
  source: 'feature-flag-user-lists#search, feature-flag-user-lists#list-order',
  level: 'must',
  covers: [list],
  readOnly: true,
  arrange: several,
  over: () => fc.array(words, { maxLength: 3 }),
  share: 4,
  holds: async (stage, terms) => {
    const text = terms.join(' ')
    const shown = JSON.stringify(await search(stage, text))
    const expected = named.filter((name) => found(text, [name], 1))
    equals('the lists found', shown, JSON.stringify(expected))
  },
})

export const searchWords = check({
  id: 'feature-flag-user-lists/search-words',
  says: 'The order of the words of a search does not matter, and each further word finds the same lists or fewer',
  source: 'feature-flag-user-lists#search',
  level: 'must',
  covers: [list],
  readOnly: true,
  arrange: several,
  over: () => fc.array(words, { minLength: 1, maxLength: 3 }),
  share: 4,
  holds: async (stage, terms) => {
    const all = await search(stage, terms.join(' '))
    const turned = await search(stage, [...terms].reverse().join(' '))
    equals('what the turned search finds', JSON.stringify(turned), JSON.stringify(all))
    const fewer = await search(stage, terms.slice(1).join(' '))
    const both = fewer.filter((name) => all.includes(name))
    equals('what both find', JSON.stringify(both), JSON.stringify(all))
  },
})

export const unknownIid = check({
  id: 'feature-flag-user-lists/unknown-iid',
  says: 'An unknown `iid`, or one that is not a number, answers 404 to every call',
  source: 'feature-flag-user-lists#lookup-by-iid',
  level: 'must',
  covers: [`GET ${path}/:iid`, `PUT ${path}/:iid`, `DELETE ${path}/:iid`],
  each: () => ['2', '0', 'abc', '1-', '1e0', '0x1', '+1'],
  holds: async (stage, iid) => {
    await userList(stage, 'only')
    const params = { id: stage.project.id, iid }
    for (const verb of ['GET', 'PUT', 'DELETE'])
      answers(await stage.call(`${verb} ${path}/:iid`, params), recordMissing.status, recordMissing.body)
  },
})

export const errorsUnderMessage = check({
  id: 'feature-flag-user-lists/errors-under-message',
  says: 'Parameter errors are reported under `message`, and rights are checked before parameters',
  source:
    'feature-flag-user-lists#errors-as-message, feature-flag-user-lists#rights-before-parameters, conventions#authorization-first',
  level: 'must',
  covers: [list, `POST ${path}`, `PUT ${path}/:iid`],
  holds: async (stage) => {
    const { call, project } = stage
    await userList(stage, 'only')
    const { id } = project
    says(await call(list, { id, per_page: 0 }), 400, 'per_page has a value not allowed')
    says(await call(`POST ${path}`, { id, name: ['a'], user_xids: '' }), 400, 'name is invalid')
    says(await call(`PUT ${path}/:iid`, { id, iid: 1, name: ['a'] }), 400, 'name is invalid')
    says(await call(`POST ${path}`, { id }, { as: 'reporter' }), 403, '403 Forbidden')
    says(await call(list, { id, per_page: 0 }, { as: 'reporter' }), 403, '403 Forbidden')
  },
})

export const repositoryDisabled = check({
  id: 'feature-flag-user-lists/repository-disabled',
  says: 'User lists answer 403 while the repository of the project is disabled',
  source: 'feature-flag-user-lists#without-repository',
  level: 'should',
  covers: [list],
  holds: async ({ call, project }) => {
    const off = {
      repository_access_level: 'disabled',
      merge_requests_access_level: 'disabled',
      builds_access_level: 'disabled',
    }
    expectArranged(await call('PUT /projects/:id', { id: project.id, ...off }))
    says(await call(list, { id: project.id }), 403, '403 Forbidden')
  },
})
