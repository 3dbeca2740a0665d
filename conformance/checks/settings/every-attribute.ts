import type { ContractParam } from '../../../sim/contract.ts'
import { neededBy, plainOf } from '../../draw/params.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals } from '../../kit/expect.ts'
import { isRow, type Json, type Row } from '../../kit/json.ts'
import { operationNamed } from '../../kit/operations.ts'
import type { Params, Value } from '../../kit/query.ts'

const read = 'GET /application/settings'

const write = 'PUT /application/settings'

const url = 'https://settings.example.com'

/** Values of attributes that do not take any text or number, and what has to come with them. */
const fitting: { readonly [name: string]: Params | undefined } = {
  admin_notification_email: { admin_notification_email: 'abuse@example.com' },
  abuse_notification_email: { abuse_notification_email: 'abuse@example.com' },
  after_sign_out_path: { after_sign_out_path: `${url}/bye?for=now` },
  archive_builds_in_human_readable: { archive_builds_in_human_readable: '1 month' },
  asset_proxy_enabled: { asset_proxy_url: url, asset_proxy_secret_key: 'secret' },
  auto_devops_domain: { auto_devops_domain: 'apps.example.com' },
  container_registry_import_created_before: {
    container_registry_import_created_before: '2030-01-01T00:00:00.000Z',
  },
  container_registry_pre_import_tags_rate: { container_registry_pre_import_tags_rate: '6.5' },
  default_branch_name: { default_branch_name: 'trunk' },
  domain_allowlist_raw: { domain_allowlist_raw: 'a.example.com\nb.example.com' },
  domain_denylist_raw: { domain_denylist_raw: 'a.example.com\nb.example.com' },
  enabled_git_access_protocol: { enabled_git_access_protocol: 'ssh' },
  kroki_formats: { kroki_formats: { blockdiag: true, bpmn: false, excalidraw: true } },
  notes_create_limit_allowlist_raw: { notes_create_limit_allowlist_raw: 'somebody\nothers' },
  outbound_local_requests_allowlist_raw: { outbound_local_requests_allowlist_raw: '10.0.0.1\n10.0.0.2' },
  protected_paths_for_get_request_raw: { protected_paths_for_get_request_raw: '/users\n/session' },
  iframe_rendering_allowlist_raw: { iframe_rendering_allowlist_raw: 'a.example\nb.example' },
  ci_cd_catalog_projects_allowlist_raw: { ci_cd_catalog_projects_allowlist_raw: 'acme/one\nacme/two' },
  foundational_agents_statuses: { foundational_agents_statuses: [] },
  duo_namespace_access_rules: { duo_namespace_access_rules: [] },
  search_rate_limit_allowlist_raw: { search_rate_limit_allowlist_raw: 'somebody\nothers' },
  protected_paths_raw: { protected_paths_raw: '/users\n/session' },
  restricted_visibility_levels: { restricted_visibility_levels: ['public', 'internal'] },
  users_get_by_id_limit_allowlist_raw: { users_get_by_id_limit_allowlist_raw: 'somebody\nothers' },
  default_artifacts_expire_in: { default_artifacts_expire_in: '30 days' },
  default_preferred_language: { default_preferred_language: 'en' },
  domain_denylist_enabled: { domain_denylist: ['spam.example.com'] },
  eks_integration_enabled: {
    eks_account_id: '123456789012',
    eks_access_key_id: 'AKIAIOSFODNN7EXAMPLE',
    eks_secret_access_key: 'secret',
  },
  // A certificate needs its key; without one there is nothing to hold.
  external_auth_client_cert: { external_auth_client_cert: '' },
  external_pipeline_validation_service_url: { external_pipeline_validation_service_url: url },
  gitaly_timeout_default: { gitaly_timeout_default: 50 },
  gitaly_timeout_fast: { gitaly_timeout_fast: 11 },
  gitaly_timeout_medium: { gitaly_timeout_medium: 31 },
  gitpod_enabled: { gitpod_url: url },
  grafana_url: { grafana_url: '/-/grafana' },
  help_page_documentation_base_url: { help_page_documentation_base_url: url },
  help_page_support_url: { help_page_support_url: url },
  home_page_url: { home_page_url: url },
  housekeeping_enabled: {
    housekeeping_full_repack_period: 50,
    housekeeping_gc_period: 200,
    housekeeping_incremental_repack_period: 10,
  },
  inactive_projects_send_warning_email_after_months: { inactive_projects_send_warning_email_after_months: 1 },
  jira_connect_proxy_url: { jira_connect_proxy_url: url },
  kroki_enabled: { kroki_url: url },
  outbound_local_requests_whitelist: { outbound_local_requests_whitelist: ['10.0.0.1'] },
  password_authentication_enabled: { help_page_text: 'beside it' },
  performance_bar_allowed_group_id: { performance_bar_allowed_group_id: '' },
  performance_bar_allowed_group_path: { performance_bar_allowed_group_path: '' },
  personal_access_token_prefix: { personal_access_token_prefix: 'conform-' },
  terms: { terms: 'Be kind' },
  sidekiq_job_limiter_mode: { sidekiq_job_limiter_mode: 'track' },
  signin_enabled: { help_page_text: 'beside it' },
  snowplow_enabled: { snowplow_collector_hostname: 'collector.example.com' },
  spam_check_endpoint_enabled: {
    spam_check_endpoint_url: 'grpc://spam.example.com',
    spam_check_api_key: 'secret',
  },
  static_objects_external_storage_url: {
    static_objects_external_storage_url: url,
    static_objects_external_storage_auth_token: 'secret',
  },
  valid_runner_registrars: { valid_runner_registrars: ['project'] },
}

