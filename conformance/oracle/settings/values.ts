import fc, { type Arbitrary } from 'fast-check'
import type { Json } from '../../kit/json.ts'
import type { Value } from '../../kit/query.ts'

/** A value as it is sent, and as it is shown from then on. */
export interface Written {
  readonly sent: Value
  readonly shown: Json
}

const same = (value: Json): Written => ({ sent: value as Value, shown: value })

/** A switch that the parameters judge. */
const typed: Arbitrary<Written> = fc.constantFrom<Written>(
  same(true),
  same(false),
  { sent: 'yes', shown: true },
  { sent: 'no', shown: false },
  { sent: '1', shown: true },
  { sent: 0, shown: false },
)
/** A switch that takes whatever it is sent (settings#raw-booleans): a few values are false, all others true. */
const raw: Arbitrary<Written> = fc.constantFrom<Written>(
  same(true),
  same(false),
  { sent: 'abc', shown: true },
  { sent: 'OFF', shown: false },
  { sent: 'f', shown: false },
  { sent: '0', shown: false },
  { sent: 'no', shown: true },
)

function number(min: number, max: number): Arbitrary<Written> {
  return fc.tuple(fc.integer({ min, max }), fc.boolean()).map(([value, quoted]) => ({
    sent: quoted ? String(value) : value,
    shown: value,
  }))
}

function word(...words: readonly Json[]): Arbitrary<Written> {
  return fc.constantFrom(...words.map(same))
}

/** A list as an array, or as one text with commas. */
function list(...items: readonly string[]): Arbitrary<Written> {
  return fc.tuple(fc.subarray([...items]), fc.boolean()).map(([chosen, joined]) => ({
    sent: joined ? chosen.join(', ') : chosen,
    shown: chosen,
  }))
}

const text: Arbitrary<Written> = word('Hello', '**Willkommen**, Größe 数', '', null)
const visibility = word('private', 'internal', 'public')

/** Values that attributes of the specification's table take (settings#writable). */
export const attributes: { readonly [name: string]: Arbitrary<Written> } = {
  abuse_notification_email: word('abuse@example.com', '', null),
  after_sign_out_path: word('https://example.com/bye', '', null),
  after_sign_up_text: text,
  allow_local_requests_from_system_hooks: raw,
  allow_local_requests_from_web_hooks_and_services: raw,
  allow_runner_registration_token: typed,
  authorized_keys_enabled: raw,
  auto_devops_enabled: raw,
  bulk_import_enabled: typed,
  can_create_group: raw,
  commit_email_hostname: word('mail.example.com'),
  container_expiration_policies_enable_historic_entries: raw,
  container_registry_cleanup_tags_service_max_list_size: number(0, 1000),
  container_registry_delete_tags_service_timeout: number(0, 1000),
  container_registry_expiration_policies_caching: raw,
  container_registry_expiration_policies_worker_capacity: number(0, 100),
  container_registry_token_expire_delay: number(1, 100),
  package_registry_cleanup_policies_worker_capacity: number(0, 100),
  deactivate_dormant_users: raw,
  deactivate_dormant_users_period: number(90, 365),
  default_artifacts_expire_in: word('30 days', '2 hours 30 min', '0'),
  default_branch_name: word('main', 'trunk', null),
  default_branch_protection: word(0, 1, 2),
  default_ci_config_path: word('ci/main.yml', '', null),
  default_group_visibility: visibility,
  default_preferred_language: word('en', 'de', 'ja', 'zh_CN'),
  default_project_creation: word(0, 1, 2),
  default_project_visibility: visibility,
  default_projects_limit: number(-5, 200_000),
  default_snippet_visibility: visibility,
  diff_max_patch_bytes: number(204_800, 512_000),
  diff_max_files: number(1000, 3000),
  diff_max_lines: number(50_000, 100_000),
  disable_admin_oauth_scopes: typed,
  disable_feed_token: typed,
  domain_allowlist: list('a.example', '*.b.example', 'c.example'),
  email_author_in_body: typed,
  gravatar_enabled: typed,
  help_page_text: text,
  housekeeping_optimize_repository_period: number(1, 100),
  import_sources: list('github', 'bitbucket_server', 'gitlab_project', 'git'),
  issues_create_limit: number(0, 1000),
  max_artifacts_size: number(1, 1000),
  max_attachment_size: number(1, 1000),
  max_export_size: number(0, 1000),
  max_import_size: number(0, 1000),
  personal_access_token_prefix: word('glpat-', 'acme_', 'a@b:c.'),
  project_export_enabled: typed,
  rsa_key_restriction: word(0, 2048, 4096),
  search_rate_limit: number(0, 1000),
  session_expire_delay: number(0, 20_000),
  signup_enabled: typed,
  snippet_size_limit: number(1, 100_000_000),
  throttle_authenticated_api_enabled: raw,
  throttle_authenticated_api_period_in_seconds: number(1, 7200),
  throttle_authenticated_api_requests_per_period: number(1, 7200),
  user_default_external: raw,
  user_oauth_applications: raw,
  wiki_page_max_content_bytes: number(1024, 100_000_000),
}
