import type { LiveTargetOptions } from './live.ts'
import { trustingFetch } from './node-fetch.ts'
import type { WireClock } from './target.ts'

/** How the command line reaches a service. */
export interface ConnectionOptions {
  /** Maximum of requests a second. Default: no limit. */
  readonly rate?: number | undefined
  /** Milliseconds allowed for a reply. Default 30,000. */
  readonly timeout?: number | undefined
  /** Headers of every request, by name in lower case. */
  readonly header?: readonly (readonly [name: string, value: string])[] | undefined
  /** PEM file of a certificate authority to trust. */
  readonly ca?: string | undefined
  /** Trusts any certificate. */
  readonly insecure?: boolean | undefined
  /** Stops the run, which then removes what it has created. */
  readonly signal?: AbortSignal | undefined
  /** How time passes while it waits for the service. Default: real time. */
  readonly clock?: WireClock | undefined
}

/** The same for a target. */
export function connection({ rate, signal, clock, timeout, header, ca, insecure }: ConnectionOptions) {
  return {
    ...(rate === undefined ? {} : { rate }),
    ...(signal === undefined ? {} : { signal }),
    ...(clock === undefined ? {} : { clock }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(header === undefined ? {} : { headers: Object.fromEntries(header) }),
    ...(ca === undefined && !insecure ? {} : { fetch: trustingFetch({ ca, insecure }) }),
  } satisfies Partial<LiveTargetOptions>
}
