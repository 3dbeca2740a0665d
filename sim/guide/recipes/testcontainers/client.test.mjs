import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { GenericContainer, Wait } from 'testcontainers'

// Webhooks leave the container for the host, which is no loopback address there.
const HOST = 'host.docker.internal'
const receiver = createServer()
const received = once(receiver, 'request').then(([request, reply]) => {
  reply.end()
  return json(request)
})

// The image that `npm run executable -- --image` builds; `docker load` names it so.
let container
let url
before(async () => {
  await new Promise((listening) => receiver.listen(0, listening))
  container = await new GenericContainer('forgery:latest')
    .withCommand(['serve', '--dialect', 'real', '--auto-worlds', '--outbound', 'any'])
    .withExtraHosts([{ host: HOST, ipAddress: 'host-gateway' }])
    .withExposedPorts(8080)
    .withWaitStrategy(Wait.forHttp('/-/readiness', 8080))
    .start()
  url = `http://${container.getHost()}:${container.getMappedPort(8080)}`
})
after(() => {
  receiver.close()
  return container?.stop()
})

// A world for each test: the header begins it.
const clientOf = (world) => async (method, path, body) => {
  const headers = {
    'private-token': 'alice-token',
    'content-type': 'application/json',
    'x-forgery-world': world,
  }
  const reply = await fetch(`${url}/api/v4${path}`, { method, headers, body: body && JSON.stringify(body) })
  return { status: reply.status, text: await reply.text() }
}
const control = async (world, path, body) =>
  (
    await fetch(`${url}/w/${world}/_forgery/${path}`, body && { method: 'POST', body: JSON.stringify(body) })
  ).json()

test('changes stay in their test', async () => {
  const [one, two] = [clientOf('one'), clientOf('two')]
  assert.equal((await one('DELETE', '/projects/1/milestones/5')).status, 204)
  assert.equal((await one('GET', '/projects/1/milestones/5')).status, 404)
  assert.equal((await two('GET', '/projects/1/milestones/5')).status, 200)
})

const title = 'the clock is moved, a fault strikes, a webhook is received, and the journal has all of it'
test(title, { timeout: 30_000 }, async () => {
  const client = clientOf('three')
  const { port } = receiver.address()
  // Moving the clock deletes a branch, which would be a push.
  const events = { issues_events: true, push_events: false }
  await client('POST', '/projects/1/hooks', { url: `http://${HOST}:${port}`, ...events })
  await control('three', 'clock', { set: '2024-06-01T00:00:00Z' })
  await control('three', 'faults', { path: '/user', status: 503, times: 1 })
  assert.match((await client('POST', '/projects/1/issues', { title: 'From June' })).text, /"2024-06-01/)
  assert.equal((await received).object_attributes.title, 'From June')
  assert.equal((await client('GET', '/user')).status, 503)
  assert.equal((await client('GET', '/user')).status, 200)
  const entries = await control('three', 'requests')
  assert.deepEqual(
    entries.map(({ direction, status }) => (direction === 'in' ? status : direction)),
    [201, 201, 'out', 503, 200],
    // Why the last of them was answered as it was.
    JSON.stringify(await control('three', `requests/${entries.at(-1).id}/why`), null, 2),
  )
})