/** Megabytes that are shown in bytes (settings#other-forms). */
function shownAs(name: string, value: Json): Json {
  return name === 'repository_size_limit' ? Number(value) * 1024 * 1024 : value
}

/** A release may bring a key that was not sent (settings#later-mermaid). */
function withLaterKeys(name: string, value: Json, shown: Json): Json {
  const isThere = name === 'kroki_formats' && isRow(shown) && shown.mermaid !== undefined
  return isThere ? { ...(value as Row), mermaid: false } : value
}

/** Attributes that are shown in another form than they are sent in, or always alike; other checks are about those. */
const others: readonly string[] = [
  'archive_builds_in_human_readable',
  'disabled_oauth_sign_in_sources',
  'elasticsearch_index_settings',
  'gitlab_product_usage_data_source',
  'hashed_storage_enabled',
  'housekeeping_bitmaps_enabled',
  'housekeeping_full_repack_period',
  'housekeeping_gc_period',
  'housekeeping_incremental_repack_period',
  'performance_bar_allowed_group_id',
]

/** Texts that only look alike to whoever trims, folds or escapes them. */
const text = ' Größe  & <b>"1,5"</b> – zwei; drei '

export const everyAttribute = check<ContractParam>({
  id: 'settings/every-attribute',
  says: 'Every attribute can be written, alone or with the attributes it needs, and is answered and read back as written',
  source: 'settings#writable, settings#needed-together, settings#keys, settings#other-forms',
  level: 'must',
  covers: [read, write],
  needs: { project: 'none', role: 'admin', writes: true, restores: true, tier: 'ultimate' },
  each: (contract) => operationNamed(contract, write)?.params.filter((param) => param.in === 'given') ?? [],
  holds: async ({ call }, param) => {
    const { name } = param
    const beside = fitting[name]
    const values = valuesFor(param)
    for (const value of values) {
      const needed = value === true ? neededBy(param) : {}
      const reply = await call(write, { ...needed, ...beside, [name]: value })
      answers(reply, 200)
      expectValue(name, reply, value)
    }
    const again = await call(read)
    answers(again, 200)
    const last = values.at(-1)
    if (last !== undefined) expectValue(name, again, last)
  },
})

function expectValue(name: string, reply: Reply, value: Value): void {
  const shown = reply.row()[name]
  if (shown === undefined || others.includes(name)) return
  // A list of hosts may have the target's own behind what was sent, and a decimal may travel as text.
  const first = Array.isArray(value) && Array.isArray(shown) ? shown.slice(0, value.length) : shown
  const same = typeof value === 'number' && typeof first === 'string' ? Number(first) : first
  equals(name, same, withLaterKeys(name, shownAs(name, value as Json), shown), reply)
}

function valuesFor(param: ContractParam): readonly Value[] {
  const { name, kind, like = kind, values } = param
  if (kind === 'boolean') return [true, false]
  const own = fitting[name]?.[name]
  if (own !== undefined) return [own]
  const listed = kind === 'stringList' || like === 'stringList'
  if (values !== undefined)
    return listed ? [values.slice(-2)] : values.filter((value) => value !== '').slice(-2)
  return [like === 'string' ? text : (plainOf([param])[name] as Value)]
}
