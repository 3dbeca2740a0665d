import { type Instant, parseHttpTime } from '../time/calendar.ts'
import type { PlainRequest } from './message.ts'
import { preconditionFailed } from './refusal.ts'

/** Refuses a request whose `If-Unmodified-Since` is before the record's last change. */
export function refuseModified(request: PlainRequest, record: unknown): void {
  const header = request.headers['if-unmodified-since']
  const since = header === undefined ? undefined : parseHttpTime(header)
  const { updatedAt = 0 } = (record ?? {}) as { readonly updatedAt?: Instant }
  // Headers have whole seconds, records have milliseconds.
  const changed = Math.floor(updatedAt / 1000) * 1000
  if (since !== undefined && changed > since) throw preconditionFailed()
}
