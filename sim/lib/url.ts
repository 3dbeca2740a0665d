/**
 * An address as programs read it; undefined for none. `URL.canParse` would say the same, but once Node 20 has called it
 * some thousands of times it denies every address beyond ASCII.
 */
export function parsedUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

/** A host name without scheme and port, or an address in brackets. Throws a RangeError for any other text. */
export function hostName(given: string): string {
  if (/^[\w-]+(?:\.[\w-]+)*\.?$/.test(given) || /^\[[0-9a-f:.]+\]$/i.test(given)) return given
  throw new RangeError(
    `'${given}' is no host name: use one without scheme and port, for example forgery.test`,
  )
}
