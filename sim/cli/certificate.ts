import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from '../adapters/node.ts'
import { failed, systemReason } from './failure.ts'

const YEAR_MS = 365 * 86_400_000

/** A certificate that clients can be told to trust, in a file. */
export interface TrustedFile {
  readonly certificate: Certificate
  readonly file: string
  /** Removes the file, unless somebody named it. */
  remove(): Promise<void>
}

/** Makes a certificate for a host and this machine, and writes its public part to a file. Throws a CliFailure. */
export async function certified(host: string, file: string | undefined): Promise<TrustedFile> {
  const certificate = await certificateFor(host)
  const folder = file === undefined ? await mkdtemp(join(tmpdir(), 'forgery-tls-')) : undefined
  const path = file ?? join(folder as string, 'certificate.pem')
  try {
    await writeFile(path, certificate.cert)
  } catch (error) {
    throw failed(`--tls-cert: cannot write ${path}: ${systemReason(error)}`)
  }
  return {
    certificate,
    file: path,
    async remove() {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function certificateFor(host: string): Promise<Certificate> {
  // Loaded only here: hardly anybody asks for it.
  const { generate } = await import('selfsigned')
  const names = [...new Set(['localhost', '127.0.0.1', '::1', host])]
  const now = Date.now()
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Forgery' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // Clocks of containers differ by more than they should.
    notBeforeDate: new Date(now - 86_400_000),
    notAfterDate: new Date(now + YEAR_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  })
  return { cert, key }
}

/** What clients of many kinds read to trust a certificate. */
export function trustVariables(file: string): { readonly [name: string]: string } {
  return Object.fromEntries(
    ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'GIT_SSL_CAINFO'].map(
      (name) => [name, file],
    ),
  )
}
