import { text } from './bytes.ts'

/** What content was found to be by its first bytes. */
export interface Media {
  readonly type: string
  /** Text that a browser would run or lay out if it were not called plain. */
  readonly markup?: true
}

/** No more is looked at. */
const SNIFFED = 512

/** The first bytes of a type, one character a byte and `?` for any, and where they begin. */
const SIGNATURES: readonly (readonly [type: string, bytes: string, at?: number])[] = [
  ['application/pdf', '%PDF-'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF????WEBPVP'],
  ['image/bmp', 'BM'],
  ['image/x-icon', '\x00\x00\x01\x00'],
  ['video/webm', '\x1a\x45\xdf\xa3'],
  ['video/avi', 'RIFF????AVI '],
  ['video/mp4', 'ftypmp4', 4],
  ['video/mp4', 'ftypisom', 4],
  ['text/plain', '\xfe\xff'],
  ['text/plain', '\xff\xfe'],
]
const MARKUP =
  /^(?:<\?xml|<!--|<(?:!DOCTYPE HTML|HTML|HEAD|SCRIPT|IFRAME|H1|DIV|FONT|TABLE|A|STYLE|TITLE|B|BODY|BR|P)[ >])/i
const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i
/** Characters that no text holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these tell bytes from text
const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/** The type of content, sniffed as browsers do; whatever is text is plain text, but for SVG. */
export function sniffMedia(bytes: Uint8Array): Media {
  const start = bytes.subarray(0, SNIFFED)
  const known = SIGNATURES.find(([, signature, at = 0]) => begins(start, signature, at))
  if (known !== undefined) return { type: known[0] }
  const words = text(start)
  if (BINARY.test(words)) return { type: 'application/octet-stream' }
  if (SVG.test(words)) return { type: 'image/svg+xml' }
  return MARKUP.test(words.trimStart()) ? { type: 'text/plain', markup: true } : { type: 'text/plain' }
}

function begins(bytes: Uint8Array, signature: string, at: number): boolean {
  return [...signature].every(
    (character, i) => character === '?' || bytes[at + i] === character.charCodeAt(0),
  )
}
