import { type Media, sniffMedia } from '../lib/media.ts'

/**
 * Headers of content: shown inline, or sent as a download. Content
 * without a name is a blob that was asked for by its id.
 */
export function rawHeaders(name: string | undefined, bytes: Uint8Array): { readonly [name: string]: string } {
  const media = sniffMedia(bytes)
  return {
    'Content-Type': media.type === 'text/plain' ? 'text/plain; charset=utf-8' : media.type,
    'Content-Disposition': `${isShown(media) ? 'inline' : 'attachment'}${fileName(name, media)}`,
    'Cache-Control': 'max-age=0, private, must-revalidate, no-store, no-cache',
    Expires: 'Fri, 01 Jan 1990 00:00:00 GMT',
  }
}

function isShown({ type }: Media): boolean {
  return type !== 'image/svg+xml' && type !== 'application/octet-stream'
}

function fileName(name: string | undefined, { markup }: Media): string {
  if (name !== undefined) return `; filename="${ascii(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`
  return markup ? '; filename=blob' : ''
}

function ascii(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\%]/g, '?')
}
