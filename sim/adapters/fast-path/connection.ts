import type { Socket } from 'node:net'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import { isBodiless } from '../handler.ts'
import { inOneWrite, lengthOf, type SentBytes } from '../sent-bytes.ts'
import type { Heads } from './reply.ts'
import { Requests } from './request.ts'

export interface FastServer {
  /** Milliseconds after which a connection ends that has no request under way. */
  readonly keepAlive: number
  readonly heads: Heads
  readonly bytes: SentBytes
  /** Most bytes of the body of such a request. */
  limitOf(request: Pick<PlainRequest, 'method' | 'url'>): number
  /** Calls `reply` once, now or later. */
  serve(request: PlainRequest, reply: (reply: PlainReply) => void): void
  /**
   * Leaves the connection to Node's server, with these bytes to read first; `reply` is what it answers to the request that
   * they are.
   */
  leave(socket: Socket, bytes: Buffer, reply?: PlainReply): void
}

/**
 * Serves what nearly all clients send: a request that arrives whole, and whose answer is there, on a connection that is kept.
 * Node's server takes as long for that as the simulator does. It is left all else, and whatever follows on that connection.
 */
export class FastConnection {
  readonly #socket: Socket
  readonly #server: FastServer
  readonly #requests = new Requests()
  readonly #address: string | undefined
  /** The request under way. */
  #bytes: Buffer | undefined
  #closes = false

  constructor(socket: Socket, server: FastServer) {
    this.#socket = socket
    this.#server = server
    this.#address = socket.remoteAddress
    socket.setTimeout(server.keepAlive)
    socket.on('data', this.#read).on('end', this.#end).on('timeout', this.#expire).on('error', ignore)
  }

  /** Ends the connection, with the reply that it is owed. */
  close(): void {
    this.#closes = true
    if (this.#bytes === undefined) this.#socket.destroy()
  }

  readonly #read = (bytes: Buffer): void => {
    const found = this.#requests.in(bytes)
    if (
      found === undefined ||
      (found.body !== undefined && found.body.length > this.#server.limitOf(found))
    ) {
      this.#leave(bytes)
      return
    }
    this.#bytes = bytes
    // What follows waits in the socket, and its end, too: until then the connection may have to be left to Node.
    this.#socket.pause()
    const { method, url, headers, body } = found
    this.#server.serve({ method, url, headers, body, address: this.#address, takesMore: true }, this.#reply)
  }

  readonly #reply = (reply: PlainReply): void => {
    const socket = this.#socket
    const asked = this.#bytes as Buffer
    this.#bytes = undefined
    const { lender } = reply
    if (socket.destroyed) {
      lender?.takeBack()
      return
    }
    const { heads, bytes } = this.#server
    const body = isBodiless(reply.status) ? null : bytes.of(reply.body)
    const length = lengthOf(body)
    const isPlain = reply.transport === undefined && reply.more === undefined
    const head = isPlain ? heads.of(reply, length, this.#closes) : undefined
    if (head === undefined) this.#leave(asked, reply)
    else {
      const takesMore = sent(socket, head, reply.headers, body, length)
      const isTaken = socket.writableLength === 0
      // What the system has not taken is still read out of that memory: then it is not used again.
      if (isTaken) lender?.takeBack()
      if (isTaken || takesMore) this.#next()
      else socket.once('drain', this.#next)
    }
  }

  readonly #next = (): void => {
    if (this.#closes) this.#socket.end()
    else this.#socket.resume()
  }

  #leave(bytes: Buffer, reply?: PlainReply): void {
    const socket = this.#socket
    socket.off('data', this.#read).off('end', this.#end).off('timeout', this.#expire).off('error', ignore)
    socket.setTimeout(0)
    this.#server.leave(socket, bytes, reply)
  }

  readonly #end = (): void => {
    this.#socket.end()
  }

  readonly #expire = (): void => {
    if (this.#bytes === undefined) this.#socket.destroy()
  }
}

/** Sends a reply, and tells whether the socket has room for more. */
function sent(
  socket: Socket,
  head: string,
  headers: PlainReply['headers'],
  body: PlainReply['body'],
  length: number,
): boolean {
  if (body === null || length === 0) return socket.write(head, 'latin1')
  const [rest, encoding] = typeof body === 'string' ? inOneWrite(headers, body, length) : [body]
  if (typeof rest === 'string') return socket.write(head + rest, encoding)
  socket.cork()
  socket.write(head, 'latin1')
  const takesMore = socket.write(rest)
  socket.uncork()
  return takesMore
}

function ignore(): void {}
