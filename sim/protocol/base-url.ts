import { withoutEnd } from '../lib/trim.ts'

/** A base URL as the service writes it into links: without the port that its scheme stands for, or a slash at its end. */
export function baseUrl(url: string): string {
  return withoutEnd(withoutStandardPort(url), '/')
}

/** A URL without the port that its scheme stands for. */
export function withoutStandardPort(url: string): string {
  return url.replace(/^(http:\/\/[^/?#]*):80(?![^/?#])|^(https:\/\/[^/?#]*):443(?![^/?#])/i, '$1$2')
}
