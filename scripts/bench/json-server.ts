// json-server in both majors, its rows in memory. 1.x is no dependency: it asks for a newer Node than the project does.
// `npm install --no-save json-server-1@npm:json-server@1.0.0-beta.15` puts it beside.
import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { Call } from './loads.ts'

/** Rows by collection. */
export interface Rows {
  readonly [collection: string]: readonly object[]
}

export const majors = ['json-server', 'json-server-1'] as const
export type Major = (typeof majors)[number]

const require = createRequire(import.meta.url)

/** Majors that are installed. */
export function installed(): readonly Major[] {
  return majors.filter((major) => {
    try {
      require.resolve(`${major}/package.json`)
      return true
    } catch {
      return false
    }
  })
}

export function listenerOf(major: Major, rows: Rows): Promise<RequestListener> {
  return major === 'json-server' ? older(rows) : newer(rows)
}

/** A call as this major takes it; written for the older one. */
export function calledIn(major: Major, { path, ...call }: Call): Call {
  if (major === 'json-server') return { path, ...call }
  const ordered = path.replace(/_sort=(\w+)&_order=desc/, '_sort=-$1')
  return { path: ordered.replace('_limit=', '_per_page='), ...call }
}

interface Older {
  create(): RequestListener & { use(...handlers: unknown[]): void }
  defaults(options: { readonly logger: boolean }): unknown
  router(rows: Rows): unknown
}

async function older(rows: Rows): Promise<RequestListener> {
  const { create, defaults, router } = require('json-server') as Older
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
async function newer(rows: Rows): Promise<RequestListener> {
  const { createApp } = (await import(require.resolve('json-server-1/lib/app.js'))) as Newer
  const named = Object.entries(rows).map(([collection, all]) => [
    collection,
    all.map((row) => ({ ...row, id: String((row as { id?: unknown }).id) })),
  ])
  const app = createApp({ data: Object.fromEntries(named), write: async () => undefined }, { logger: false })
  return (request, response) => app.handler(request, response)
}
