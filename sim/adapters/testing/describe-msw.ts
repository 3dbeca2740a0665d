import type { HttpHandler } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import { adapterLaws, type Send } from '../adapter-laws.ts'
import { forgeryHandlers, mswHandler } from '../msw.ts'

/** As much of msw's server as any of its versions has. */
interface Server {
  listen(options?: { readonly onUnhandledRequest: 'error' }): void
  close(): void
  use(...handlers: HttpHandler[]): void
  resetHandlers(): void
}

/** What holds for the handlers of one version of msw, whose server `setup` starts, but for the statuses in `unseen`. */
export function describeMsw(name: string, setup: () => Server, unseen: readonly number[] = []): void {
  const server = setup()
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  const send: Send = async (handler, { method = 'GET', target, headers = [], body }) => {
    server.resetHandlers()
    server.use(mswHandler(handler, 'http://forgery.test'))
    const response = await fetch(`http://forgery.test${target}`, {
      method,
      headers: headers.map(([key, value]): [string, string] => [key, value]),
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
  }

  adapterLaws(name, send, { unseen })

  describe(`${name}: a simulator`, () => {
    test('answers as the service at its URL', async () => {
      const sim = createSimulator({ url: 'https://gitlab.example.com', dialect: 'real' })
      server.use(...forgeryHandlers(sim))
      const reply = await fetch('https://gitlab.example.com/api/v4/projects?per_page=1', {
        headers: { 'private-token': 'alice-token' },
      })
      expect(reply.headers.get('link')).toContain('<https://gitlab.example.com/api/v4/projects?')
      const [{ web_url }] = (await reply.json()) as [{ readonly web_url: string }]
      expect(web_url).toMatch(/^https:\/\/gitlab\.example\.com\//)
    })

    test('answers below a path, named worlds too', async () => {
      const sim = createSimulator({ url: 'https://example.com/forge' })
      sim.worlds.create('one')
      server.use(...forgeryHandlers(sim))
      const headers = { 'private-token': 'alice-token' }
      for (const place of ['', '/w/one']) {
        const reply = await fetch(`https://example.com/forge${place}/api/v4/user`, { headers })
        expect(await reply.json()).toMatchObject({ web_url: `https://example.com/forge${place}/alice` })
      }
    })

    test('leaves pages and other hosts to others', async () => {
      server.use(...forgeryHandlers(createSimulator({ url: 'https://gitlab.example.com' })))
      for (const url of ['https://gitlab.example.com/', 'https://gitlab.example.com.evil.test/api/v4/user'])
        await expect(fetch(url)).rejects.toThrow()
    })
  })
}
