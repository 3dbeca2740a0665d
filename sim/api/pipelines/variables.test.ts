import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe.each([
  ['/projects/1/variables', 'bob', 'Variable'],
  ['/groups/1/variables', 'alice', 'GroupVariable'],
  ['/admin/ci/variables', 'root', 'InstanceVariable'],
])('variables at %s', (path, who, noun) => {
  test('are made, changed and deleted by their keys', () => {
    const me = here.as(who)
    const made = me.post(path, { key: 'KEY', value: 'one', masked: false })
    expect(made).toMatchObject({ status: 201, json: { key: 'KEY', value: 'one', variable_type: 'env_var' } })
    expect(me.get(path).json).toEqual([made.json])
    expect(me.put(`${path}/KEY`, { value: 'two', raw: true }).json).toEqual({
      ...made.json,
      value: 'two',
      raw: true,
    })
    expect(me.delete(`${path}/KEY`).status).toBe(204)
    expect(me.get(`${path}/KEY`).json).toEqual({ message: `404 ${noun} Not Found` })
  })

  test('are listed in the order in which they were made', () => {
    const me = here.as(who)
    for (const key of ['ZULU', 'ALFA', 'MIKE']) me.post(path, { key, value: 'one' })
    expect(me.get(path).json.map((it: { key: string }) => it.key)).toEqual(['ZULU', 'ALFA', 'MIKE'])
  })

  test('are refused where they cannot be', () => {
    const me = here.as(who)
    me.post(path, { key: 'KEY', value: 'one' })
    const refused = (body: object) => me.post(path, body).json.message
    expect(refused({ key: 'KEY', value: 'x' })).toEqual({ key: ['(KEY) has already been taken'] })
    expect(refused({ key: 'a b', value: 'x' })).toEqual({
      key: ["can contain only letters, digits and '_'."],
    })
    expect(refused({ key: 'MASKED', value: 'short', masked: true })).toEqual({ value: ['is invalid'] })
    expect(me.get(path).json).toHaveLength(1)
    expect(here.as('carol').get(path).status).toBe(403)
  })
})

test("variables of a project without CI/CD are nobody's", () => {
  here.as('alice').put('/projects/1', { builds_access_level: 'disabled' })
  expect(here.as('alice').get('/projects/1/variables').status).toBe(403)
})

test('variables of one key for several environments are told apart by their scope', () => {
  const bob = here.as('bob')
  for (const environment_scope of ['*', 'production'])
    bob.post('/projects/1/variables', { key: 'KEY', value: environment_scope, environment_scope })
  expect(bob.get('/projects/1/variables/KEY').status).toBe(409)
  const scope = '?filter[environment_scope]=production'
  expect(bob.get(`/projects/1/variables/KEY${scope}`).json.value).toBe('production')
  expect(bob.delete(`/projects/1/variables/KEY${scope}`).status).toBe(204)
  expect(bob.get('/projects/1/variables/KEY').json.value).toBe('*')
})
