import { utf8 } from '../lib/bytes.ts'
import type { Content } from './operation.ts'

/** The message of a redirect. */
export function redirectMessage(address: string, kind: 'temporarily' | 'here'): string {
  return `This resource has been moved ${kind} to ${address}.`
}

/** Sends the client to another address, with the status 302. */
export function redirection(address: string): Content {
  // Whatever somebody takes for an address has to fit into a header.
  const Location = address.replace(/[^\x21-\x7e]+/g, (part) => percentEncoded(part))
  return { bytes: utf8(redirectMessage(Location, 'temporarily')), headers: { Location } }
}

function percentEncoded(text: string): string {
  return Array.from(utf8(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
