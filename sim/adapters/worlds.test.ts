import { Agent, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator, type Server, type Simulator } from '../index.ts'
import { type ScriptedRequest, script } from '../testing/script.ts'

const WORLDS = 16
const REQUESTS = 1_200

let simulator: Simulator
let server: Server
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
beforeAll(async () => {
  simulator = createSimulator({ outbound: 'off' })
  server = await simulator.listen()
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

/** One reply as it came over the wire: what a client could ever tell worlds apart by. */
function sent({ method, url, headers, body }: ScriptedRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const about = { agent, host: '127.0.0.1', port: server.port, method, path: url }
    const outgoing = httpRequest({ ...about, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { 'x-request-id': id, link = '', etag = '' } = response.headers
        resolve([response.statusCode, id, link, etag, Buffer.concat(chunks)].join('\n'))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

test(`${WORLDS} worlds answer ${REQUESTS} interleaved requests as each does alone`, async () => {
  const scripts = Array.from({ length: WORLDS }, (_, i) =>
    script(i + 1, Math.ceil(REQUESTS / WORLDS)).map((request) => ({
      ...request,
      // Half of the worlds are addressed by their paths, half by the header.
      ...(i % 2 === 0
        ? { url: `/w/w${i}${request.url}` }
        : { headers: { ...request.headers, 'x-forgery-world': `w${i}` } }),
    })),
  )
  for (const i of scripts.keys()) simulator.worlds.create(`w${i}`)
  const together = await Promise.all(scripts.map(inOrder))

  for (const i of scripts.keys()) simulator.worlds.delete(`w${i}`)
  for (const [i, requests] of scripts.entries()) {
    // Alone: a world of the same name in a simulator that nobody else asks.
    const lonely = createSimulator({ outbound: 'off', url: server.url })
    lonely.worlds.create(`w${i}`)
    const alone = requests.map((request) => {
      const { status, headers, body } = lonely.handle({
        ...request,
        address: '127.0.0.1',
      })
      const { 'X-Request-Id': id, Link: link = '', ETag: etag = '' } = headers
      return [status, id, link, etag, Buffer.from(request.method === 'HEAD' ? '' : (body ?? ''))].join('\n')
    })
    const differing = alone.findIndex((reply, at) => reply !== together[i]?.[at])
    expect([i, differing, together[i]?.[differing]]).toEqual([i, -1, undefined])
  }
}, 300_000)

async function inOrder(requests: readonly ScriptedRequest[]): Promise<string[]> {
  const replies: string[] = []
  for (const request of requests) replies.push(await sent(request))
  return replies
}
