import { expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'

function arranged() {
  const sim = createSimulator()
  const call = (body: unknown) => {
    const reply = sim.handle({
      method: 'POST',
      url: '/_forgery/requests',
      headers: {},
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: JSON.parse(String(reply.body)) }
  }
  return { sim, call }
}

test('a request is made as a user, with a token of his own', () => {
  const { sim, call } = arranged()
  const path = '/api/v4/projects/1/milestones'
  expect(call({ method: 'POST', path, body: { title: 'v9' }, user: 'erin' })).toEqual({
    status: 201,
    body: { id: 1 },
  })
  call({ method: 'POST', path, body: { title: 'v9' }, user: 'bob' })
  expect(sim.journal.entries()).toMatchObject([
    { user: 'erin', status: 403 },
    { user: 'bob', status: 201 },
  ])
})

test('without a token of his own an administrator stands in with sudo, and anonymously it goes too', () => {
  const { sim, call } = arranged()
  for (const token of sim.world.tokens.all().list())
    if (sim.world.users.get(token.userId ?? 0)?.username === 'carol')
      sim.world.tokens.update(token.id, { revoked: true })
  call({ path: '/api/v4/user', user: 'carol' })
  call({ path: '/api/v4/user' })
  expect(sim.journal.entries()).toMatchObject([
    { user: 'carol', status: 200 },
    { user: null, status: 401 },
  ])
})

test('where nobody has a token that works it says so', () => {
  const { sim, call } = arranged()
  for (const { id } of sim.world.tokens.all().list()) sim.world.tokens.update(id, { revoked: true })
  expect(call({ path: '/api/v4/user', user: 'carol' })).toEqual({
    status: 409,
    body: { error: 'neither carol nor an administrator with the scope sudo has a token that works' },
  })
})

test('bytes are sent as they are', () => {
  const { sim, call } = arranged()
  const path = '/api/v4/projects/1/packages/generic/tool/1.0/file.bin'
  call({ method: 'PUT', path, body: 'AAEC/w==', base64: true, user: 'alice' })
  expect(sim.journal.entries()).toMatchObject([{ status: 201 }])
  const reply = sim.handle({ method: 'GET', url: path, headers: { 'private-token': 'alice-token' } })
  expect(reply.body).toEqual(new Uint8Array([0, 1, 2, 255]))
})

test.each([
  [{}, "'path' must be that of a request"],
  [{ path: '/_forgery/reset', method: 'POST' }, "'path' must be that of a request"],
  [{ path: '/api/v4/user\r\nx: y' }, "'path' must be that of a request"],
  [{ path: '/api/v4/user', method: 'BREW' }, "'method' must be one of"],
  [{ path: '/api/v4/user', headers: { a: 1 } }, "'headers' must be an object of strings"],
  [{ path: '/api/v4/user', body: '*', base64: true }, "'body' must be a string in base64"],
  [{ path: '/api/v4/user', more: 1 }, "the body has the unknown field 'more'"],
  [{ path: '/api/v4/user', user: 'nobody' }, "there is no user 'nobody'"],
])('%j is refused, and nothing is made', (body, error) => {
  const { sim, call } = arranged()
  const reply = call(body)
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.body.error).toContain(error)
  expect(sim.journal.entries()).toEqual([])
})
