import type { Value } from '../../kit/query.ts'

/** Names under which one setting is written: the older one, the present one, and a value (settings#deprecated-names). */
export interface TwoNames {
  readonly old: string
  readonly name: string
  readonly value: Value
  /** The older name is not shown. */
  readonly hidden?: true
}

export const twoNames: readonly TwoNames[] = [
  { old: 'admin_notification_email', name: 'abuse_notification_email', value: 'a@example.com', hidden: true },
  {
    old: 'allow_local_requests_from_hooks_and_services',
    name: 'allow_local_requests_from_web_hooks_and_services',
    value: true,
  },
  { old: 'asset_proxy_whitelist', name: 'asset_proxy_allowlist', value: ['a.example'] },
  {
    old: 'housekeeping_incremental_repack_period',
    name: 'housekeeping_optimize_repository_period',
    value: 20,
  },
  { old: 'throttle_unauthenticated_web_enabled', name: 'throttle_unauthenticated_enabled', value: true },
  {
    old: 'throttle_unauthenticated_web_requests_per_period',
    name: 'throttle_unauthenticated_requests_per_period',
    value: 77,
  },
]

/** Names that all show whether a password opens the web pages; but for the last none may be sent alone. */
export const passwordNames = [
  'signin_enabled',
  'password_authentication_enabled',
  'password_authentication_enabled_for_web',
] as const
