/** What one station of a request's life found out, as plain data. */
export type Station =
  | { readonly station: 'route'; readonly operation: string; readonly summary: string }
  /** No operation: the path has other verbs, or is unknown. */
  | { readonly station: 'no-route'; readonly allowed: readonly string[] }
  | { readonly station: 'credential'; readonly proves: Proof }
  /** The caller asks to act as another user, who is named so. */
  | { readonly station: 'sudo'; readonly name: string }
  /** `read` are the parameters that somebody reads, `values` those that were understood. */
  | {
      readonly station: 'parameters'
      readonly read: readonly string[]
      readonly sent: readonly string[]
      readonly values: { readonly [name: string]: unknown }
      readonly messages: readonly string[]
    }
  /** A record that the path names, by its kind (`project`); a record that is hidden from the caller is not found. */
  | {
      readonly station: 'subject'
      readonly subject: string
      readonly token: string
      readonly found: boolean
      readonly id: number | undefined
    }
  | { readonly station: 'ability'; readonly ability: string; readonly id: number; readonly allowed: boolean }
  | { readonly station: 'plan'; readonly least: string; readonly licensed: boolean }
  | { readonly station: 'setting'; readonly name: string; readonly value: unknown }
  | { readonly station: 'handler' }

/** What a credential proves: nothing where there is none, or none that is known. */
export type Proof = 'nothing' | 'unknown' | { readonly tokenId: number }

/**
 * Who is told at the moment: nobody, unless a request is being explained. A request is served without waiting, so
 * whoever listens hears of one request alone.
 */
export const tracing: { to: ((station: Station) => void) | undefined } = { to: undefined }

/** Works something out while somebody is told of each station. */
export function traced<T>(to: (station: Station) => void, work: () => T): T {
  const outer = tracing.to
  tracing.to = to
  try {
    return work()
  } finally {
    tracing.to = outer
  }
}
