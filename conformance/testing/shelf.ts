import { type Door, type Target, textOf, type WireReply, type WireRequest } from '../targets/target.ts'
import { noTraffic } from '../targets/traffic.ts'

/** What is wrong with a shelf. */
export interface ShelfFault {
  /** Titles longer than this are cut. */
  readonly cutsAt?: number
  readonly crashes?: boolean
}

/** A service of one list that goes wrong on demand, to try the suite itself on: `POST /books` and `GET /books`. */
export function shelf(fault: ShelfFault = {}, extra: Partial<Target> = {}): Target {
  return {
    name: 'a shelf',
    origin: 'http://shelf.test',
    dialect: 'specification',
    tier: 'premium',
    credentials: { owner: { variable: 'OWNER_TOKEN', token: 'secret-of-the-owner' } },
    quick: true,
    prefix: 'conform',
    mode: 'write',
    place: {},
    version: undefined,
    traffic: noTraffic(),
    open: async () => door(fault),
    ...extra,
  }
}

function door(fault: ShelfFault): Door {
  let books: readonly string[] = []
  return {
    send: async (request) => answer(request),
    mark: async () => {
      const marked = books
      return async () => {
        books = marked
      }
    },
    close: async () => undefined,
  }

  function answer({ method, url, body }: WireRequest): WireReply {
    if (url === '/api/v4/user') return reply(200, { id: 1, username: 'owner', name: 'The Owner' })
    if (fault.crashes) return reply(500, { message: '500 Internal Server Error' })
    if (method === 'GET') return reply(200, books)
    const { title } = JSON.parse(textOf(body ?? '{}')) as { readonly title: string }
    books = [...books, title.slice(0, fault.cutsAt ?? title.length)]
    return reply(201, { title: books.at(-1) ?? null })
  }
}

function reply(status: number, json: unknown): WireReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
}
