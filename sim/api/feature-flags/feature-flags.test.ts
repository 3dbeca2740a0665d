import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const path = '/projects/1/feature_flags'
const create = (more: object = {}) => as('carol').post(path, { name: 'new_flag', ...more })

describe('a feature flag', () => {
  test('is created, read, listed and deleted', () => {
    const rollout = { groupId: 'default', rollout: '50', stickiness: 'random' }
    const scopes = [{ environment_scope: 'production' }]
    const strategies = [{ name: 'flexibleRollout', parameters: rollout, scopes }]
    const { status, json } = create({ description: 'New', active: false, strategies })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'new_flag',
      description: 'New',
      active: false,
      version: 'new_version_flag',
      scopes: [],
      strategies: [{ name: 'flexibleRollout', parameters: rollout, scopes }],
    })
    expect(as('carol').get(`${path}/new_flag`).json).toEqual(json)
    const names = (query: string) =>
      as('carol')
        .get(`${path}?${query}`)
        .json.map((it: { name: string }) => it.name)
    expect(names('')).toEqual(['new-checkout', 'new_flag'])
    expect(names('scope=enabled')).toEqual(['new-checkout'])
    expect(as('carol').delete(`${path}/new_flag`)).toMatchObject({ status: 200, json })
    expect(as('carol').delete(`${path}/new_flag`).json).toEqual({ message: '404 Not found' })
  })

  test('keeps the user list that it uses from being deleted', () => {
    const lists = '/projects/1/feature_flags_user_lists'
    const strategies = [{ name: 'gitlabUserList', parameters: {}, user_list_id: 2 }]
    expect(create({ strategies }).json.strategies[0].user_list).toMatchObject({ id: 2, name: 'Staff' })
    expect(as('carol').delete(`${lists}/2`).status).toBe(409)
    as('carol').delete(`${path}/new_flag`)
    expect(as('carol').delete(`${lists}/2`).status).toBe(204)
    expect(as('carol').get(`${path}/new-checkout`).json.strategies[0].user_list.name).toBe('Beta testers')
  })

  const strategy = (name: string, more: object = {}) => ({ strategies: [{ name, ...more }] })
  test.each([
    [{ name: 'new-checkout' }, ['Name has already been taken']],
    [{ name: 'x' }, ['Name is too short (minimum is 2 characters)']],
    [
      { name: 'Upper' },
      [
        "Name can contain only lowercase letters, digits, '_' and '-'. Must start with a letter, and cannot end with '-' or '_'",
      ],
    ],
    [strategy('magic'), ['Strategies name strategy name is invalid']],
    [strategy('gitlabUserList'), ["Strategies user list can't be blank"]],
    [strategy('default', { user_list_id: 2 }), ['Strategies user list must be blank']],
    [strategy('default', { parameters: { a: 'b' } }), ['Strategies parameters parameters are invalid']],
    [
      strategy('gradualRolloutUserId', { parameters: { groupId: 'default', percentage: '101' } }),
      ['Strategies parameters percentage must be a string between 0 and 100 inclusive'],
    ],
    [
      strategy('userWithId', { parameters: { userIds: 'a,a' } }),
      [
        'Strategies parameters userIds must be a string of unique comma separated values each 256 characters or less',
      ],
    ],
  ])('is refused with %j', (more, message) => {
    expect(create(more)).toMatchObject({ status: 400, json: { message } })
  })

  test('is managed by Developers', () => {
    for (const user of ['dave', 'erin']) expect(as(user).get(path).status).toBe(403)
    expect(as('mallory').get(path).status).toBe(404)
  })

  test('is read by auditors', () => {
    create({ description: 'New' })
    as('carol').delete(`${path}/new_flag`)
    const events = as('bob').get('/projects/1/audit_events?per_page=2').json
    expect(events.map((it: { details: { custom_message: string } }) => it.details.custom_message)).toEqual([
      'Deleted feature flag new_flag.',
      'Created feature flag new_flag with description "New".',
    ])
  })
})
