import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import { heldResponse, webResponse } from './held-response.ts'

type Outcome = unknown

const whole = async (stream: ReadableStream | null): Promise<Outcome> =>
  stream === null ? null : [...new Uint8Array(await new Response(stream).arrayBuffer())]

/** What somebody may do with a response, and what comes of it. */
const uses: { readonly [use: string]: (response: Response) => Promise<Outcome> } = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  arrayBuffer: async (response) => [...new Uint8Array(await response.arrayBuffer())],
  async blob(response) {
    const blob = await response.blob()
    return { type: blob.type, text: await blob.text() }
  },
  formData: async (response) => [...(await response.formData())],
  body: (response) => whole(response.body),
  async cancelled(response) {
    // Of a response that was cloned it waits until the clone is cancelled, too.
    void response.body?.cancel().catch(() => {})
    return response.bodyUsed
  },
  copied: async (response) => new Response(response.body, response).text(),
  clone: (response) => response.clone().text(),
  async 'clone read in turns'(response) {
    const clone = response.clone()
    return [await clone.text(), await response.text(), clone.bodyUsed]
  },
  used: async (response) => response.bodyUsed,
  locked: async (response) => response.body?.locked,
  async changed(response) {
    response.headers.append('x-changed', 'yes')
    return [...response.clone().headers]
  },
  async retyped(response) {
    response.headers.set('content-type', 'text/csv')
    return (await response.blob()).type
  },
  told: async (response) => {
    const { status, statusText, ok, type, url, redirected, headers } = response
    return { status, statusText, ok, type, url, redirected, headers: [...headers] }
  },
  'text of the platform': async (response) =>
    response.bodyUsed ? 'read' : Response.prototype.text.call(response),
  both: async (response) => Promise.all([response.text(), response.bodyUsed]),
  bytes: async (response) => ('bytes' in response ? [...(await (response as BytesRead).bytes())] : 'none'),
}
interface BytesRead {
  bytes(): Promise<Uint8Array>
}

/** What comes of it, or the kind of error that it fails with. */
async function outcome(use: string, response: Response): Promise<Outcome> {
  try {
    return await uses[use]?.(response)
  } catch (error) {
    return error instanceof Error ? error.constructor.name : error
  }
}

const bodies = fc.oneof(
  fc.json(),
  anyText(),
  fc.constantFrom('', '\ufeff{}', '\ud800', 'a=1&b=2'),
  fc.uint8Array().map((bytes) => bytes as Uint8Array<ArrayBuffer>),
)
const types = fc.constantFrom(
  'application/json',
  'text/plain;charset=utf-8',
  'application/x-www-form-urlencoded',
)

test('whatever is done with it, a response whose body is there does what one of the platform does', () =>
  fc.assert(
    fc.asyncProperty(
      bodies,
      types,
      fc.array(fc.constantFrom(...Object.keys(uses)), { minLength: 1, maxLength: 5 }),
      async (body, type, drawn) => {
        const init = () => ({ status: 201, headers: { 'Content-Type': type, 'X-Other': 'a' } })
        const held = heldResponse(body, init())
        const own = webResponse(body, init())
        for (const use of drawn) expect(await outcome(use, held), use).toEqual(await outcome(use, own))
      },
    ),
    { numRuns: 300 },
  ))

test('it is a response of the platform, by its name, too', () => {
  const response = heldResponse('{}', { status: 200, headers: {} })
  expect(response).toBeInstanceOf(Response)
  expect(response.constructor.name).toBe('Response')
})

test('a class that a test has put in the place of the platform’s is the one that is extended', () => {
  const platform = globalThis.Response
  class Other extends platform {}
  globalThis.Response = Other
  try {
    expect(heldResponse('{}', { status: 200, headers: {} })).toBeInstanceOf(Other)
  } finally {
    globalThis.Response = platform
  }
  expect(heldResponse('{}', { status: 200, headers: {} })).not.toBeInstanceOf(Other)
})
