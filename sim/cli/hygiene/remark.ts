/** What a client can do that works today and fails, or costs, in production. */
export const remarkKinds = [
  'unread-parameter',
  'deprecated',
  'first-page-only',
  'n-plus-one',
  'repeated-write',
  'not-waited',
  'token-in-query',
  'redirected-credentials',
  'outside-api',
  'unknown-operation',
] as const
export type RemarkKind = (typeof remarkKinds)[number]

/** What each kind means, in one sentence. */
export const remarkTexts: { readonly [kind in RemarkKind]: string } = {
  'unread-parameter': 'Every parameter that is sent is read',
  deprecated: 'No operation or parameter is used that is deprecated, or gone in a later release',
  'first-page-only': 'A list that has a next page is read beyond its first',
  'n-plus-one': 'The rows of a list are not asked for one by one',
  'repeated-write': 'A write whose reply was lost is not sent again blindly',
  'not-waited': 'Whoever is told to wait by Retry-After waits',
  'token-in-query': 'No credential travels in a query string',
  'redirected-credentials': 'No credential follows a redirect to another host',
  'outside-api': 'No page outside of the API is read',
  'unknown-operation': 'Every request is one that the API has',
}

/** Something that a client did. */
export interface Remark {
  readonly kind: RemarkKind
  /** The operation or the request, without secrets: `GET /projects/:id/issues`. */
  readonly subject: string
  readonly says: string
  /** How often it was seen. */
  readonly count: number
}

/** Takes what a rule has seen; the same is counted. */
export type Note = (kind: RemarkKind, subject: string, says: string) => void

/** Counts remarks; those of a kind stand together. */
export class Remarks {
  readonly #counts = new Map<string, { kind: RemarkKind; subject: string; says: string; count: number }>()

  readonly note: Note = (kind, subject, says) => {
    const key = JSON.stringify([kind, subject, says])
    const known = this.#counts.get(key)
    if (known === undefined) this.#counts.set(key, { kind, subject, says, count: 1 })
    else known.count++
  }

  list(): Remark[] {
    const all = [...this.#counts.values()]
    return remarkKinds.flatMap((kind) => all.filter((remark) => remark.kind === kind))
  }
}
