import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { run } from './run.ts'
import { captured } from './testing/captured.ts'

// The real json-server, beside the simulator that printed its database: they are asked the same.
interface JsonServer {
  create(): { use(handler: unknown): void } & Parameters<typeof createServer>[1]
  defaults(options: object): unknown
  router(database: object): unknown
}
const jsonServer = createRequire(import.meta.url)('json-server') as JsonServer

const simulator = createSimulator()
let server: Server
let address = ''
beforeAll(async () => {
  const io = captured()
  expect(await run(['world', '--format', 'json-server'], io)).toBe(0)
  const app = jsonServer.create()
  app.use(jsonServer.router(JSON.parse(io.printed())))
  server = createServer(app)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each([
  '/users',
  '/users/2',
  '/users?username=alice',
  '/users?username=alice&username=bob',
  '/users?state_ne=active',
  '/users?id_gte=2&id_lte=4',
  '/users?username_like=^[ab]',
  '/users?name_like=ALICE',
  '/users?q=archer',
  '/issues?projectId=1&_sort=title&_order=desc',
  '/issues?_sort=projectId,title&_order=desc,asc',
  '/mergeRequests?_page=2&_limit=7',
  '/mergeRequests?_page=1',
  '/mergeRequests?_page=99',
  '/mergeRequests?_limit=3',
  '/mergeRequests?_start=4&_limit=3',
  '/mergeRequests?_start=4&_end=9',
  '/mergeRequests?_sort=state,id&_order=asc,desc&state_ne=merged',
  '/milestones?createdAt_gte=2023-06-01&_sort=createdAt',
  '/projects/1?_embed=milestones',
  '/projects?_embed=labels&id_lte=3',
  '/milestones?projectId=1&_expand=project',
  '/approvalRules?_sort=approvalsRequired&_order=desc',
])('json-server and the simulator answer GET %s alike', async (query) => {
  const theirs = await fetch(`${address}${query}`)
  const ours = simulator.handle({ method: 'GET', url: `/_forgery/db${query}`, headers: {} })
  expect(ours.status).toBe(theirs.status)
  expect(JSON.parse(String(ours.body))).toEqual(await theirs.json())
  const total = theirs.headers.get('x-total-count')
  if (total !== null) expect(ours.headers['X-Total-Count']).toBe(total)
})

test('what is not there is 404 at both', async () => {
  for (const path of ['/users/4711', '/nothing']) {
    expect((await fetch(`${address}${path}`)).status).toBe(404)
    expect(simulator.handle({ method: 'GET', url: `/_forgery/db${path}`, headers: {} }).status).toBe(404)
  }
})
