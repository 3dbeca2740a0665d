import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const bob = () => here.as('bob')

describe('a deployment to an environment that requires approval', () => {
  const CONFIG = 'ship: { script: x, environment: { name: guarded } }'
  const blocked = (more: object = {}) => {
    const { id } = bob().post('/projects', {
      name: 'ship',
      namespace_id: 1,
      initialize_with_readme: true,
    }).json
    const level = { access_level: 40 }
    const environment = {
      name: 'guarded',
      deploy_access_levels: [level],
      required_approval_count: 1,
      ...more,
    }
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

  test('tells what was said by those whom each rule names', () => {
    const [ALICE, CAROL] = [2, 4]
    const approval_rules = [
      { user_id: ALICE, required_approvals: 1 },
      { user_id: CAROL, required_approvals: 1 },
      { access_level: 40, required_approvals: 1 },
    ]
    const { path } = blocked({ required_approval_count: 0, approval_rules })
    expect(here.as('alice').post(`${path}/approval`, { status: 'approved' }).status).toBe(201)
    const { approval_summary: summary } = here.as('alice').get(path).json
    const said = summary.rules.map(
      ({
        deployment_approvals: given,
      }: {
        readonly deployment_approvals: readonly { readonly user: object }[]
      }) => given.map(({ user }) => user),
    )
    const alice = expect.objectContaining({ id: ALICE })
    expect(said).toEqual([[alice], [], [alice]])
    expect(here.as('alice').get(path).json).toMatchObject({ status: 'blocked', pending_approval_count: 2 })
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
