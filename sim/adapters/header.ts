/** The names that a header may have on the wire. */
export const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** The values that it may have, each character a byte. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Whether a reply can have it: what comes behind a body, which `Trailer` announces, nothing here sends. */
export function isSendable(name: string, value: unknown): boolean {
  return (
    HEADER_NAME.test(name) &&
    typeof value === 'string' &&
    HEADER_VALUE.test(value) &&
    !(name.length === 7 && name.toLowerCase() === 'trailer')
  )
}
