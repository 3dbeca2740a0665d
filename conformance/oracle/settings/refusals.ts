import type { ChangeId } from '../../../sim/contract.ts'
import { isRow, type Json } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'

/** A change that must be refused, and what is said of it. */
export interface Refused {
  readonly params: Params
  readonly body: Json
  /** What a later release says of it. */
  readonly later?: { readonly since: ChangeId; readonly body: Json }
}

const invalid = (params: Params, error: string): Refused => ({ params, body: { error } })
const broken = (params: Params, message: { readonly [attribute: string]: readonly string[] }): Refused => ({
  params,
  body: { message },
})

/** Switches and what the same call has to bring along while they are true (settings#needed-together). */
export const needs: { readonly [attribute: string]: readonly string[] } = {
  kroki_enabled: ['kroki_url'],
  plantuml_enabled: ['plantuml_url'],
  sourcegraph_enabled: ['sourcegraph_url'],
  gitpod_enabled: ['gitpod_url'],
  recaptcha_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  login_recaptcha_protection_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  eks_integration_enabled: ['eks_account_id', 'eks_access_key_id', 'eks_secret_access_key'],
  require_two_factor_authentication: ['two_factor_grace_period'],
  shared_runners_enabled: ['shared_runners_text'],
  spam_check_endpoint_enabled: ['spam_check_endpoint_url'],
  mailgun_events_enabled: ['mailgun_signing_key'],
  snowplow_enabled: ['snowplow_collector_hostname'],
}

const atLeast = (bound: number) => [`must be greater than or equal to ${bound}`]
const atMost = (bound: number) => [`must be less than or equal to ${bound}`]
const BLANK = "can't be blank"
const NO_NUMBER = 'is not a number'

