import { describe, expect, test, vi } from 'vitest'
import { createSimulator } from '../index.ts'
import { adapterLaws, type Send } from './adapter-laws.ts'
import { forgeryHandlers, mswHandler } from './msw.ts'

// The same handlers, made by the other version, which is installed for this test alone. Its server needs Node 22, its
// handlers do not; its service worker is tried in a browser (scripts/browser.test.ts).
const { found, there, other } = await vi.hoisted(async () => {
  const { createRequire } = await import('node:module')
  const { pathToFileURL } = await import('node:url')
  const { installed } = await import('../clients/testing/installed.ts')
  const { folder, found } = await installed('msw@3.0.5')
  const other = (): Promise<typeof import('msw')> =>
    import(pathToFileURL(createRequire(`${folder}/package.json`).resolve('msw')).href)
  return { found, there: folder !== undefined, other }
})
vi.mock('msw', (original) => (there ? other() : original()))

const asked = async (handlers: readonly unknown[], request: Request) => {
  const { getResponse } = await other()
  return await getResponse(handlers as Parameters<typeof getResponse>[0], request)
}

const send: Send = async (handler, { method = 'GET', target, headers = [], body }) => {
  const request = new Request(`http://forgery.test${target}`, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
  })
  const response = await asked([mswHandler(handler, 'http://forgery.test')], request)
  if (response === undefined || response.type === 'error') throw new TypeError('fetch failed')
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
}

describe.skipIf(!there)(`msw 3 (${found})`, () => {
  adapterLaws('its handlers', send)

  test('they are made by it', async () => {
    const { RequestHandler } = await other()
    for (const handler of forgeryHandlers(createSimulator())) expect(handler).toBeInstanceOf(RequestHandler)
  })

  test('a simulator answers what is below its URL, and nothing else', async () => {
    const handlers = forgeryHandlers(createSimulator({ url: 'https://gitlab.example.com' }))
    const init = { headers: { 'private-token': 'alice-token' } }
    const user = await asked(handlers, new Request('https://gitlab.example.com/api/v4/user', init))
    expect(await user?.json()).toMatchObject({ web_url: 'https://gitlab.example.com/alice' })
    for (const url of ['https://gitlab.example.com/', 'https://elsewhere.example.com/api/v4/user'])
      expect(await asked(handlers, new Request(url))).toBeUndefined()
  })
})
