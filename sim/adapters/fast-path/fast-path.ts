import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { PlainReply } from '../../protocol/message.ts'
import { FastConnection, type FastServer } from './connection.ts'

/** Stands before a server of Node: connections are its own until one of them is left to that server. */
export class FastPath {
  readonly #connections = new Map<Socket, FastConnection>()
  readonly #owed = new WeakMap<Socket, PlainReply>()
  readonly #server: Server
  readonly #others: readonly ((socket: Socket) => void)[]
  readonly #serving: FastServer

  constructor(server: Server, { keepAlive, heads, bytes, limitOf, serve }: Omit<FastServer, 'leave'>) {
    this.#server = server
    this.#serving = { keepAlive, heads, bytes, limitOf, serve, leave: this.#leave }
    // Other engines have servers that tell nobody of connections: these are left alone.
    this.#others = server.listeners('connection') as ((socket: Socket) => void)[]
    if (this.#others.length === 0) return
    server.removeAllListeners('connection')
    server.on('connection', this.#take)
  }

  /** What is owed to the request that arrives on this connection: it was handled before the connection was left. */
  owedTo(socket: Socket): PlainReply | undefined {
    const reply = this.#owed.get(socket)
    if (reply !== undefined) this.#owed.delete(socket)
    return reply
  }

  /** Ends connections, at once or with the reply that they are owed. */
  close(): void {
    for (const connection of this.#connections.values()) connection.close()
  }

  readonly #leave: FastServer['leave'] = (socket, bytes, reply) => {
    this.#connections.delete(socket)
    if (reply !== undefined) this.#owed.set(socket, reply)
    socket.unshift(bytes)
    for (const other of this.#others) other.call(this.#server, socket)
    socket.resume()
  }

  readonly #take = (socket: Socket): void => {
    this.#connections.set(socket, new FastConnection(socket, this.#serving))
    socket.once('close', () => this.#connections.delete(socket))
  }
}
