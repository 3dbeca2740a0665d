import { type HttpHandler, http } from 'msw'
import type { Simulator } from '../index.ts'
import { basePath } from '../lib/address.ts'
import { withoutEnd } from '../lib/trim.ts'
import { fetchFrom } from './fetch.ts'
import type { Handler } from './handler.ts'

export interface MswOptions {
  /**
   * Base URL of the service that is doubled, without `/api/v4`: its origin, and a path if it lies below one. Default: the
   * URL that the simulator's links carry.
   */
  readonly url?: string
}

/**
 * Request handlers for msw, version 2 or 3, that answer what the service at a base URL would be asked: everything below
 * its `/api`, `/oauth`, `/-` and `/_forgery`, in named worlds too. What else is requested there, pages and their scripts,
 * is left to others. They run in Node and in a service worker's page alike.
 *
 * @example
 * const sim = createSimulator({ url: 'https://gitlab.example.com' })
 * const server = setupServer(...forgeryHandlers(sim))
 */
export function forgeryHandlers(
  simulator: Simulator,
  { url = simulator.url }: MswOptions = {},
): HttpHandler[] {
  return [mswHandler((request) => simulator.respond(request), url, PLACES)]
}

const PLACES = '(?:/w/[^/?#]+)?/(?:api|oauth|-|_forgery)(?:[/?#]|$)'

/** One handler for everything at a base URL; `places` narrows it to paths that match. */
export function mswHandler(handler: Handler, url: string, places = '(?:[/?#]|$)'): HttpHandler {
  const base = withoutEnd(url, '/')
  const above = basePath(base).length
  const answer = fetchFrom((request) => handler({ ...request, url: request.url.slice(above) }))
  // What `fetch` rejects with, msw asks for as a response.
  return http.all(new RegExp(`^${escaped(base)}${places}`), ({ request }) =>
    answer(request).catch(() => Response.error()),
  )
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
