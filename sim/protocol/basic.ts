import { text, unbase64 } from '../lib/bytes.ts'

/** The password of HTTP basic authentication, where a header holds one that can be read. */
export function basicPassword(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]{1,2048}={0,2})\s*$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined || encoded.replace(/=+$/, '').length % 4 === 1) return undefined
  const pair = text(unbase64(encoded))
  const colon = pair.indexOf(':')
  return colon < 0 ? undefined : pair.slice(colon + 1)
}
