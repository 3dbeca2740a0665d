/** A host name without scheme and port, or an address in brackets. Throws a RangeError for any other text. */
export function hostName(given: string): string {
  if (/^[\w-]+(?:\.[\w-]+)*\.?$/.test(given) || /^\[[0-9a-f:.]+\]$/i.test(given)) return given
  throw new RangeError(
    `'${given}' is no host name: use one without scheme and port, for example forgery.test`,
  )
}
