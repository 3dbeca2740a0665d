import ipaddr from 'ipaddr.js'
import { parsedUrl } from './url.ts'

/** True for an address whose host stands in a list of names, addresses and networks, with its port or without one. */
export function isListed(address: string, list: readonly string[]): boolean {
  const url = list.length === 0 ? undefined : parsedUrl(address)
  if (url === undefined) return false
  const { hostname, port, protocol } = url
  const asked = Number(port || (protocol === 'https:' ? 443 : 80))
  // `localhost` is the only name that is resolved.
  const ip = ipOf(hostname === 'localhost' ? '127.0.0.1' : hostname)
  return list.map(entryOf).some((entry) => {
    if (entry.port !== undefined && entry.port !== asked) return false
    return entry.host === hostname || (ip !== undefined && lies(ip, entry.host))
  })
}

type Ip = ipaddr.IPv4 | ipaddr.IPv6

/** The IP address of a host, undefined for a name; IPv4 inside of IPv6 becomes IPv4. */
export function ipOf(hostname: string): Ip | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIp(bare) ? ipaddr.process(bare) : undefined
}

// As the service reads its list: `[::1]:80`, `10.0.0.0/8`, `example.com:443`, `::1`.
function entryOf(text: string): { readonly host: string; readonly port?: number } {
  const [, host, port] = /^\[(.*)\]:(\d+)$/.exec(text) ?? /^([^:]+):(\d+)$/.exec(text) ?? []
  return host === undefined ? { host: text } : { host, port: Number(port) }
}

function lies(ip: Ip, network: string): boolean {
  if (!network.includes('/')) return isIp(network) && ipaddr.process(network).toString() === ip.toString()
  if (!ipaddr.isValidCIDR(network)) return false
  const [start, bits] = ipaddr.parseCIDR(network)
  return start.kind() === ip.kind() && ip.match([start, bits] as never)
}

// Shortened numbers such as `10.1` are no addresses here.
function isIp(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
