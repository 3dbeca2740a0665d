import type { Refused } from '../adapters/node.ts'
import type { JournalEntry } from '../control/journal-entry.ts'
import { redactedTarget, withoutSecrets } from '../lib/secrets.ts'
import { type Banner, bannerText } from './banner.ts'
import type { Io } from './io.ts'
import type { logKinds } from './options.ts'

export type LogKind = (typeof logKinds)[number]

/** What a running server tells. */
export interface Log {
  started(banner: Banner): void
  /**
   * `near` are the operations that an unknown route resembles, `why` works out the reason of a refusal. Missing where
   * nobody wants to know.
   */
  readonly answered?: (entry: JournalEntry, near: readonly string[], why?: () => string | undefined) => void
  refused(refused: Refused): void
  broke(error: unknown): void
  /** What works and is unsafe. */
  warned(text: string): void
  /** The file of the world changed; `fault` says why it was not taken over. */
  reloaded(file: string, fault?: string): void
  ended(): void
}

/** A log for people, one of JSON lines, or one that prints the base URL and errors and nothing else. */
export function logTo(io: Pick<Io, 'out' | 'err'>, kind: LogKind): Log {
  switch (kind) {
    case 'pretty':
      return prettyLog(io)
    case 'json':
      return jsonLog(io)
    case 'silent':
      return silentLog(io)
    default:
      return kind satisfies never
  }
}

function prettyLog({ out, err }: Pick<Io, 'out' | 'err'>): Log {
  const told = (
    at: string,
    status: number,
    method: string,
    user: string,
    target: string,
    reason: string | null | undefined,
  ) => {
    const answer = status === 0 ? '---' : status
    const moment = at.replace('.000Z', 'Z')
    out(`${moment} ${answer} ${method.padEnd(6)} ${user.padEnd(8)} ${target}${reasonText(reason)}\n`)
  }
  return {
    started: (banner) => out(bannerText(banner)),
    answered({ at, status, method, user, path, query, out: call }, near, why) {
      const target = query === '' ? path : `${path}?${query}`
      if (call !== undefined) return told(at, status, method, 'out', `${call.origin}${target}`, call.failure)
      const reason = near.length === 0 && status >= 400 ? why?.() : undefined
      told(
        at,
        status,
        method,
        user ?? '-',
        target,
        near.length > 0 ? `no such operation; near: ${near.join(', ')}` : reason,
      )
    },
    refused: ({ method, url, status }) =>
      out(`refused unread       ${status} ${method.padEnd(6)} -        ${redactedTarget(url)}\n`),
    broke: (error) => err(`forgery: a fault of the simulator, answered with 500: ${stackOf(error)}\n`),
    warned: (text) => err(`forgery: ${text}\n`),
    reloaded: (file, fault) =>
      fault === undefined
        ? out(`begun again with ${file}\n`)
        : err(`forgery: ${file} changed and cannot be taken over: ${fault}\n`),
    ended: () => out('ended\n'),
  }
}

function reasonText(reason: string | null | undefined): string {
  return reason === undefined || reason === null ? '' : `  (${reason})`
}

function silentLog(io: Pick<Io, 'out' | 'err'>): Log {
  return {
    started: ({ url }) => io.out(`${url}\n`),
    refused() {},
    broke: prettyLog(io).broke,
    warned: prettyLog(io).warned,
    reloaded() {},
    ended() {},
  }
}

function jsonLog({ out }: Pick<Io, 'out' | 'err'>): Log {
  const line = (event: string, fields: object) => out(`${JSON.stringify({ event, ...fields })}\n`)
  return {
    started: (banner) => line('started', banner),
    answered: (entry, near) => line('request', near.length === 0 ? entry : { ...entry, near }),
    refused: ({ method, url, status }) => line('refused', { method, url: redactedTarget(url), status }),
    reloaded: (file, fault) => line('reloaded', fault === undefined ? { file } : { file, fault }),
    warned: (text) => line('warning', { text }),
    broke: (error) => line('error', { stack: stackOf(error) }),
    ended: () => line('ended', {}),
  }
}

function stackOf(error: unknown): string {
  return withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
