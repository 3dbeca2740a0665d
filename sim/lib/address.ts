import { ipOf, isListed } from './address-list.ts'
import { withoutEnd } from './trim.ts'
import { parsedUrl } from './url.ts'

/** The addresses that the service may call. */
export interface AddressRules {
  readonly schemes: readonly string[]
  /** Whether it may lie on this machine or in this network. */
  readonly local: boolean
  /** Names, addresses and networks, some with a port, where it may lie all the same. */
  readonly listed?: readonly string[]
  /** Where given, all others are refused, save those of this one's scheme, host and port. */
  readonly nothingBut?: string
}

/** Why an address must not be called; undefined where nothing is wrong with it. Names are not resolved. */
export function addressFault(
  address: string,
  { schemes, local, listed = [], nothingBut }: AddressRules,
): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? ''
  if (!schemes.includes(scheme)) return `Only allowed schemes are ${schemes.join(', ')}`
  const hostname = hostOf(address)
  if (hostname === undefined) return badHost(address) ? 'Hostname or IP address invalid' : 'URI is invalid'
  if (badHost(address)) return 'Hostname or IP address invalid'
  if (isListed(address, listed)) return undefined
  if (nothingBut !== undefined && parsedUrl(address)?.origin !== parsedUrl(nothingBut)?.origin) return DENIED
  return local ? undefined : localFault(hostname)
}

/** The host of an address as programs read it, in lower case, numbers as dotted ones; undefined for no address. */
export function hostOf(address: string): string | undefined {
  return parsedUrl(address)?.hostname || undefined
}

/** Scheme, host and port of a base URL: what browsers send as `Origin`. */
export function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url
}

/** The path of a base URL, without a slash at its end; empty where there is none. */
export function basePath(url: string): string {
  return withoutEnd(url.slice(originOf(url).length), '/')
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

const DENIED = 'Requests to hosts and IP addresses not on the Allow List are denied'

const texts: { readonly [range: string]: string } = {
  unspecified: 'Requests to localhost are not allowed',
  loopback: 'Requests to loopback addresses are not allowed',
  private: 'Requests to the local network are not allowed',
  uniqueLocal: 'Requests to the local network are not allowed',
  linkLocal: 'Requests to the link local network are not allowed',
  carrierGradeNat: 'Requests to the shared address space are not allowed',
}

const broadcast = 'Requests to the limited broadcast address are not allowed'

function localFault(hostname: string): string | undefined {
  const ip = ipOf(hostname)
  const own = ip === undefined ? hostname : ip.toString()
  if (own === 'localhost' || own === '127.0.0.1' || own === '::1') return texts.unspecified
  return own === '255.255.255.255' ? broadcast : ip && texts[ip.range()]
}
