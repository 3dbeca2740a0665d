import type { ShownExchange, ShownMessage } from '../control/shown-exchange.ts'
import { prefix } from './control.ts'

/** What a client adds by itself. */
const OWN = /^(host|connection|content-length|accept-encoding|user-agent|accept|accept-language|sec-.*)$/

/** A request as a command; secrets are taken from the environment. */
export function asCurl(exchange: ShownExchange): string {
  const { method, request } = exchange
  const parts = [
    `curl -s -X ${method} "${addressOf(exchange, '$FORGERY_URL')}"`,
    ...sentHeaders(request).map(([name, value]) =>
      isCredential(name) ? `  -H "${name}: $GITLAB_TOKEN"` : `  -H ${shellQuoted(`${name}: ${value}`)}`,
    ),
    ...(request?.body ? [`  --data-binary ${shellQuoted(request.body)}`] : []),
  ]
  return `${parts.join(' \\\n')}\n`
}

/** A request as a test of vitest, which expects the status that it had. */
export function asTest(exchange: ShownExchange): string {
  const { method, request, status, path, user } = exchange
  const headers = sentHeaders(request).map(([name, value]) => [
    name,
    isCredential(name) ? `${user ?? 'alice'}-token` : value,
  ])
  const init = {
    method,
    headers: Object.fromEntries(headers),
    ...(request?.body ? { body: request.body } : {}),
  }
  return `import { expect } from 'vitest'
import { forgeryTest } from 'forgery/vitest'

const test = forgeryTest()

test(${JSON.stringify(`${method} ${path} is ${status}`)}, async ({ url }) => {
  const reply = await fetch(url + ${JSON.stringify(addressOf(exchange, ''))}, ${JSON.stringify(init, null, 2).replaceAll('\n', '\n  ')})
  expect(reply.status).toBe(${status})
})
`
}

function addressOf({ path, query, out }: ShownExchange, base: string): string {
  return `${out?.origin ?? `${base}${prefix}`}${path}${query === '' ? '' : `?${query}`}`
}

function sentHeaders(request: ShownMessage | null): [string, string][] {
  return Object.entries(request?.headers ?? {}).filter(([name]) => !OWN.test(name))
}

function isCredential(name: string): boolean {
  return /^(private-token|authorization|job-token|deploy-token|cookie)$/i.test(name)
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
