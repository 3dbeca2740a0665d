import type { ContractParam } from '../../../sim/contract.ts'
import { neededBy, plainOf } from '../../draw/params.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'

const read = 'GET /application/settings'

const write = 'PUT /application/settings'

const url = 'https://settings.example.com'

/** Values of attributes that do not take any text or number, and what has to come with them. */
const fitting: { readonly [name: string]: Params | undefined } = {
  admin_notification_email: { admin_notification_email: 'abuse@example.com' },
  abuse_notification_email: { abuse_notification_email: 'abuse@example.com' },
  after_sign_out_path: { after_sign_out_path: url },
  archive_builds_in_human_readable: { archive_builds_in_human_readable: '1 month' },
  asset_proxy_enabled: { asset_proxy_url: url, asset_proxy_secret_key: 'secret' },
  auto_devops_domain: { auto_devops_domain: 'apps.example.com' },
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
  password_authentication_enabled: { sign_in_text: 'beside it' },
  performance_bar_allowed_group_id: { performance_bar_allowed_group_id: '' },
  performance_bar_allowed_group_path: { performance_bar_allowed_group_path: '' },
  personal_access_token_prefix: { personal_access_token_prefix: 'conform-' },
  sidekiq_job_limiter_mode: { sidekiq_job_limiter_mode: 'track' },
  signin_enabled: { sign_in_text: 'beside it' },
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

export const everyAttribute = check<ContractParam>({
  id: 'settings/every-attribute',
  says: 'Every attribute can be written, alone or with the attributes it needs, and booleans and integers are read back as written',
  source: 'settings#writable, settings#needed-together, settings#keys, settings#other-forms',
  level: 'must',
  covers: [read, write],
  needs: { project: 'none', role: 'admin', writes: true, restores: true, tier: 'ultimate' },
  each: ({ operations }) =>
    operations.find(({ id }) => id === write)?.params.filter((param) => param.in === 'given') ?? [],
  holds: async ({ call }, param) => {
    const { name, kind } = param
    const beside = fitting[name]
    const values = kind === 'boolean' ? [true, false] : [beside?.[name] ?? plainOf([param])[name]]
    for (const value of values) {
      const needed = value === true ? neededBy(param) : {}
      const reply = await call(write, { ...needed, ...beside, [name]: value })
      answers(reply, 200)
      const shown = (await call(read)).row()[name]
      if (shown !== undefined && ['boolean', 'integer'].includes(kind))
        equals(name, shown, shownAs(name, value as Json), reply)
    }
  },
})
