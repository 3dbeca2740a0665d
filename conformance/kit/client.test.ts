import { describe, expect, test } from 'vitest'
import type { Door, WireRequest } from '../targets/target.ts'
import { createClient } from './client.ts'
import { Interrupted } from './finding.ts'

function recorder(): { readonly door: Door; readonly sent: WireRequest[] } {
  const sent: WireRequest[] = []
  const send = async (request: WireRequest) => {
    sent.push(request)
    return { status: 200, headers: {}, body: '{}' }
  }
  return { door: { send, close: async () => undefined }, sent }
}

async function sent(operation: string, params: object, options = {}): Promise<WireRequest | undefined> {
  const { door, sent: requests } = recorder()
  const client = createClient({ door, origin: 'http://h', credentials: {}, as: 'anonymous' })
  await client.call(operation, { ...params }, options)
  return requests[0]
}

describe('call', () => {
  test('encodes a path parameter as one segment', async () => {
    expect((await sent('GET /projects/:id', { id: 'acme/webapp' }))?.url).toBe(
      '/api/v4/projects/acme%2Fwebapp',
    )
  })

  test('puts what the path does not name into the query of a GET, lists and hashes with brackets', async () => {
    const request = await sent('GET /projects/:id/milestones', {
      id: 1,
      iids: [1, 2],
      not: { labels: 'a,b' },
    })
    expect(decodeURIComponent(request?.url ?? '')).toBe(
      '/api/v4/projects/1/milestones?iids[]=1&iids[]=2&not[labels]=a,b',
    )
    expect(request?.body).toBeUndefined()
  })

  test('puts it into a JSON body of a POST', async () => {
    const request = await sent('POST /projects/:id/milestones', { id: 1, title: 'x', due_date: null })
    expect(request?.body).toBe('{"title":"x","due_date":null}')
    expect(request?.headers).toEqual({ 'content-type': 'application/json' })
  })

  test('sends a form on demand', async () => {
    const request = await sent('PUT /a/:id', { id: 1, title: 'x y' }, { form: true })
    expect(request?.body).toBe('title=x%20y')
    expect(request?.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' })
  })

  test('refuses to send a path with a place left open', async () => {
    await expect(sent('GET /projects/:id', {})).rejects.toThrow('needs a value for :id')
  })
})

describe('a write that is refused for now', () => {
  const answered = (body: string, method = 'POST', status = 503) => {
    const send = async () => ({ status, headers: {}, body })
    const door = { send, close: async () => undefined }
    const client = createClient({ door, origin: 'http://h', credentials: {}, as: 'anonymous' })
    return client.call(`${method} /groups`)
  }
  const readOnly = '{"message":"You cannot perform write operations on a read-only instance"}'

  test('decides nothing in maintenance mode', async () => {
    await expect(answered(readOnly)).rejects.toThrow('the target is in maintenance mode')
    await expect(answered(readOnly, 'POST', 403)).rejects.toThrow('the target is in maintenance mode')
  })

  test('decides nothing in maintenance mode where it is led elsewhere', async () => {
    const led = (told: string) => {
      const send = async ({ headers }: WireRequest) =>
        headers['content-type'] === 'application/json'
          ? { status: 403, headers: {}, body: told }
          : { status: 301, headers: {}, body: '' }
      const door = { send, close: async () => undefined }
      const client = createClient({ door, origin: 'http://h', credentials: {}, as: 'anonymous' })
      return client.call('POST /projects/import', { path: 'a' }, { form: true })
    }
    await expect(led(readOnly)).rejects.toThrow('the target is in maintenance mode')
    expect((await led('{"message":"401 Unauthorized"}')).status).toBe(301)
  })

  test('is answered where a right is what lacks', async () => {
    expect((await answered('{"message":"403 Forbidden"}', 'POST', 403)).status).toBe(403)
  })

  test('is a server fault otherwise, and so is a read', async () => {
    await expect(answered('{"message":"try again"}')).rejects.toThrow('answers 503')
    await expect(answered(readOnly, 'GET')).rejects.toThrow('answers 503')
  })
})

test('a write that may be repeated is answered by the gateway where that is so five times, and others are answered', async () => {
  let sent = 0
  const lost = (instead: boolean) => async () => {
    sent += 1
    const problem = new Interrupted('a gateway answers 502')
    if (instead) problem.instead = { status: 502, headers: {}, body: '' }
    throw problem
  }
  const deleting = (instead: boolean) => {
    const door = { send: lost(instead), close: async () => undefined }
    const client = createClient({ door, origin: 'http://h', credentials: {}, as: 'anonymous' })
    return client.call('DELETE /projects/:id', { id: 1 })
  }
  await expect(deleting(true)).rejects.toThrow('answers 502: expected no server fault')
  expect(sent).toBe(5)
  await expect(deleting(false)).rejects.toThrow(Interrupted)
  expect(sent).toBe(8)
})
