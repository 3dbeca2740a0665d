import { expect, test } from 'vitest'
import { adapterLaws, type Received, type Send } from './adapter-laws.ts'
import { fetchFrom, toPlain } from './fetch.ts'
import { heldResponse } from './held-response.ts'

const send =
  (withBody?: typeof heldResponse): Send =>
  async (handler, { method = 'GET', target, headers = [], body }) => {
    const request = new Request(`http://forgery.test${target}`, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    })
    return received(await fetchFrom(handler, undefined, withBody)(request))
  }

async function received(response: Response): Promise<Received> {
  const body = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

adapterLaws('fetch', send())
adapterLaws('fetch, whose bodies are there', send(heldResponse))

test('a fragment stays with the client', async () => {
  expect((await toPlain(new Request('http://forgery.test/a?b=1#c'))).url).toBe('/a?b=1')
})

test('a request that is aborted while its reply is delayed rejects with the reason', async () => {
  const slow = fetchFrom(() => ({ status: 200, headers: {}, body: 'late', transport: { delay: 60_000 } }))
  const request = new Request('http://forgery.test/', { signal: AbortSignal.timeout(20) })
  await expect(slow(request)).rejects.toThrow(/timeout/)
})
