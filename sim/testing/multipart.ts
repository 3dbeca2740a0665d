import { concat, utf8 } from '../lib/bytes.ts'

/** A multipart body of text fields. */
export function multipart(
  boundary: string,
  fields: readonly (readonly [name: string, value: string])[],
): string {
  const parts = fields.map(
    ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `--${boundary}\r\n${parts.join(`--${boundary}\r\n`)}--${boundary}--\r\n`
}

/** What a request takes that uploads one file beside its fields. */
export function uploading(
  fields: { readonly [name: string]: string },
  file: { readonly field: string; readonly name: string; readonly bytes: Uint8Array },
) {
  const boundary = 'the-boundary-of-a-test'
  const head = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const upload = `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: concat(utf8(head.join('') + upload), file.bytes, utf8(`\r\n--${boundary}--\r\n`)),
  }
}
