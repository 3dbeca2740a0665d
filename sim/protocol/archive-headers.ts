import { binary, utf8 } from '../lib/bytes.ts'

/** Headers of a download that is an archive, under a name that ends in its format. */
export function archiveHeaders(name: string, format: string): { readonly [name: string]: string } {
  return {
    'Content-Type': format === 'zip' ? 'application/zip' : 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${headerText(`${name}.${format}`)}"`,
    'Content-Transfer-Encoding': 'binary',
  }
}

// Header values are bytes: non-ASCII text is sent as UTF-8. Quotes and control characters would end the name.
function headerText(value: string): string {
  return [...binary(utf8(value))].map((char) => (/["\\]/.test(char) || char < ' ' ? '_' : char)).join('')
}
