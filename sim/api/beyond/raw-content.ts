import { isUtf8, text } from '../../lib/bytes.ts'

const IMAGES: readonly (readonly [string, string])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF8'],
  ['image/bmp', 'BM'],
  ['application/pdf', '%PDF-'],
]
const SNIFFED = 512

/** Headers under which the service hands out a file: what it shows, and what it would rather have saved. */
export function rawHeaders(name: string | undefined, bytes: Uint8Array): { readonly [name: string]: string } {
  const { type, saved } = mediaOf(bytes)
  const suffix =
    name === undefined ? '' : `; filename="${ascii(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`
  return {
    'Content-Type': type,
    'Content-Disposition': `${saved ? 'attachment' : 'inline'}${suffix}`,
    'Cache-Control': 'max-age=0, private, must-revalidate, no-store, no-cache',
    Expires: 'Fri, 01 Jan 1990 00:00:00 GMT',
  }
}

function mediaOf(bytes: Uint8Array): { readonly type: string; readonly saved: boolean } {
  const start = bytes.subarray(0, SNIFFED)
  const found = IMAGES.find(([, magic]) =>
    [...magic].every((character, i) => start[i] === character.charCodeAt(0)),
  )
  if (found !== undefined) return { type: found[0], saved: false }
  if (start.includes(0) || !isUtf8(withoutCutCharacter(start)))
    return { type: 'application/octet-stream', saved: true }
  if (/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/i.test(text(start))) return { type: 'image/svg+xml', saved: true }
  return { type: 'text/plain; charset=utf-8', saved: false }
}

// The sample may end in the middle of a character.
function withoutCutCharacter(start: Uint8Array): Uint8Array {
  if (start.length < SNIFFED) return start
  let end = start.length
  while (end > start.length - 4 && ((start[end - 1] as number) & 0xc0) === 0x80) end--
  return start.subarray(0, end - 1)
}

function ascii(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\%]/g, '?')
}
