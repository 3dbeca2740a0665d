import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('moving', () => {
  test('a project into a group and back', () => {
    const alice = here.as('alice')
    const { status, json } = alice.put('/projects/4/transfer', { namespace: 'acme/platform' })
    expect([status, json.path_with_namespace]).toEqual([200, 'acme/platform/dotfiles'])
    expect(alice.get('/projects/alice%2Fdotfiles').status).toBe(404)
    expect(alice.get('/projects/acme%2Fplatform%2Fdotfiles').json.id).toBe(4)
    const taken = alice.put('/projects/4/transfer', { namespace: 2 })
    expect(taken.json.message).toBe(
      'Failed to transfer project {:new_namespace=>["Project is already in this namespace."]}',
    )
    expect(alice.put('/projects/4/transfer', { namespace: 'nowhere' }).json).toEqual({
      message: '404 Namespace Not Found',
    })
    expect(alice.put('/projects/4/transfer', { namespace: 'alice' }).status).toBe(200)
    expect(here.as('bob').put('/projects/1/transfer', { namespace: 'bob' }).status).toBe(403)
  })
})

test('no namespace is found in which the caller has no role, whatever they see', () => {
  const { json: open } = here
    .as('mallory')
    .post('/groups', { name: 'Open', path: 'open', visibility: 'public' })
  const alice = here.as('alice')
  expect(alice.get(`/groups/${open.id}`).status).toBe(200)
  for (const namespace of [open.id, 'open', 'mallory'])
    expect(alice.put('/projects/4/transfer', { namespace })).toMatchObject({
      status: 404,
      json: { message: '404 Namespace Not Found' },
    })
  expect(here.as('root').put('/projects/4/transfer', { namespace: 'open' }).status).toBe(200)
})
