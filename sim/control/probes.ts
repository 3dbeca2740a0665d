import type { PlainReply, PlainRequest } from '../protocol/message.ts'

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' } as const

const probes: { readonly [path: string]: PlainReply } = {
  '/-/health': { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: 'GitLab OK' },
  '/-/readiness': {
    status: 200,
    headers: JSON_TYPE,
    body: '{"status":"ok","master_check":[{"status":"ok"}]}',
  },
  '/-/liveness': { status: 200, headers: JSON_TYPE, body: '{"status":"ok"}' },
}

/** True for what tells only whether the server is there: it is answered at once, whatever the world is busy with. */
export function isProbe({ method, url }: Pick<PlainRequest, 'method' | 'url'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = url.split('?', 1)[0] as string
  return Object.hasOwn(probes, path) || path === '/_forgery/health'
}

/** The reply of the three health checks below `/-/`; undefined for every other request. */
export function probeReply({ method, url }: Pick<PlainRequest, 'method' | 'url'>): PlainReply | undefined {
  if (!url.startsWith('/-/') || (method !== 'GET' && method !== 'HEAD')) return undefined
  const path = url.split('?', 1)[0] as string
  return Object.hasOwn(probes, path) ? probes[path] : undefined
}