/** Changes that the service refuses (settings#model-errors). */
export const refusals: readonly Refused[] = [
  invalid({ max_import_size: 'abc' }, 'max_import_size is invalid'),
  invalid({ max_export_size: '1.5' }, 'max_export_size is invalid'),
  invalid({ bulk_import_enabled: 'maybe' }, 'bulk_import_enabled is invalid'),
  invalid({ default_project_visibility: 'secret' }, 'default_project_visibility does not have a valid value'),
  invalid({ default_group_visibility: 20 }, 'default_group_visibility does not have a valid value'),
  invalid({ default_branch_protection: 5 }, 'default_branch_protection does not have a valid value'),
  invalid({ default_project_creation: 5 }, 'default_project_creation does not have a valid value'),
  invalid({ rsa_key_restriction: 512 }, 'rsa_key_restriction does not have a valid value'),
  invalid({ import_sources: 'github,nowhere' }, 'import_sources does not have a valid value'),
  invalid({ repository_storages_weighted: 'default' }, 'repository_storages_weighted is invalid'),
  invalid({ kroki_enabled: 'maybe' }, 'kroki_enabled is invalid, kroki_url is missing'),
  invalid(
    { housekeeping_enabled: true },
    'housekeeping_incremental_repack_period, housekeeping_optimize_repository_period are missing, exactly one parameter must be provided',
  ),
  invalid(
    {
      housekeeping_enabled: true,
      housekeeping_full_repack_period: 50,
      housekeeping_gc_period: 200,
      housekeeping_incremental_repack_period: 10,
      housekeeping_optimize_repository_period: 10,
    },
    'housekeeping_incremental_repack_period, housekeeping_optimize_repository_period are mutually exclusive',
  ),
  invalid(
    { housekeeping_enabled: true, housekeeping_incremental_repack_period: 10 },
    'housekeeping_full_repack_period, housekeeping_gc_period, housekeeping_incremental_repack_period provide all or none of parameters',
  ),
  invalid(
    { password_authentication_enabled_for_web: true, signin_enabled: true },
    'password_authentication_enabled_for_web, signin_enabled are mutually exclusive',
  ),
  broken({ max_import_size: -1 }, { max_import_size: atLeast(0) }),
  broken({ max_import_size: '' }, { max_import_size: [BLANK, NO_NUMBER] }),
  broken({ max_attachment_size: 0 }, { max_attachment_size: ['must be greater than 0'] }),
  broken({ search_rate_limit: 'abc' }, { search_rate_limit: [NO_NUMBER] }),
  ...['can_create_group', 'admin_mode', 'floc_enabled', 'sentry_enabled'].map((name) =>
    broken({ [name]: null }, { [name]: ['must be a boolean value'] }),
  ),
  ...['nobody', 'no body@example.com', 'nobody@example.com or so'].map((admin_notification_email) =>
    broken({ admin_notification_email }, { abuse_notification_email: ['is invalid'] }),
  ),
  broken(
    { after_sign_out_path: '/bye' },
    { after_sign_out_path: ['is blocked: Only allowed schemes are http, https'] },
  ),
  broken(
    { archive_builds_in_human_readable: 'for ever' },
    { archive_builds_in_human_readable: ['is not a correct duration'] },
  ),
  broken({ commit_email_hostname: 'a@b' }, { commit_email_hostname: ['is invalid'] }),
  broken(
    { container_registry_delete_tags_service_timeout: '1.5' },
    { container_registry_delete_tags_service_timeout: ['must be an integer'] },
  ),
  broken(
    { deactivate_dormant_users: true, deactivate_dormant_users_period: 89 },
    { deactivate_dormant_users_period: ["'89' days of inactivity must be greater than or equal to 90"] },
  ),
  broken(
    { default_artifacts_expire_in: 'soon' },
    { default_artifacts_expire_in: ['is not a correct duration'] },
  ),
  broken(
    { default_branch_name: '&lt;b&gt;' },
    { default_branch_name: ['cannot contain escaped HTML entities'] },
  ),
  broken(
    { default_ci_config_path: '/x' },
    { default_ci_config_path: ['cannot include leading slash or directory traversal.'] },
  ),
  broken(
    { default_ci_config_path: 'ci/../../x' },
    { default_ci_config_path: ['cannot include leading slash or directory traversal.'] },
  ),
  broken(
    { default_ci_config_path: 'x'.repeat(256) },
    { default_ci_config_path: ['is too long (maximum is 255 characters)'] },
  ),
  ...['http://a b', 'http://settings.example.com:port'].map((after_sign_out_path) =>
    broken({ after_sign_out_path }, { after_sign_out_path: ['is blocked: URI is invalid'] }),
  ),
  broken({ archive_builds_in_human_readable: '23 hours' }, { archive_builds_in_seconds: atLeast(86_400) }),
  broken({ spamfilter_enabled: true, spamfilter_api_key: '' }, { spamfilter_api_key: [BLANK] }),
  broken(
    { container_registry_token_expire_delay: 0 },
    { container_registry_token_expire_delay: ['must be greater than 0'] },
  ),
  broken(
    { housekeeping_optimize_repository_period: 0 },
    { housekeeping_optimize_repository_period: ['must be greater than 0'] },
  ),
  broken(
    {
      eks_integration_enabled: true,
      eks_account_id: '1234567890123',
      eks_access_key_id: 'AKIAIOSFODNN7EXAMPLE',
      eks_secret_access_key: 'secret',
    },
    { eks_account_id: ['must be a 12-digit number'] },
  ),
  broken({ diff_max_lines: 100_001 }, { diff_max_lines: atMost(100_000) }),
  broken(
    { personal_access_token_prefix: 'a b' },
    {
      personal_access_token_prefix: [
        "can contain only letters of the Base64 alphabet (RFC4648) with the addition of '@', ':' and '.'",
      ],
    },
  ),
  broken(
    { rate_limiting_response_text: 'x'.repeat(256) },
    { rate_limiting_response_text: ['is too long (maximum is 255 characters)'] },
  ),
  broken({ issues_create_limit: -1 }, { issues_create_limit: atLeast(0) }),
  broken(
    { throttle_protected_paths_requests_per_period: 0 },
    { throttle_protected_paths_requests_per_period: ['must be greater than 0'] },
  ),
  broken({ wiki_page_max_content_bytes: 1023 }, { wiki_page_max_content_bytes: atLeast(1024) }),
  broken({ local_markdown_version: 65_536 }, { local_markdown_version: ['must be less than 65536'] }),
  broken(
    Object.fromEntries(
      ['rsa', 'dsa', 'ecdsa', 'ed25519', 'ecdsa_sk', 'ed25519_sk'].map((type) => [
        `${type}_key_restriction`,
        -1,
      ]),
    ),
    { allowed_key_types: [BLANK] },
  ),
  broken(
    { performance_bar_allowed_group_path: 'no/such/group' },
    { performance_bar_allowed_group_id: ['not found'] },
  ),
  {
    ...broken(
      { enabled_git_access_protocol: 'nil' },
      { enabled_git_access_protocol: ['is not included in the list'] },
    ),
    later: {
      since: 'settings#later-all-protocols',
      body: { error: 'enabled_git_access_protocol does not have a valid value' },
    },
  },
  broken(
    { outbound_local_requests_allowlist_raw: 'x'.repeat(256) },
    { outbound_local_requests_whitelist: ['entries cannot be larger than 255 characters'] },
  ),
  broken(
    { outbound_local_requests_allowlist_raw: 'ä.example' },
    { outbound_local_requests_whitelist: ['unicode domains should use IDNA encoding'] },
  ),
  broken(
    { outbound_local_requests_allowlist_raw: '<em>a</em>' },
    { outbound_local_requests_whitelist: ['entries cannot contain HTML tags'] },
  ),
  broken(
    { repository_storages_weighted: { default: 101 } },
    { repository_storages_weighted: ["value for 'default' must be between 0 and 100"] },
  ),
  broken(
    { default_preferred_language: 'xx' },
    { default_preferred_language: ['is not included in the list'] },
  ),
  broken({ diff_max_patch_bytes: 204_799 }, { diff_max_patch_bytes: atLeast(204_800) }),
  broken({ diff_max_files: 3001 }, { diff_max_files: atMost(3000) }),
  broken(
    { personal_access_token_prefix: 'x'.repeat(21) },
    { personal_access_token_prefix: ['is too long (maximum is 20 characters)'] },
  ),
  broken(
    { domain_denylist_enabled: true, domain_denylist: [] },
    {
      domain_denylist: ['Domain denylist cannot be empty if denylist is enabled.'],
    },
  ),
  broken(
    { repository_storages_weighted: { custom: 1 } },
    { repository_storages_weighted: ["can't include: custom"] },
  ),
  broken({ email_restrictions: '(' }, { email_restrictions: ['not valid RE2 syntax: missing closing ): ('] }),
  broken({ minimum_password_length: 129 }, { minimum_password_length: atMost(128) }),
  broken(
    { kroki_enabled: true, kroki_url: 'nowhere' },
    {
      kroki_url: [
        'is not valid. Only allowed schemes are http, https',
        'must be a valid relative or absolute URL. Please check your Kroki URL setting in Admin Area > Settings > General > Kroki',
      ],
    },
  ),
]

