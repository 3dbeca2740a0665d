import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe.each([
  ['/projects/1', 'staging'],
  ['/groups/1', 'production'],
])('protected environments of %s', (place, name) => {
  const alice = () => here.as('alice')
  const path = `${place}/protected_environments`

  test('define who deploys and who approves, once per environment', () => {
    here.as('root').post(`${place}/share`, { group_id: 100, group_access: 30 })
    const body = {
      name,
      deploy_access_levels: [
        { access_level: 30 },
        { user_id: 2 },
        { group_id: 100, group_inheritance_type: 1 },
      ],
      approval_rules: [{ access_level: 40, required_approvals: 2 }],
      required_approval_count: 3,
    }
    const made = alice().post(path, body)
    expect(made).toMatchObject({
      status: 201,
      json: {
        name,
        deploy_access_levels: [
          {
            access_level: 30,
            access_level_description: 'Developers + Maintainers',
            user_id: null,
            group_id: null,
          },
          { access_level: null, user_id: 2 },
          { access_level: null, group_id: 100, group_inheritance_type: 1 },
        ],
        required_approval_count: 3,
        approval_rules: [{ access_level: 40, required_approvals: 2 }],
      },
    })
    expect(alice().post(path, body)).toMatchObject({
      status: 409,
      json: { message: `Protected environment '${name}' already exists` },
    })
    expect(alice().get(path).json).toEqual([made.json])
    expect(alice().get(`${path}/${name}`).json).toEqual(made.json)
    const [level, user] = made.json.deploy_access_levels
    const changed = alice().put(`${path}/${name}`, {
      deploy_access_levels: [{ id: level.id, _destroy: true }, { access_level: 60 }],
    })
    expect(changed.json.deploy_access_levels.map(({ id }: { readonly id: number }) => id)).not.toContain(
      level.id,
    )
    expect(changed.json.deploy_access_levels[0]).toEqual(user)
    expect(alice().delete(`${path}/${name}`).status).toBe(204)
    expect(alice().get(`${path}/${name}`).status).toBe(404)
  })

  test('are refused to others', () => {
    expect(here.as('carol').get(path).status).toBe(403)
    expect(here.as('mallory').get(path).status).toBe(404)
    expect(alice().post(path, { name }).json).toEqual({ error: 'deploy_access_levels is missing' })
    here.sim.world.instance.update(1, { tier: 'free' })
    expect(alice().get(path).status).toBeGreaterThanOrEqual(403)
  })

  test.each([
    [{ access_level: 20 }, { access_level: ['is not included in the list'] }],
    [{ access_level: null }, { access_level: ['is not included in the list'] }],
    [{ user_id: 99_999 }, { deploy_access_levels: ["can't be blank"] }],
    [{ user_id: 7 }, { deploy_access_levels: ["can't be blank"] }],
    [{ group_id: 99_999 }, { deploy_access_levels: ["can't be blank"] }],
  ])('refuse %o', (entry, message) => {
    const reply = alice().post(path, { name, deploy_access_levels: [entry] })
    expect(reply).toMatchObject({ status: 422, json: { message } })
  })
})

test('entries for whom the place does not know are passed over', () => {
  const alice = here.as('alice')
  const body = { name: 'live', deploy_access_levels: [{ user_id: 4 }, { user_id: 5 }, { group_id: 1 }] }
  expect(alice.post('/projects/1/protected_environments', body).json.deploy_access_levels).toMatchObject([
    { user_id: 4 },
  ])
})

test('groups protect tiers only', () => {
  const body = { name: 'mine', deploy_access_levels: [{ access_level: 40 }] }
  expect(here.as('alice').post('/groups/1/protected_environments', body).status).toBe(422)
})
