import { inPieces } from './in-pieces.ts'

/** Text as it stands in HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return inPieces(text, escapePiece)
}

function escapePiece(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

// Elements of which nothing is left, and those that stand apart from the text around them.
const EMPTIED =
  /<(iframe|math|noembed|noframes|noscript|plaintext|script|style|svg|xmp)\b[^>]*(?:>[\s\S]*?(?:<\/\1\s*>|$)|$)/gi
const APART =
  /^<\/?(?:address|article|aside|blockquote|br|dd|div|dl|dt|footer|h[1-6]|header|hgroup|hr|li|nav|ol|p|pre|section|ul)\b/i
const TAG = /<(?:\/?[a-z]|!)[^>]*(?:>|$)/gi
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi
const CHARACTERS: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of HTML without its tags: what is left of a title that somebody wrote with them. */
export function textOfHtml(html: string): string {
  return html
    .replace(EMPTIED, '')
    .replace(TAG, (tag) => (APART.test(tag) ? ' ' : ''))
    .replace(REFERENCE, (whole, name?: string, decimal?: string, hexadecimal?: string) => {
      if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
}
