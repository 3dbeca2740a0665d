import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const bob = () => here.as('bob')

describe.each([
  ['/projects/1', 'staging'],
  ['/groups/1', 'production'],
])('protected environments of %s', (place, name) => {
  const alice = () => here.as('alice')
  const path = `${place}/protected_environments`

  test('define who deploys and who approves, once per environment', () => {
    const body = {
      name,
      deploy_access_levels: [
        { access_level: 30 },
        { user_id: 2 },
        { group_id: 1, group_inheritance_type: 1 },
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
          { access_level: null, group_id: 1, group_inheritance_type: 1 },
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
    [{ user_id: 99_999 }, { user: ["can't be blank"] }],
  ])('refuse %o', (entry, message) => {
    const reply = alice().post(path, { name, deploy_access_levels: [entry] })
    expect(reply).toMatchObject({ status: 422, json: { message } })
  })
})

test('groups protect tiers only', () => {
  const body = { name: 'mine', deploy_access_levels: [{ access_level: 40 }] }
  expect(here.as('alice').post('/groups/1/protected_environments', body).status).toBe(422)
})

describe('cluster agents', () => {
  const PATH = '/projects/1/cluster_agents'

  test('are registered, and authenticate with tokens', () => {
    const made = bob().post(PATH, { name: 'agent-1' })
    expect(made).toMatchObject({
      status: 201,
      json: { name: 'agent-1', config_project: { id: 1 }, created_by_user_id: 3 },
    })
    expect(here.as('carol').get(PATH).json).toEqual([made.json])
    const path = `${PATH}/${made.json.id}`
    const token = bob().post(`${path}/tokens`, { name: 't', description: 'd' })
    expect(token).toMatchObject({
      status: 201,
      json: { name: 't', status: 'active', agent_id: made.json.id },
    })
    expect(token.json.token).toMatch(/^glagent-/)
    expect(bob().get(`${path}/tokens`).json[0]).not.toHaveProperty('token')
    bob().post(`${path}/tokens`, { name: 'u' })
    expect(bob().post(`${path}/tokens`, { name: 'v' })).toMatchObject({
      status: 400,
      json: { message: '400 Bad request - An agent can have only two active tokens at a time' },
    })
    expect(bob().delete(`${path}/tokens/${token.json.id}`).status).toBe(204)
    expect(bob().get(`${path}/tokens/${token.json.id}`).json).toEqual({
      message: '404 Agent Token Not Found',
    })
    expect(bob().delete(path).status).toBe(204)
    expect(bob().get(path).json).toEqual({ message: '404 Agent Not Found' })
  })

  test.each([
    ['Upper', "Name can contain only lowercase letters, digits, and '-', but cannot start or end with '-'"],
    ['a'.repeat(64), 'Name is too long (maximum is 63 characters)'],
  ])('are not called %s', (name, reason) => {
    expect(bob().post(PATH, { name })).toMatchObject({
      status: 400,
      json: { message: `400 Bad request - ${reason}` },
    })
  })

  test('are registered by maintainers, and read by developers', () => {
    expect(here.as('carol').post(PATH, { name: 'a' }).status).toBe(403)
    expect(here.as('dave').get(PATH).status).toBe(403)
    expect(here.as('mallory').get(PATH).status).toBe(404)
  })
})

test('entries of a protected branch are changed one by one', () => {
  const made = bob().post('/projects/1/protected_branches', { name: 'x', push_access_level: 30 }).json
  const [level] = made.push_access_levels
  const changed = bob().send('PATCH', '/projects/1/protected_branches/x', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ allowed_to_push: [{ id: level.id, _destroy: true }, { user_id: 2 }] }),
  })
  expect(changed.json.push_access_levels).toMatchObject([{ user_id: 2 }])
})

describe('a deployment to an environment that requires approval', () => {
  const CONFIG = 'ship: { script: x, environment: { name: guarded } }'
  const blocked = () => {
    const { id } = bob().post('/projects', {
      name: 'ship',
      namespace_id: 1,
      initialize_with_readme: true,
    }).json
    const level = { access_level: 40 }
    const environment = { name: 'guarded', deploy_access_levels: [level], required_approval_count: 1 }
    here.as('alice').post(`/projects/${id}/protected_environments`, environment)
    const file = { branch: 'main', commit_message: 'Configure', content: CONFIG }
    bob().post(`/projects/${id}/repository/files/.gitlab-ci.yml`, file)
    const [deployment] = bob().get(`/projects/${id}/deployments`).json
    return { id, deployment, path: `/projects/${id}/deployments/${deployment.id}` }
  }

  test('is blocked until it is approved', () => {
    const { id, deployment, path } = blocked()
    expect(deployment).toMatchObject({ status: 'blocked', deployable: { status: 'manual' } })
    const play = `/projects/${id}/jobs/${deployment.deployable.id}/play`
    expect(bob().post(play).status).toBe(400)
    expect(bob().post(`${path}/approval`, { status: 'approved' }).json).toEqual({
      message: 'You cannot approve your own deployment.',
    })
    expect(here.as('carol').post(`${path}/approval`, { status: 'approved' }).json.message).toContain(
      "don't have permission",
    )
    expect(here.as('alice').get(path).json).toMatchObject({ pending_approval_count: 1, approvals: [] })
    const given = here.as('alice').post(`${path}/approval`, { status: 'approved', comment: 'Fine' })
    expect(given).toMatchObject({
      status: 201,
      json: { status: 'approved', comment: 'Fine', user: { username: 'alice' } },
    })
    expect(here.as('alice').get(path).json).toMatchObject({ status: 'created', pending_approval_count: 0 })
    expect(bob().post(play)).toMatchObject({ status: 200, json: { status: 'pending' } })
    here.sim.clock.advance('1m')
    expect(bob().get(path).json.status).toBe('success')
    expect(here.as('alice').post(`${path}/approval`, { status: 'approved' }).json).toEqual({
      message: 'This deployment is not waiting for approvals.',
    })
  })

  test('is rejected', () => {
    const { id, deployment, path } = blocked()
    expect(here.as('alice').post(`${path}/approval`, { status: 'rejected' }).status).toBe(201)
    expect(bob().get(`/projects/${id}/jobs/${deployment.deployable.id}`).json).toMatchObject({
      status: 'failed',
      failure_reason: 'deployment_rejected',
    })
    expect(bob().get(path).json.status).toBe('failed')
  })
})
