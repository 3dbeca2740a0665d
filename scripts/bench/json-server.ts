// json-server in both majors, its rows in memory.
import type { RequestListener } from 'node:http'
import type { Rows } from './loads.ts'

interface Older {
  create(): RequestListener & { use(...handlers: unknown[]): void }
  defaults(options: { readonly logger: boolean }): unknown
  router(rows: Rows): unknown
}

export async function older(url: string, rows: Rows): Promise<RequestListener> {
  const { create, defaults, router } = ((await import(url)) as { readonly default: Older }).default
  const server = create()
  server.use(defaults({ logger: false }))
  server.use(router(structuredClone(rows)))
  return server
}

interface Newer {
  createApp(
    db: { readonly data: Rows; write(): Promise<void> },
    options: { readonly logger: boolean },
  ): { readonly handler: RequestListener }
}

// Its command keeps the rows in a file, and writes all of them at each write; what that takes is not counted here. It has
// texts for ids.
export async function newer(url: string, rows: Rows): Promise<RequestListener> {
  const { createApp } = (await import(url)) as Newer
  const named = Object.entries(rows).map(([collection, all]) => [
    collection,
    all.map((row) => ({ ...row, id: String((row as { id?: unknown }).id) })),
  ])
  const app = createApp({ data: Object.fromEntries(named), write: async () => undefined }, { logger: false })
  return (request, response) => app.handler(request, response)
}
