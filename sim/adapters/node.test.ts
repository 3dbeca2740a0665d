import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { generate } from 'selfsigned'
import { afterAll, describe } from 'vitest'
import { adapterLaws, type Received, type Send } from './adapter-laws.ts'
import type { Handler } from './handler.ts'
import { type Certificate, type Listening, listen } from './node.ts'

async function certificate(): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }])
  return { cert, key }
}

describe.each([
  ['node', async () => undefined, httpRequest],
  ['node over TLS', certificate, httpsRequest],
])('%s', (name, certified, request) => {
  // One server for all laws; the handler is exchanged before each request.
  let handler: Handler = () => ({ status: 200, headers: {}, body: null })
  let listening: Promise<Listening> | undefined
  async function begun(): Promise<Listening> {
    return listen((asked) => handler(asked), { tls: await certified() })
  }
  const server = () => (listening ??= begun())
  afterAll(async () => (await server()).close())

  const send: Send = async (behind, { method = 'GET', target, headers = [], body }) => {
    handler = behind
    const { port } = await server()
    return new Promise<Received>((resolve, reject) => {
      const grouped: { [name: string]: string[] } = {}
      for (const [name, value] of headers) grouped[name] = [...(grouped[name] ?? []), value]
      if (body !== undefined) grouped['Content-Length'] = [String(body.length)]
      const outgoing = request(
        { host: '127.0.0.1', port, method, path: target, headers: grouped, rejectUnauthorized: false },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode as number,
              headers: response.headers as Received['headers'],
              body: Buffer.concat(chunks),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  adapterLaws(name, send)
})
