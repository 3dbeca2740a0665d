import { isSecretName, REDACTED, withoutSecrets } from '../lib/secrets.ts'
import type { Exchange } from './exchanges.ts'
import type { Fault } from './faults.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import { type ShownBody, shownBody } from './shown-body.ts'

/** Headers and body of a request or a reply, without secrets. */
export interface ShownMessage extends ShownBody {
  readonly headers: { readonly [name: string]: string }
}

/** An entry of the journal with what was asked and answered. */
export interface ShownExchange extends JournalEntry {
  /** Null where it is no longer kept. */
  readonly request: ShownMessage | null
  /** Null where it is no longer kept, and where there is none. */
  readonly reply: ShownMessage | null
  /** The fault rule that struck. */
  readonly fault: Fault | null
}

/** An entry with its messages; undefined for one that is not kept. */
export function shownExchange(journal: Journal, id: number): ShownExchange | undefined {
  const entry = journal.entry(id)
  if (entry === undefined) return undefined
  const exchange = journal.exchange(id)
  return {
    ...entry,
    request: exchange === undefined ? null : shownRequest(exchange, entry.path),
    reply: exchange === undefined || entry.status === 0 ? null : shownReply(journal, entry, exchange),
    fault: exchange?.fault ?? null,
  }
}

function shownRequest({ request }: Exchange, path: string): ShownMessage {
  const headers = shownHeaders(request.headers)
  return { headers, ...shownBody(request.body, { type: typeOf(request.headers), path }) }
}

function shownReply(journal: Journal, { id, path }: JournalEntry, { reply }: Exchange): ShownMessage {
  const body = journal.replyBody(id)
  return { headers: shownHeaders(reply.headers), ...shownBody(body, { type: typeOf(reply.headers), path }) }
}

type Headers = { readonly [name: string]: string | undefined }

function shownHeaders(headers: Headers): { readonly [name: string]: string } {
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, isSecretName(name) ? REDACTED : withoutSecrets(value)] as const],
  )
  return Object.fromEntries(shown)
}

function typeOf(headers: Headers): string {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')
  return named?.[1] ?? ''
}
