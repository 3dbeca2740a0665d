// The servers of others, where they are installed. Only json-server 0.17 always is: 1.x asks for a newer Node than the
// project does.
import { createServer, type RequestListener, type Server } from 'node:http'
import { emulate } from './emulate.ts'
import { newer, older } from './json-server.ts'
import type { Call, Rows } from './loads.ts'

interface Described {
  readonly module: string
  /** A server of the module with this URL, which is about to listen. */
  serverOf(url: string, rows: Rows): Promise<Server>
  /** The path of a call that is written for json-server 0.17. */
  pathOf(path: string): string
}

const described = {
  'json-server': {
    module: 'json-server',
    serverOf: async (url, rows) => listening(await older(url, rows)),
    pathOf: (path) => path,
  },
  'json-server-1': {
    module: 'json-server-1/lib/app.js',
    serverOf: async (url, rows) => listening(await newer(url, rows)),
    pathOf: (path) => path.replace(/_sort=(\w+)&_order=desc/, '_sort=-$1').replace('_limit=', '_per_page='),
  },
  emulate: {
    module: '@emulators/core',
    serverOf: emulate,
    pathOf: (path) =>
      path
        .replace('&_order=desc', '')
        .replace('_limit=', 'per_page=')
        .replace(/_(page|sort)=/g, '$1='),
  },
} as const satisfies { readonly [peer: string]: Described }

export type Peer = keyof typeof described

export const peers = Object.keys(described) as readonly Peer[]

export function installed(): readonly Peer[] {
  return peers.filter((peer) => {
    try {
      return urlOf(peer) !== ''
    } catch {
      return false
    }
  })
}

/** Its server, which is about to listen. */
export async function serverOf(peer: Peer, rows: Rows): Promise<Server> {
  return await described[peer].serverOf(urlOf(peer), rows)
}

export function spokenTo(peer: Peer, { path, ...call }: Call): Call {
  return { ...call, path: described[peer].pathOf(path) }
}

/** A server that is about to listen at a port that is free. */
export function listening(listener: RequestListener): Server {
  return createServer(listener).listen(0, '127.0.0.1')
}

function urlOf(peer: Peer): string {
  return import.meta.resolve(described[peer].module)
}
