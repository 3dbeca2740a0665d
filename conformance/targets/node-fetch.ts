import { readFileSync } from 'node:fs'
import { type IncomingMessage, request as plainly } from 'node:http'
import { Agent, request as securely } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { systemReason } from '../kit/system-reason.ts'

/** Whose certificates are trusted. */
export interface Trust {
  /** File of a certificate authority, PEM. */
  readonly ca?: string | undefined
  /** Trusts everybody. */
  readonly insecure?: boolean | undefined
}

/** The same for connections of Node. Throws a RangeError for a file that holds no certificate. */
export function trusted({ ca, insecure }: Trust): {
  readonly rejectUnauthorized?: false
  readonly ca?: string[]
} {
  return {
    ...(insecure ? { rejectUnauthorized: false as const } : {}),
    ...(ca === undefined ? {} : { ca: [...rootCertificates, certificateIn(ca)] }),
  }
}

/** As much of `fetch` as the suite needs, with certificates that `fetch` cannot be told to trust. */
export function trustingFetch(trust: Trust): typeof globalThis.fetch {
  const agent = new Agent({ keepAlive: true, ...trusted(trust) })
  return (input, { method = 'GET', headers = {}, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(String(input))
      const secure = url.protocol === 'https:'
      const sent = body === undefined || body === null ? undefined : (body as Uint8Array)
      const length = sent === undefined ? {} : { 'content-length': String(sent.length) }
      const request = (secure ? securely : plainly)(url, {
        method,
        headers: { accept: '*/*', ...(headers as { readonly [name: string]: string }), ...length },
        ...(signal ? { signal } : {}),
        ...(secure ? { agent } : {}),
      })
      request.on('error', reject)
      request.on('response', (reply) => {
        const { statusCode: status = 200 } = reply
        const empty = status === 204 || status === 205 || status === 304 || method === 'HEAD'
        const content = empty ? null : Readable.toWeb(decoded(reply))
        if (empty) reply.resume()
        const pairs = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        try {
          resolve(new Response(content as ReadableStream | null, { status, headers: pairs }))
        } catch (problem) {
          reject(problem)
        }
      })
      request.end(sent)
    })
}

function decoded(reply: IncomingMessage): Readable {
  const decoder = decoderOf(reply.headers['content-encoding'])
  // Whoever reads the result is told of an error there.
  return decoder === undefined ? reply : pipeline(reply, decoder, () => undefined)
}

function decoderOf(encoding: string | undefined) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  return encoding === 'br' ? createBrotliDecompress() : undefined
}

function certificateIn(file: string): string {
  const text = read(file)
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new RangeError(`--ca: ${file} holds no certificate in PEM (-----BEGIN CERTIFICATE-----)`)
  return text
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (problem) {
    throw new RangeError(`--ca: cannot read ${file}: ${systemReason(problem)}`)
  }
}
