import {
  isAboutVariables,
  isSecretName,
  REDACTED,
  redactedQuery,
  withoutSecrets,
} from '../../sim/lib/secrets.ts'
import type { WireRequest } from '../targets/target.ts'
import { isRow, type Json, parseJson } from './json.ts'
import { isSecret } from './secrets.ts'

/** A part of a multipart body that is no file. */
const PART = /( name="([^"\r\n]{1,256})"(?:\r?\n[^\r\n]+)*\r?\n\r?\n)([^\r\n]*)/g

/**
 * A request as it may be shown: without what a name, or its own form, tells to be secret. What `keeps` accepts stays, since
 * it is shown as a variable.
 */
export function redactedRequest(request: WireRequest, keeps: (text: string) => boolean): WireRequest {
  const { url, headers, body } = request
  const [path = '', query] = url.split(/\?([\s\S]*)/, 2)
  const variables = isAboutVariables(path)
  const pairs = (text: string) =>
    text
      .split('&')
      .map((pair) => (keeps(pair) ? pair : redactedQuery(pair, path)))
      .join('&')
  const text = (plain: string) => (keeps(plain) ? plain : withoutSecrets(plain))
  const type = headers['content-type'] ?? ''
  const bodyText = (plain: string): string => {
    if (type.includes('multipart'))
      return plain.replace(PART, (whole, head: string, name: string, value: string) =>
        (isSecretName(name) || (variables && name === 'value')) && !keeps(value)
          ? `${head}${REDACTED}`
          : whole,
      )
    const json = parseJson(plain)
    if (json !== undefined) {
      const shown = redactedJson(json, { variables, keeps })
      return shown === json ? plain : JSON.stringify(shown)
    }
    return type.includes('urlencoded') ? pairs(plain) : text(plain)
  }
  return {
    ...request,
    url: query === undefined ? text(path) : `${text(path)}?${pairs(query)}`,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, redactedHeader(name, value, keeps)]),
    ),
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' ? bodyText(body) : inBytes(body, bodyText) }),
  }
}

function redactedHeader(name: string, value: string, keeps: (text: string) => boolean): string {
  if (name === 'cookie')
    return value
      .split(/;\s*/)
      .map((pair) => (keeps(pair) ? pair : pair.replace(/=[\s\S]*$/, `=${REDACTED}`)))
      .join('; ')
  if (keeps(value)) return value
  return isSecretName(name) ? REDACTED : withoutSecrets(value)
}

interface Kept {
  readonly variables: boolean
  readonly keeps: (text: string) => boolean
}

/** The same value where nothing in it is secret. */
function redactedJson(json: Json, kept: Kept, under = ''): Json {
  if (typeof json === 'string') {
    if (kept.keeps(json)) return json
    return isSecret(under, kept.variables) ? REDACTED : withoutSecrets(json)
  }
  if (Array.isArray(json)) {
    const list = json.map((item: Json) => redactedJson(item, kept, under))
    return list.every((item, i) => item === json[i]) ? json : list
  }
  if (!isRow(json)) return json
  const fields = Object.entries(json).map(([name, value]) => [name, redactedJson(value, kept, name)] as const)
  return fields.every(([name, value]) => value === json[name]) ? json : Object.fromEntries(fields)
}

// Each byte is a character, so that bytes that are no text come back as they were.
function inBytes(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  const plain = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const shown = change(plain)
  return shown === plain ? bytes : Uint8Array.from(shown, (character) => character.charCodeAt(0))
}
