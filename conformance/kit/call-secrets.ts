import { textOf } from '../targets/target.ts'
import type { Call } from './client.ts'
import { type Json, parseJson } from './json.ts'
import { secretsIn } from './secrets.ts'

/** The secrets that a call gave or was told. `hidden`: further headers of requests that hold one. */
export function secretsOfCall(
  { operation, request, reply }: Call,
  hidden: readonly string[] = [],
): readonly string[] {
  // A copy: headers that decide nothing must not be asked for.
  const answered = { ...reply.headers }
  const { link = '', location = '' } = answered
  const told = secretsIn({
    sent: request.headers,
    answered,
    given: [givenIn(request), ...[link, location].flatMap(queriesIn)],
    json: parseJson(reply.body) ?? null,
    variables: operation.includes('variables'),
  })
  const values = hidden.map((name) => request.headers[name] ?? '')
  return [...told, ...values.filter((value) => value.length >= 4)]
}

/** What a request gives, by name: in its query, and in a body that is JSON, a form or parts of one. */
function givenIn({ url, headers, body }: Call['request']): Json {
  const [, query = ''] = url.split('?', 2)
  const sent = body === undefined ? '' : textOf(body)
  const type = headers['content-type'] ?? ''
  const parts = type.includes('multipart')
    ? [...sent.matchAll(/ name="([^"]+)"(?:\r?\n[^\r\n]+)*\r?\n\r?\n([^\r\n]*)/g)].map(
        ([, name = '', value = '']) => ({
          [name]: value,
        }),
      )
    : []
  return [
    fieldsOf(query),
    fieldsOf(type.includes('urlencoded') ? sent : ''),
    parseJson(sent) ?? null,
    ...parts,
  ]
}

/** The queries of the URLs in a header. */
function queriesIn(header: string): readonly Json[] {
  return [...header.matchAll(/\?([^#\s<>"]*)/g)].map(([, query = '']) => fieldsOf(query))
}

function fieldsOf(pairs: string): Json {
  // The innermost name tells what it is: `import[password]`.
  return [...new URLSearchParams(pairs)].map(([name, value]) => ({
    [name.split(/[[\]]+/).findLast((word) => word !== '') ?? '']: value,
  }))
}