/** Changes that are refused as long as what they need is not stored (settings#stored-conditions, settings#asset-proxy). */
export const conditional: readonly Refused[] = [
  broken({ sentry_enabled: true }, { sentry_dsn: [BLANK], sentry_environment: [BLANK] }),
  broken(
    { external_authorization_service_enabled: true },
    { external_authorization_service_default_label: [BLANK] },
  ),
  broken(
    {
      external_authorization_service_enabled: true,
      external_authorization_service_default_label: 'x',
      external_authorization_service_timeout: 11,
    },
    { external_authorization_service_timeout: atMost(10) },
  ),
  broken({ enforce_terms: true }, { base: ['You need to set terms to be enforced'] }),
  broken(
    { domain_denylist_enabled: true },
    {
      domain_denylist: ['Domain denylist cannot be empty if denylist is enabled.'],
    },
  ),
]

/** The same for settings that need a plan. */
export const licensedRefusals: readonly Refused[] = [
  broken({ deletion_adjourned_period: 91 }, { deletion_adjourned_period: atMost(90) }),
  broken({ deletion_adjourned_period: -1 }, { deletion_adjourned_period: ['must be greater than 0'] }),
  broken(
    { delayed_project_deletion: true, delayed_group_deletion: false },
    { delayed_project_removal: ["can't be enabled when delayed group deletion is disabled"] },
  ),
]

/** A change that is just not refused, and the attribute that is at its bound. */
export interface AtBound {
  readonly name: string
  readonly params: Params
}

/** What the texts of refusals say about the last value that is good. */
const bounds: readonly { readonly text: RegExp; readonly last: (bound: number, refused: unknown) => Json }[] =
  [
    { text: /must be (?:greater|less) than or equal to (\d+)$/, last: (bound) => bound },
    { text: /must be greater than (\d+)$/, last: (bound) => bound + 1 },
    { text: /must be less than (\d+)$/, last: (bound) => bound - 1 },
    {
      text: /(?:maximum is|be larger than) (\d+) characters/,
      last: (bound, refused) => String(refused).slice(0, bound),
    },
  ]

/** For each refusal of what is too little, too much or too long the value that is closest to it and allowed. */
export const atBounds: readonly AtBound[] = [
  ...refusals.flatMap(({ params, body }) => boundsIn(params, body)),
  ...['1 day', '24 hours'].map((age) => ({
    name: 'archive_builds_in_human_readable',
    params: { archive_builds_in_human_readable: age },
  })),
]

function boundsIn(params: Params, body: Json): AtBound[] {
  const message = isRow(body) && isRow(body.message) ? body.message : {}
  const texts = Object.values(message).flat().map(String)
  const [name] = Object.keys(params).slice(-1)
  if (name === undefined || texts.length !== 1 || name === 'archive_builds_in_human_readable') return []
  return bounds.flatMap(({ text, last }) => {
    const found = text.exec(texts[0] ?? '')?.[1]
    return found === undefined
      ? []
      : [{ name, params: { ...params, [name]: last(Number(found), params[name]) } as Params }]
  })
}
