import { expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import { DEMO_TOKEN } from '../client-environment.ts'
import { firstToken } from '../credentials.ts'
import { run } from '../run.ts'
import { captured } from '../testing/captured.ts'
import { canLoadLate, launchLate } from './launch-late.ts'

const silent = { onServerError: () => {}, onRefused: () => {} }

/** A server whose simulator is built when `build` is called. */
async function late() {
  let build: (() => void) | undefined
  const wanted = new Promise<void>((resolve) => {
    build = resolve
  })
  let builds = 0
  const server = await launchLate({}, silent, async () => {
    builds++
    await wanted
    return createSimulator()
  })
  return { ...server, build: () => build?.(), builds: () => builds }
}

test('requests that come before the simulator is there are answered by one, once it is', async () => {
  const server = await late()
  const journal = `${server.url}/_forgery/requests`
  const asked = ['/a', '/b', '/c'].map((path) => fetch(`${server.url}/api/v4${path}`))
  while (server.builds() === 0) await new Promise((resolve) => setImmediate(resolve))
  server.build()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404])
  const entries = (await (await fetch(journal)).json()) as readonly { readonly path: string }[]
  expect(entries.map(({ path }) => path).sort()).toEqual(['/api/v4/a', '/api/v4/b', '/api/v4/c'])
  expect(server.builds()).toBe(1)
  await server.close()
})

test('links carry the address that was listened on', async () => {
  const server = await late()
  server.build()
  const reply = await fetch(`${server.url}/api/v4/projects/1`, { headers: { 'private-token': DEMO_TOKEN } })
  expect(await reply.json()).toMatchObject({ web_url: expect.stringContaining(`${server.url}/`) })
  await server.close()
})

test('nothing is built for a command that ends at once and asks nothing', async () => {
  const server = await late()
  server.loadSoon()
  await server.close()
  expect(server.builds()).toBe(0)
})

test('what is built although nobody asked yet is awaited at the end, and its error is told', async () => {
  const server = await launchLate({}, silent, async () => {
    throw new Error('broken')
  })
  expect((await fetch(server.url)).status).toBe(500)
  await expect(server.close()).rejects.toThrow('broken')
})

test.each([{}, { seed: 7, tier: 'free' }, { dialect: 'real' }, { release: '18.9' }] as const)(
  'the first administrator of the demo world has the same token with %o',
  (options) => {
    expect(canLoadLate(options)).toBe(true)
    const sim = createSimulator(options)
    expect(firstToken(sim.world, sim.now())).toBe(DEMO_TOKEN)
  },
)

test.each([
  { world: ['empty'] },
  { explain: '4xx' },
  { tls: true },
  { dialect: 'specification', release: '18.9' },
] as const)('a command waits for what may be refused, or watches it: %o', (settings) => {
  expect(canLoadLate(settings)).toBe(false)
})

test('a command finds the demo world', async () => {
  const io = captured({ PATH: process.env.PATH ?? '' })
  const script = `fetch(process.env.CI_API_V4_URL + '/user', { headers: { 'Private-Token': process.env.GITLAB_TOKEN } })
    .then((reply) => reply.json()).then(({ username }) => process.exit(username === 'root' ? 7 : 1))`
  expect(await run(['exec', '--dialect', 'real', '--', process.execPath, '-e', script], io)).toBe(7)
})
