/** Where the service may be sent. */
export interface AddressRules {
  readonly schemes: readonly string[]
  /** Whether it may lie on this machine or in this network. */
  readonly local: boolean
}

/** Why an address must not be called; undefined where nothing is wrong with it. Names are not resolved. */
export function addressFault(address: string, { schemes, local }: AddressRules): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? ''
  if (!schemes.includes(scheme)) return `Only allowed schemes are ${schemes.join(', ')}`
  const hostname = hostOf(address)
  if (hostname === undefined) return badHost(address) ? 'Hostname or IP address invalid' : 'URI is invalid'
  if (badHost(address)) return 'Hostname or IP address invalid'
  return local ? undefined : localFault(hostname)
}

/** The host of an address as programs read it, in lower case, numbers as dotted ones; undefined for no address. */
export function hostOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  return hostname === '' ? undefined : hostname
}

/** True for this machine by one of its own names. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

// A host begins with a letter or a digit, or is an address of the newer kind in brackets.
function badHost(address: string): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(address)?.[1] ?? ''
  return host !== '' && !/^[\p{L}\p{N}[]/u.test(host)
}

function localFault(hostname: string): string | undefined {
  const host = unmapped(hostname)
  if (/^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/.test(host))
    return 'Requests to localhost are not allowed'
  if (isLoopback(host)) return 'Requests to loopback addresses are not allowed'
  const number = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)
  if ((number && host.startsWith('169.254.')) || /^\[fe[89ab]/.test(host))
    return 'Requests to the link local network are not allowed'
  const inNetwork = number && /^10\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\./.test(host)
  if (inNetwork || /^\[f[cd]/.test(host)) return 'Requests to the local network are not allowed'
  return undefined
}

// The older kind of address inside of the newer one.
function unmapped(hostname: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return hostname
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}
