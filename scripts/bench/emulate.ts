// The core of emulate, serving rows from its store by a handler as its services have them, without rights and joins. Its
// limit of requests is left out: every measurement would exceed it.
import type { Server } from 'node:http'
import type { Rows } from './loads.ts'

interface Row {
  readonly [name: string]: unknown
}

interface Collection {
  insert(row: object): Row
  get(id: number): Row | undefined
  update(id: number, changes: object): Row | undefined
  delete(id: number): boolean
  query(options: {
    readonly filter?: (row: Row) => boolean
    readonly sort?: (a: Row, b: Row) => number
    readonly page: number
    readonly per_page: number
  }): { readonly items: readonly Row[]; readonly total_count: number }
}

interface Context {
  readonly req: { param(name: string): string; query(name: string): string | undefined }
  json(data: unknown, status?: number): Response
  body(body: null, status: number): Response
}

type Handler = (context: Context) => Response | Promise<Response>

interface App {
  readonly fetch: (request: Request) => Promise<Response>
  use(path: string, handler: unknown): void
  onError(handler: unknown): void
  get(path: string, handler: Handler): void
  post(path: string, handler: Handler): void
  patch(path: string, handler: Handler): void
  delete(path: string, handler: Handler): void
}

interface Core {
  readonly Hono: new () => App
  readonly Store: new () => { collection(name: string): Collection }
  serve(options: { readonly fetch: App['fetch']; readonly port: number; readonly hostname: string }): Server
  cors(): unknown
  authMiddleware(tokens: ReadonlyMap<string, unknown>): unknown
  createErrorHandler(): unknown
  createApiErrorHandler(): unknown
  notFound(): Error
  parseJsonBody(context: Context): Promise<object>
  parsePagination(context: Context): { readonly page: number; readonly per_page: number }
  setLinkHeader(context: Context, total: number, page: number, perPage: number): void
}

export async function emulate(url: string, rows: Rows): Promise<Server> {
  const core = (await import(url)) as Core
  const store = new core.Store()
  for (const [collection, all] of Object.entries(rows))
    for (const row of all) store.collection(collection).insert(structuredClone(row))
  const app = new core.Hono()
  app.onError(core.createApiErrorHandler())
  for (const middleware of [core.cors(), core.createErrorHandler(), core.authMiddleware(new Map())])
    app.use('*', middleware)
  const found = ({ req }: Context) => store.collection(req.param('collection'))
  const id = ({ req }: Context) => Number(req.param('id'))
  app.get('/:collection', (context) => {
    const { page, per_page } = core.parsePagination(context)
    const { items, total_count } = found(context).query({ ...asked(context), page, per_page })
    core.setLinkHeader(context, total_count, page, per_page)
    return context.json(items)
  })
  app.get('/:collection/:id', (context) => context.json(known(found(context).get(id(context)))))
  app.post('/:collection', async (context) =>
    context.json(found(context).insert(await core.parseJsonBody(context)), 201),
  )
  app.patch('/:collection/:id', async (context) =>
    context.json(known(found(context).update(id(context), await core.parseJsonBody(context)))),
  )
  app.delete('/:collection/:id', (context) => {
    known(found(context).delete(id(context)) || undefined)
    return context.body(null, 204)
  })
  return core.serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })

  function known<T>(row: T | undefined): T {
    if (row === undefined) throw core.notFound()
    return row
  }
}

function asked({ req }: Context) {
  const [state, order] = [req.query('state'), req.query('sort')]
  return {
    ...(state !== undefined && { filter: (row: Row) => row.state === state }),
    ...(order !== undefined && { sort: (a: Row, b: Row) => (isBelow(a[order], b[order]) ? 1 : -1) }),
  }
}

function isBelow(one: unknown, other: unknown): boolean {
  return (one as string) < (other as string)
}
