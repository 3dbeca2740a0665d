import { type Instant, parseHttpTime } from '../time/calendar.ts'
import type { PlainRequest } from './message.ts'
import { preconditionFailed } from './refusal.ts'

/** A record that tells when it was changed, or at least when it was made; what a world describes may not know. */
export interface Dated {
  readonly updatedAt?: Instant | undefined
  readonly createdAt?: Instant | undefined
}

/** Refuses a request whose `If-Unmodified-Since` is before the record's last change. */
export function refuseModified(request: PlainRequest, { createdAt = 0, updatedAt = createdAt }: Dated): void {
  const header = request.headers['if-unmodified-since']
  const since = header === undefined ? undefined : parseHttpTime(header)
  // Headers have whole seconds, records have milliseconds.
  const changed = Math.floor(updatedAt / 1000) * 1000
  if (since !== undefined && changed > since) throw preconditionFailed()
}
