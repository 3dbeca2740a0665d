import { text, unbase64 } from '../lib/bytes.ts'

export interface BasicCredentials {
  readonly user: string
  readonly password: string
}

/** Name and password of HTTP basic authentication, where a header holds them and can be read. */
export function basicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]{1,2048}={0,2})\s*$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined || encoded.replace(/=+$/, '').length % 4 === 1) return undefined
  const pair = text(unbase64(encoded))
  const colon = pair.indexOf(':')
  return colon < 0 ? undefined : { user: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

/** The password of HTTP basic authentication alone: where tokens are passwords, the name does not matter. */
export function basicPassword(authorization: string | undefined): string | undefined {
  return basicCredentials(authorization)?.password
}
