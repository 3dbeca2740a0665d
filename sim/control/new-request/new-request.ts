import { unbase64 } from '../../lib/bytes.ts'
import type { Json } from '../../lib/json.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { CallRefused, fieldsOf, textField } from '../call.ts'
import type { Controlled } from '../controlled.ts'
import { headersAs } from './credentials.ts'

const FIELDS = ['method', 'path', 'headers', 'body', 'base64', 'user'] as const
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The request that a body describes: `{"method":"POST","path":"/api/v4/projects","body":{"name":"x"},"user":"alice"}`.
 * A body that is no string is sent as JSON, `base64` says that the string is bytes, and `user` in whose name it is sent.
 */
export function requestIn(given: Json | undefined, controlled: Controlled): PlainRequest {
  const fields = fieldsOf(given, FIELDS)
  const method = (textField(fields, 'method') ?? 'GET').toUpperCase()
  const url = textField(fields, 'path')
  const user = textField(fields, 'user')
  if (!METHODS.includes(method))
    throw new CallRefused(400, `'method' must be one of ${METHODS.join(', ')}, not '${method}'`)
  if (url === undefined || !/^\/(?!_forgery(?:[/?]|$))[\x21-\x7e]*$/.test(url))
    throw new CallRefused(
      400,
      `'path' must be that of a request, encoded: /api/v4/projects/1?statistics=true`,
    )
  const { body, isJson } = bodyIn(fields)
  const credentials =
    user === undefined ? {} : headersAs(user, { world: controlled.world, now: controlled.now() })
  return {
    method,
    url,
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headersIn(fields.headers),
      ...credentials,
    },
    ...(body === undefined ? {} : { body }),
  }
}

function bodyIn({ body, base64 }: { readonly [name: string]: Json }) {
  if (base64 !== undefined && typeof base64 !== 'boolean')
    throw new CallRefused(400, `'base64' must be true or false`)
  if (base64 === true) {
    if (typeof body !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(body))
      throw new CallRefused(400, `'body' must be a string in base64 when 'base64' is true`)
    return { body: unbase64(body), isJson: false }
  }
  if (body === undefined || typeof body === 'string') return { body, isJson: false }
  return { body: JSON.stringify(body), isJson: true }
}

function headersIn(given: Json | undefined): { readonly [name: string]: string } {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CallRefused(400, `'headers' must be an object of strings`)
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (typeof value !== 'string' || !/^[\w-]{1,100}$/.test(name))
        throw new CallRefused(400, `'headers' must be an object of strings`)
      return [name.toLowerCase(), value]
    }),
  )
}
