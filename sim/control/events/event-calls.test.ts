import { expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import { MOST_WATCHING } from './watched.ts'

const headers = { 'private-token': 'alice-token' }

/** Reads a stream until it has a text. */
async function until(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  const decoder = new TextDecoder()
  let read = ''
  while (!read.includes(wanted)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the stream ended after: ${read}`)
    read += decoder.decode(value, { stream: true })
  }
  return read
}

test('without a connection the events are what there is', () => {
  const sim = createSimulator()
  sim.handle({ method: 'GET', url: '/api/v4/version', headers })
  const { status, headers: sent, body } = sim.handle({ method: 'GET', url: '/_forgery/events', headers: {} })
  expect(status).toBe(200)
  expect(sent['Content-Type']).toBe('text/event-stream; charset=utf-8')
  expect(body).toMatch(
    /^retry: 1000\n\nevent: all\ndata: \[\{"id":1,.*\}\]\n\nevent: state\ndata: \{"now":".*"\}\n\n$/,
  )
})

test('over HTTP requests, the clock and rewinds are told as they happen, and the server closes all the same', async () => {
  const sim = createSimulator()
  const server = await sim.listen()
  const { body } = await fetch(`${server.url}/_forgery/events`)
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  await until(reader, 'event: all\ndata: []')
  await fetch(`${server.url}/api/v4/version?private_token=alice-token`)
  const told = await until(reader, 'event: more')
  expect(told).not.toContain('alice-token')
  await fetch(`${server.url}/_forgery/clock`, { method: 'POST', body: '{"advance":"1h"}' })
  await until(reader, '"now":"2024-01-01T01:00:01.000Z"')
  await fetch(`${server.url}/_forgery/requests/1/rewind`, { method: 'POST' })
  await until(reader, 'event: all\ndata: []')
  await server.close()
  await expect(until(reader, 'nothing more')).rejects.toThrow('the stream ended')
})

test('so many may follow and no more; who leaves makes room', async () => {
  const sim = createSimulator()
  const leaves = Array.from({ length: MOST_WATCHING }, () => sim.journal.watched.follow(() => {}))
  const ask = () => sim.handle({ method: 'GET', url: '/_forgery/events', headers: {} }).status
  expect(ask()).toBe(409)
  leaves[0]?.()
  expect(ask()).toBe(200)
})
