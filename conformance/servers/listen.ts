import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnsweringSide, createRemoteHost, type RemoteHost } from './side.ts'

let listening: Promise<RemoteHost> | undefined

/** The remote host on a free port of this machine, from the first time it is asked for to the end of the process. */
export function listeningRemoteHost(): Promise<RemoteHost> {
  listening ??= listen()
  return listening
}

function listen(): Promise<RemoteHost> {
  return new Promise((resolve, reject) => {
    let side: AnsweringSide | undefined
    const server = createServer((request, response) => {
      if (side !== undefined) void answer(side, request, response)
    })
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      side = createRemoteHost(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      // Nobody waits for it to end.
      server.unref()
      resolve(side)
    })
    server.on('connection', (socket) => socket.unref())
  })
}

async function answer(
  side: AnsweringSide,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part as Uint8Array)
  const { status, headers, body } = await side.answer({
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: request.headers as { readonly [name: string]: string },
    body: Buffer.concat(parts),
  })
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}
