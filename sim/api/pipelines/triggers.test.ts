import { describe, expect, test } from 'vitest'
import { callsOf } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('triggers', () => {
  test('are kept by maintainers, and show their secret to who made them', () => {
    const bob = here.as('bob')
    const made = bob.post('/projects/1/triggers', { description: 'Nightly' })
    expect(made).toMatchObject({ status: 201, json: { description: 'Nightly', owner: { username: 'bob' } } })
    const at = `/projects/1/triggers/${made.json.id}`
    expect(bob.get(at).json.token).toBe(made.json.token)
    expect(here.as('alice').get(at).json.token).toBe(made.json.token.slice(0, 4))
    expect(bob.put(at, { description: 'Daily' }).json.description).toBe('Daily')
    expect(here.as('carol').get('/projects/1/triggers').status).toBe(403)
    expect(bob.delete(at).status).toBe(204)
    expect(bob.get(at).json).toEqual({ message: '404 Trigger Not Found' })
  })

  test('start pipelines for whoever knows the secret', () => {
    const bob = here.as('bob')
    const { id, token } = bob.post('/projects/1/triggers', { description: 'Nightly' }).json
    const start = (body: object) => callsOf(here.sim).post('/projects/1/trigger/pipeline', body)
    expect(start({ ref: 'main', token })).toMatchObject({
      status: 201,
      json: { ref: 'main', source: 'trigger', user: { username: 'bob' } },
    })
    expect(bob.get(`/projects/1/triggers/${id}`).json.last_used).not.toBeNull()
    expect(start({ ref: 'main', token: 'wrong' }).status).toBe(404)
    expect(start({ ref: 'nowhere', token }).json).toEqual({ message: { base: ['Reference not found'] } })
  })
})
