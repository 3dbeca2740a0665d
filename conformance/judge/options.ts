import type { Authority, Release } from '../../sim/contract.ts'
import { agreeUrl } from '../targets/service-url.ts'

/** Formats in which traffic can be reported: those that need no run of checks. */
export const trafficReports = ['text', 'json', 'junit', 'sarif', 'github'] as const

/** Options of `forgery judge`. */
export interface JudgeTrafficOptions {
  /** HAR files to judge. */
  readonly files?: readonly string[]
  /** Base URL of the service in the files. Default: the one with the most calls. */
  readonly url?: string | undefined
  /** Judges what passes through a proxy, instead of files. */
  readonly proxy?: boolean | undefined
  /** Base URL of the service behind the proxy. */
  readonly upstream?: string | undefined
  /** Port of the proxy; any free one by default. */
  readonly port?: number | undefined
  /** Address of the proxy. Default 127.0.0.1. */
  readonly host?: string | undefined
  /** PEM file of a certificate authority to trust behind the proxy. */
  readonly ca?: string | undefined
  /** Trusts any certificate behind the proxy. */
  readonly insecure?: boolean | undefined
  /** Told of the base URL of the proxy once connections are accepted. */
  readonly ready?: (url: string) => Promise<void>
  /** Ends the proxy. */
  readonly signal?: AbortSignal
  /** Dialect that the service must follow. Default: either. */
  readonly dialect?: Authority | undefined
  /** Release of the service. Default 15.8. */
  readonly release?: Release | undefined
  /** Also fails when what should hold does not. */
  readonly strict?: boolean | undefined
  /** File of known findings, which do not fail. */
  readonly baseline?: string | undefined
  readonly updateBaseline?: boolean | undefined
  /** Default `text`. */
  readonly report?: string | undefined
  /** File for the report. Default: standard output. */
  readonly output?: string | undefined
  readonly write?: (text: string) => void
  readonly complain?: (text: string) => void
}

/** Refuses options that contradict one another, without loading anything of the suite. Throws an Error that says what would be right. */
export function agree(options: JudgeTrafficOptions): void {
  const {
    files = [],
    proxy,
    upstream,
    url,
    ca,
    insecure,
    report = 'text',
    baseline,
    updateBaseline,
  } = options
  const known: readonly string[] = trafficReports
  if (!known.includes(report))
    throw new Error(`--report: traffic is reported as ${trafficReports.join(', ')}, not as ${report}`)
  if (proxy && files.length > 0) throw new Error('name HAR files or give --proxy, not both')
  if (!proxy && files.length === 0)
    throw new Error(
      'name the HAR files to judge, or give --proxy --upstream URL to judge what passes through',
    )
  if (proxy && upstream === undefined) throw new Error('--proxy needs --upstream URL, the service behind it')
  for (const [name, given] of Object.entries({ upstream, ca, insecure }))
    if (!proxy && given) throw new Error(`--${name} needs --proxy`)
  if (proxy && url !== undefined)
    throw new Error('--url is for HAR files; the service behind a proxy is --upstream')
  for (const [name, value] of Object.entries({ upstream, url }))
    if (value !== undefined) agreeUrl(value, `--${name}: `)
  if (updateBaseline && baseline === undefined)
    throw new Error('--update-baseline needs --baseline FILE, the file to write')
}
