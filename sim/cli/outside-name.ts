import type { JournalEntry } from '../control/journal-entry.ts'
import { withoutWorld } from '../control/paths.ts'
import { isOauth } from '../oauth/index.ts'
import { isGitRequest } from '../smart-http/index.ts'
import { webTargetOf } from '../web/web-target.ts'

/** What answered a request outside of `/api/v4`; undefined where nothing did. */
export function outsideName({
  method,
  path,
  query,
  status,
}: Pick<JournalEntry, 'method' | 'path' | 'query' | 'status'>): string | undefined {
  const below = withoutWorld(path)
  const request = { method, url: query === '' ? below : `${below}?${query}`, headers: {} }
  if (isGitRequest(request)) return 'git'
  if (isOauth(request)) return `${method} ${below}`
  const page = webTargetOf(request)?.page
  if (page !== undefined) return `GET /-/${page}`
  return status < 400 ? `${method} /uploads` : undefined
}
