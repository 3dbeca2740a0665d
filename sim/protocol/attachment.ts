import type { Content } from './operation.ts'

/** Content as a download with a file name. */
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
