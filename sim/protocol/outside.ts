import type { PlainReply, PlainRequest } from './message.ts'

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-cache',
  Vary: 'Origin',
} as const

/** The reply to a request outside the API: versions that are gone, and pages that a double does not have. */
export function outsideReply({ method, url }: Pick<PlainRequest, 'method' | 'url'>): PlainReply {
  const gone = /^\/api\/v3(?:\/|$|\?)/.test(url)
  const body = gone
    ? '{"error":"API V3 is no longer supported. Use API V4 instead."}'
    : '<!DOCTYPE html>\n<html><head><title>Not Found</title></head><body><h1>404</h1><p>Page Not Found</p></body></html>\n'
  const headers = gone ? JSON_HEADERS : { ...JSON_HEADERS, 'Content-Type': 'text/html; charset=utf-8' }
  return { status: gone ? 410 : 404, headers, body: method === 'HEAD' ? null : body }
}
