const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/

/** A header as replies have it: its name, and the last value that HTTP could carry. */
interface Known {
  readonly name: string
  value: string
}

// Replies have the same few headers, and most of them the same values.
const known = new Map<string, Known>()
const MOST_NAMES = 1000

/** Headers with names in lower case; undefined where HTTP cannot carry one. */
export function carriedHeaders(headers: {
  readonly [name: string]: string
}): { [name: string]: string } | undefined {
  const sent: { [name: string]: string } = {}
  for (const name in headers) {
    const value = headers[name] as string
    const header = knownAs(name)
    if (header.value !== value) {
      if (FORBIDDEN.test(value)) return undefined
      header.value = value
    }
    sent[header.name] = value
  }
  return sent
}

/** Names and values by turns. undici takes texts as well as bytes, and makes texts of those. */
export function rawHeaders(sent: { readonly [name: string]: string }): string[] {
  const raw: string[] = []
  for (const name in sent) raw.push(name, sent[name] as string)
  return raw
}

function knownAs(name: string): Known {
  let header = known.get(name)
  if (header === undefined) {
    if (known.size >= MOST_NAMES) known.clear()
    header = { name: name.toLowerCase(), value: '' }
    known.set(name, header)
  }
  return header
}
