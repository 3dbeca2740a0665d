import { ipOf } from '../lib/address-list.ts'
import { beginningOf } from '../lib/bytes.ts'
import type { PlainRequest } from '../protocol/message.ts'

/** By what a server is known besides addresses and `localhost`. */
export interface OwnNames {
  /** Host names, without a port. */
  readonly hosts: readonly string[]
  /** Scheme, host and port that links carry, where somebody said so. */
  readonly url?: string | undefined
}

/**
 * Why a call of the control API is not obeyed: a web page of another site made it, or its name for this server is one
 * that anybody could have pointed here. Undefined for all others.
 *
 * Browsers send a page's calls to any address without asking, and a page whose own name resolves to this machine may
 * even read the answers. Other programs send no `Origin`; and what came over no connection, no page sent.
 */
export function foreignCall(
  { method, headers, address }: Pick<PlainRequest, 'method' | 'headers' | 'address'>,
  { hosts, url = '' }: OwnNames,
): string | undefined {
  if (address === undefined) return undefined
  const host = headers.host?.toLowerCase()
  const { origin } = headers
  const named = hosts.map(plainName)
  if (host !== undefined && !isOwn(hostnameOf(host), [...named, hostnameOf(url)]))
    return `the control API is not served at the host ${quoted(host)}: use localhost or an address, or name the host with --allowed-host ${hintOf(host)}`
  if (origin !== undefined)
    return [host, authorityOf(url)].includes(authorityOf(origin)) || named.includes(hostnameOf(origin))
      ? undefined
      : `the control API does not obey pages of ${quoted(origin)}: name their host with --allowed-host, or send no Origin`
  if (isElsewhere(headers['sec-fetch-site']) && !isNavigation(method, headers))
    return 'the control API does not obey pages of another site or port: call it from its own page, or from a program'
  return undefined
}

// Another port of this machine is the same site to a browser, and so is another name below the same domain.
function isElsewhere(site: string | undefined): boolean {
  return site === 'cross-site' || site === 'same-site'
}

// Following a link to the page changes nothing, and the site with the link reads nothing.
function isNavigation(method: string, headers: PlainRequest['headers']): boolean {
  return (
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  )
}

function isOwn(name: string, named: readonly string[]): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || ipOf(name) !== undefined || named.includes(name)
  )
}

function authorityOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').toLowerCase()
}

/** The host of `HOST:PORT`, of an origin or of a base URL, as names are compared. */
function hostnameOf(address: string): string {
  return plainName(authorityOf(address).replace(/:\d*$/, ''))
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

function hintOf(host: string): string {
  const name = hostnameOf(host)
  return /^[\w.-]{1,253}$/.test(name) ? name : 'NAME'
}

function quoted(text: string): string {
  return `'${text.length > 100 ? `${beginningOf(text, 100)}…` : text}'`
}
