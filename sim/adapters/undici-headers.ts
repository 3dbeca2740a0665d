const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/

/** A header as replies have it: its name, and what it was the last time. */
interface Known {
  readonly name: string
  readonly rawName: Buffer
  value: string
  /** Of the value, once it came twice. */
  raw: Buffer | undefined
  isRepeated: boolean
}

// Replies have the same few headers, and most of them the same values. Nobody writes to what undici is handed.
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
      header.raw = undefined
      header.isRepeated = false
    } else header.isRepeated = true
    sent[header.name] = value
  }
  return sent
}

/** Names and values by turns, as they stand on a connection. */
export function rawHeaders(sent: { readonly [name: string]: string }): Buffer[] {
  const raw: Buffer[] = []
  for (const name in sent) {
    const header = knownAs(name)
    raw.push(header.rawName, rawValue(header, sent[name] as string))
  }
  return raw
}

function rawValue(header: Known, value: string): Buffer {
  if (header.value !== value || !header.isRepeated) return Buffer.from(value, 'latin1')
  header.raw ??= kept(value)
  return header.raw
}

function knownAs(name: string): Known {
  let header = known.get(name)
  if (header === undefined) {
    if (known.size >= MOST_NAMES) known.clear()
    const lower = name.toLowerCase()
    header = known.get(lower) ?? {
      name: lower,
      rawName: kept(lower),
      value: '',
      raw: undefined,
      isRepeated: false,
    }
    known.set(name, header).set(lower, header)
  }
  return header
}

// One from the pool would keep all that is beside it.
function kept(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(text.length)
  bytes.write(text, 'latin1')
  return bytes
}
