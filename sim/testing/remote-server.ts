import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What arrived at a server of a test. */
export interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

export interface RemoteServer {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string
  readonly arrived: readonly Arrived[]
  close(): Promise<void>
}

export interface Served {
  readonly status: number
  readonly headers?: { readonly [name: string]: string }
  readonly body?: Uint8Array
}

/** A server of this machine that is no simulator: what calls out over a real connection talk to. */
export async function remoteServer(answer: (request: Arrived) => Served): Promise<RemoteServer> {
  const arrived: Arrived[] = []
  const server = createServer((incoming, response) => {
    const chunks: Uint8Array[] = []
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const request = { method, url, headers, body: new Uint8Array(Buffer.concat(chunks)) }
      arrived.push(request)
      const { status, headers: told = {}, body } = answer(request)
      response.writeHead(status, told)
      response.end(method === 'HEAD' ? undefined : body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
