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
