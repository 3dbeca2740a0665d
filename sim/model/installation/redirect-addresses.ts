import { parsedUrl } from '../../lib/url.ts'
import type { Errors } from '../invalid-row.ts'

/** What is wrong with the addresses to which an application lets codes be sent. */
export function redirectFaults(addresses: string): Errors {
  const all = addresses.split(/\s+/).filter((address) => address !== '')
  if (all.length === 0) return { redirect_uri: ["can't be blank"] }
  const relative = all.some((address) => parsedUrl(address) === undefined)
  const fragment = all.some((address) => address.includes('#'))
  const faults = [
    ...(relative ? ['must be an absolute URI.'] : []),
    ...(fragment ? ['cannot contain a fragment.'] : []),
  ]
  return faults.length === 0 ? {} : { redirect_uri: faults }
}
