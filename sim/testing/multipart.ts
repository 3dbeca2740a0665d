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
