import { beforeEach, describe, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const path = '/projects/1/approvals'
const fresh = () => as('alice').post('/projects', { name: 'fresh' }).json.id

const defaults = {
  approvers: [],
  approver_groups: [],
  approvals_before_merge: 0,
  reset_approvals_on_push: true,
  selective_code_owner_removals: false,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
}

describe('the approval configuration', () => {
  test('of a new project has its defaults, in the order of the service', () => {
    const reply = as('alice').get(`/projects/${fresh()}/approvals`)
    expect([reply.status, reply.body]).toEqual([200, JSON.stringify(defaults)])
  })

  test.each([
    ['approvals_before_merge', 3],
    ['reset_approvals_on_push', false],
    ['disable_overriding_approvers_per_merge_request', true],
    ['merge_requests_author_approval', true],
    ['merge_requests_disable_committers_approval', true],
    ['require_password_to_approve', true],
  ])('takes %s and leaves the rest', (name, value) => {
    const url = `/projects/${fresh()}/approvals`
    const reply = as('alice').post(url, { [name]: value })
    expect([reply.status, reply.json]).toEqual([201, { ...defaults, [name]: value }])
    expect(as('alice').get(url).json).toEqual(reply.json)
  })

  test('needs one of its parameters', () => {
    expect(as('alice').post(path, { unknown: 1 })).toMatchObject({
      status: 400,
      json: {
        error:
          'approvals_before_merge, reset_approvals_on_push, selective_code_owner_removals, disable_overriding_approvers_per_merge_request, merge_requests_author_approval, merge_requests_disable_committers_approval, require_password_to_approve are missing, at least one parameter must be provided',
      },
    })
  })

  test('removes code owners selectively only while a push resets nothing', () => {
    const url = `/projects/${fresh()}/approvals`
    const refusal = {
      status: 400,
      json: {
        message: {
          base: [
            'selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled',
          ],
        },
      },
    }
    expect(as('alice').post(url, { selective_code_owner_removals: true })).toMatchObject(refusal)
    const both = { selective_code_owner_removals: true, reset_approvals_on_push: false }
    expect(as('alice').post(url, both).json).toEqual({ ...defaults, ...both })
    expect(as('alice').post(url, { reset_approvals_on_push: true })).toMatchObject(refusal)
  })

  test('refuses a negative number', () => {
    expect(as('alice').post(path, { approvals_before_merge: -1 })).toMatchObject({
      status: 400,
      json: { message: { approvals_before_merge: ['must be greater than or equal to 0'] } },
    })
  })

  test('is for maintainers, who can still read it when the project is archived', () => {
    const get = (user?: string) => as(user).get(path).status
    const post = (user?: string) => as(user).post(path, { require_password_to_approve: false }).status
    const who = [undefined, 'root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']
    expect(who.map(get)).toEqual([401, 200, 200, 200, 403, 403, 403, 404])
    expect(who.map(post)).toEqual([401, 201, 201, 201, 403, 403, 403, 404])
    as('alice').post('/projects/1/archive')
    expect([get('bob'), post('bob'), get('carol')]).toEqual([200, 403, 403])
  })

  test('is neutral without a licence, whatever is stored', () => {
    sim = testSimulator({ tier: 'free' })
    as('alice').post(path, { approvals_before_merge: 2, reset_approvals_on_push: true })
    expect(as('alice').get(path).json).toMatchObject({
      approvals_before_merge: 0,
      reset_approvals_on_push: false,
    })
  })
})
