// A server of its own process, for `http.ts`: `node server.js forgery`, or `bare`, or a peer. Its settings come as the first
// message; it answers with its URL, and to every further message with the processor time that it has taken.
import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { arranged } from './arranged.ts'
import type { Rows } from './loads.ts'
import { listening, type Peer, serverOf } from './peers.ts'
import { served } from './served.ts'

/** A reply of the simulator, which the bare server repeats. */
export interface Recorded {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

export interface Settings {
  /** What the bare server sends, by method and path. */
  readonly recorded: { readonly [call: string]: Recorded }
  /** What a peer serves. */
  readonly rows: Rows
}

const kind = process.argv[2]
process.once('message', (settings: Settings) => {
  void start(settings).then((url) => {
    process.on('message', () => process.send?.(process.cpuUsage()))
    process.send?.(url)
  })
})
process.once('disconnect', () => process.exit())

async function start({ recorded, rows }: Settings): Promise<string> {
  if (kind === 'forgery') return served(arranged().simulator)
  const server = kind === 'bare' ? listening(bare(recorded)) : await serverOf(kind as Peer, rows)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

// The least that a server can do: read the body, send fixed bytes.
function bare(recorded: Settings['recorded']): RequestListener {
  const replies = new Map(
    Object.entries(recorded).map(([call, { status, headers, body }]) => [
      call,
      { status, headers, body: Buffer.from(body, 'base64') },
    ]),
  )
  return (request, response) => {
    const reply = replies.get(`${request.method} ${request.url}`)
    drained(request, () => {
      response.writeHead(reply?.status ?? 404, {
        ...reply?.headers,
        'Content-Length': reply?.body.length ?? 0,
      })
      response.end(reply?.body)
    })
  }
}

function drained(request: IncomingMessage, done: () => void): void {
  request.resume()
  request.once('end', done)
}
