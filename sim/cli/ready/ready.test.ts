import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import { run } from '../run.ts'
import { captured } from '../testing/captured.ts'

async function asked(...words: string[]) {
  const io = captured()
  const status = await run(['ready', ...words], io)
  return { status, out: io.printed(), err: io.complained() }
}

test('a server that is ready is told by the status alone', async () => {
  const server = await createSimulator({ world: 'empty' }).listen()
  expect(await asked('--url', `${server.url}/`)).toEqual({ status: 0, out: '', err: '' })
  await server.close()
})

test('a server that comes later is waited for', async () => {
  let refusals = 2
  const server = createServer((request, reply) => {
    reply.writeHead(refusals-- > 0 ? 503 : request.url === '/-/readiness' ? 200 : 404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await asked('--url', url)).toEqual({
    status: 1,
    out: '',
    err: `forgery: --url: ${url} is not ready: it answers 503\n`,
  })
  expect(await asked('--url', url, '--wait', '1m')).toMatchObject({ status: 0 })
  expect(await asked('--url', `${url}/api/v4/`)).toMatchObject({ status: 0 })
  server.close()
})

test.each([
  [['--url', 'http://127.0.0.1:9'], 1, '--url: http://127.0.0.1:9 is not ready: '],
  [['--wait', 'soon'], 2, "--wait: duration 'soon' is invalid"],
])('%j is refused with %i', async (words, status, text) => {
  const refused = await asked(...words)
  expect(refused).toMatchObject({ status, out: '' })
  expect(refused.err).toContain(text)
})
