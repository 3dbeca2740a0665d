import type { Content } from './operation.ts'

/** Content that a client is to save under a name, as the service hands out files that it keeps. */
export function attachment(name: string, bytes: Uint8Array): Content {
  const plain = name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\%]/g, '?')
  return {
    bytes,
    headers: {
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Content-Transfer-Encoding': 'binary',
    },
  }
}
