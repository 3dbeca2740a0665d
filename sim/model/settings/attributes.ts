import type { Json } from '../../lib/json.ts'
import { visibilities } from '../projects/visibility.ts'
import {
  type Attribute,
  build,
  buildTyped,
  decimal,
  durationText,
  flag,
  groupPath,
  integer,
  integers,
  LIMITS,
  licensedRaw,
  lines,
  list,
  oneOfTexts,
  optionalInteger,
  premium,
  raw,
  type SettingAlias,
  settingAlias,
  switches,
  text,
  throttle,
  time,
  ultimate,
  visibilityList,
  weights,
} from './attribute.ts'
import { laterAttributes } from './later-attributes.ts'

export type { LaterCountName } from './later-attributes.ts'

/** Of imports into the container registry, which later releases do not know. */
const noImport = (shown: Json) => ({ gone: { since: 'settings#later-registry-import', shown } }) as const
const counter = { raw: true, least: 0 } as const
const size = { filled: true, least: 0 } as const
const positive = { filled: true, above: 0 } as const
const short = { longest: 255 } as const
const throttling = { effect: 'more requests in a period answer 429 as plain text' } as const

const languages = [
  ...['bg', 'cs_CZ', 'da_DK', 'de', 'en', 'eo', 'es', 'fil_PH', 'fr', 'gl_ES', 'id_ID', 'it', 'ja', 'ko'],
  ...['nb_NO', 'nl_NL', 'pl_PL', 'pt_BR', 'ro_RO', 'ru', 'si_LK', 'tr_TR', 'uk', 'zh_CN', 'zh_HK', 'zh_TW'],
] as const

const importSources = [
  'github',
  'bitbucket',
  'bitbucket_server',
  'gitlab',
  'fogbugz',
  'git',
  'gitlab_project',
  'gitea',
  'manifest',
  'phabricator',
] as const

/** Those of them that later releases still import from. */
export const laterImportSources = importSources.filter(
  (source) => source !== 'gitlab' && source !== 'phabricator',
)

const protectedPaths = [
  '/users/password',
  '/users/sign_in',
  '/api/v3/session.json',
  '/api/v3/session',
  '/api/v4/session.json',
  '/api/v4/session',
  '/users',
  '/users/confirmation',
  '/unsubscribes/',
  '/import/github/personal_access_token',
  '/admin/session',
] as const

/** Sizes of keys that may be asked for: 0 for any, -1 for none. */
const keySizes = {
  rsa: [0, 1024, 2048, 3072, 4096, -1],
  dsa: [0, 1024, 2048, 3072, -1],
  ecdsa: [0, 256, 384, 521, -1],
  only256: [0, 256, -1],
} as const

/**
 * Every setting by its name on the wire, in the order of the wire: first what the specification's table writes, then
 * the others (settings#keys). Entity, parameters, validation and documents are made from this.
 */
function declared() {
  return {
    admin_mode: flag(false, { effect: 'only tokens with the scope `admin_mode` have administrator powers' }),
    admin_notification_email: settingAlias('abuse_notification_email', { hidden: true, deprecated: true }),
    abuse_notification_email: text(null, { form: 'email' }),
    after_sign_out_path: text(null, { form: 'webAddress' }),
    after_sign_up_text: text(),
    spamfilter_api_key: text(null, { raw: true, filled: true, while: ['spamfilter_enabled'] }),
    spamfilter_enabled: flag(false, { given: { needs: { spamfilter_api_key: 'string' } } }),
    akismet_api_key: settingAlias('spamfilter_api_key', { raw: true, neutral: true }),
    akismet_enabled: settingAlias('spamfilter_enabled', { neutral: true }),
    allow_group_owners_to_manage_ldap: flag(true, build),
    allow_local_requests_from_hooks_and_services: settingAlias(
      'allow_local_requests_from_web_hooks_and_services',
      { deprecated: true },
    ),
    allow_local_requests_from_system_hooks: flag(true, raw),
    allow_local_requests_from_web_hooks_and_services: flag(false, {
      ...raw,
      effect: 'webhooks, exports and downloads of archives may call private addresses',
    }),
    allow_runner_registration_token: flag(true, { effect: 'off: registering a runner answers 410' }),
    archive_builds_in_human_readable: durationText({
      about: 'At least a day; empty means never',
      effect: 'newer releases tell jobs that are `archived`',
    }),
    asset_proxy_enabled: flag(false),
    asset_proxy_secret_key: text(null, { filled: true, while: ['asset_proxy_enabled'], hidden: true }),
    asset_proxy_url: text(null, { filled: true, form: 'address', while: ['asset_proxy_enabled'] }),
    asset_proxy_whitelist: settingAlias('asset_proxy_allowlist', { deprecated: true }),
    asset_proxy_allowlist: list(),
    authorized_keys_enabled: flag(true, raw),
    auto_devops_domain: text(null, { raw: true, form: 'domain', while: ['auto_devops_enabled'] }),
    auto_devops_enabled: flag(true, {
      ...raw,
      effect: 'default of projects, unless they or their groups set it',
    }),
    automatic_purchased_storage_allocation: flag(false, build),
    bulk_import_enabled: flag(false, {
      effect: 'off: migrations and exports of relations answer 404',
    }),
    can_create_group: flag(true, { ...raw, effect: 'applies to new users' }),
    check_namespace_plan: flag(false, build),
    commit_email_hostname: text(null, { raw: true, form: 'withoutAt' }),
    container_expiration_policies_enable_historic_entries: flag(false, raw),
    container_registry_cleanup_tags_service_max_list_size: integer(200, counter),
    container_registry_delete_tags_service_timeout: integer(250, { ...counter, about: 'seconds' }),
    container_registry_expiration_policies_caching: flag(true, raw),
    container_registry_expiration_policies_worker_capacity: integer(4, counter),
    container_registry_token_expire_delay: integer(5, { ...positive, about: 'minutes' }),
    package_registry_cleanup_policies_worker_capacity: integer(2, counter),
    deactivate_dormant_users: flag(false, raw),
    deactivate_dormant_users_period: integer(90, {
      raw: true,
      wording: 'dormancy',
      least: 90,
      while: ['deactivate_dormant_users'],
      about: 'days',
      effect: 'who was active in these days cannot be deactivated',
    }),
    default_artifacts_expire_in: text('30 days', {
      filled: true,
      form: 'duration',
      effect: 'lifetime of artifacts that set none',
    }),
    default_branch_name: text(null, {
      raw: true,
      form: 'unescaped',
      effect: 'default branch of new repositories',
    }),
    default_branch_protection: optionalInteger(2, {
      values: [0, 1, 2, 3],
      laterValues: { since: 'settings#later-initial-push', values: [0, 1, 2, 3, 4] },
      effect: 'protection of new default branches, unless the group sets it',
    }),
    default_ci_config_path: text(null, { ...short, form: 'ciPath', effect: 'applies to new projects' }),
    default_group_visibility: oneOfTexts(visibilities, 'private', {
      none: 'private',
      effect: 'visibility of new ones that set none',
    }),
    default_preferred_language: oneOfTexts(languages, 'en', { raw: true, filled: true }),
    default_project_creation: optionalInteger(2, {
      values: [0, 1, 2],
      laterValues: { since: 'settings#later-project-creation', values: [0, 1, 2, 3, 4] },
      effect: 'who may create projects in groups that do not set it',
    }),
    default_project_visibility: oneOfTexts(visibilities, 'private', {
      none: 'private',
      effect: 'visibility of new ones that set none',
    }),
    default_projects_limit: optionalInteger(100_000, { effect: 'applies to new users' }),
    default_snippet_visibility: oneOfTexts(visibilities, 'private', {
      none: 'private',
      effect: 'visibility of new ones that set none',
    }),
    delayed_project_deletion: flag(false, {
      ...premium,
      until: 'projects#later-delayed-deletion',
      effect: 'deletion is delayed by `deletion_adjourned_period` days',
    }),
    delayed_group_deletion: flag(true, {
      ...premium,
      until: 'projects#later-delayed-deletion',
      effect: 'deletion is delayed by `deletion_adjourned_period` days',
    }),
    deletion_adjourned_period: integer(7, {
      ...licensedRaw,
      later: { since: 'settings#later-deletion-days', default: 30 },
      filled: true,
      above: 0,
      most: 90,
      about: 'days',
      effect: 'days until a marked project or group is deleted',
    }),
    diff_max_patch_bytes: integer(204_800, {
      raw: true,
      filled: true,
      least: 204_800,
      most: 512_000,
      effect: 'longer patches are left out of diffs; those over a tenth of it are collapsed',
    }),
    diff_max_files: integer(1000, {
      raw: true,
      filled: true,
      least: 1000,
      most: 3000,
      effect: 'more files are left out of diffs, and `changes_count` is `1000+`',
    }),
    diff_max_lines: integer(50_000, {
      raw: true,
      filled: true,
      least: 50_000,
      most: 100_000,
      effect: 'more lines are left out of diffs',
    }),
    disable_admin_oauth_scopes: flag(false),
    disable_feed_token: flag(false),
    disable_personal_access_token: settingAlias('disable_personal_access_tokens', { hidden: true }),
    disable_personal_access_tokens: flag(false, {
      ...premium,
      effect: 'personal, project and group access tokens answer 401',
    }),
    // No other service signs people in here, so none can be switched off.
    disabled_oauth_sign_in_sources: list([], { known: [] }),
    dns_rebinding_protection_enabled: flag(true, raw),

    auto_ban_user_on_excessive_projects_download: flag(false, { raw: true, ...ultimate }),
    container_registry_import_created_before: time('2022-01-23T00:00:00.000Z', noImport('')),
    container_registry_import_max_retries: integer(3, { ...counter, ...noImport(0) }),
    container_registry_import_max_step_duration: integer(300, {
      ...{ ...counter, ...noImport(0) },
      about: 'seconds',
    }),
    container_registry_import_max_tags_count: integer(100, { ...counter, ...noImport(0) }),
    container_registry_import_start_max_retries: integer(50, { ...counter, ...noImport(0) }),
    container_registry_import_target_plan: text('free', { raw: true, filled: true, ...noImport('') }),
    container_registry_import_timeout: integer(600, { ...counter, ...noImport(0), about: 'seconds' }),
    container_registry_pre_import_tags_rate: decimal(0.5, {
      ...{ raw: true, least: 0, quoted: true },
      ...noImport(0),
    }),
    container_registry_pre_import_timeout: integer(1800, {
      ...{ ...counter, ...noImport(0) },
      about: 'seconds',
    }),
    custom_http_clone_url_root: text(null, {
      ...raw,
      longest: 511,
      effect: 'beginning of `http_url_to_repo` of projects',
    }),
    default_project_deletion_protection: flag(false, {
      ...premium,
      effect: 'only administrators delete projects',
    }),
    delete_inactive_projects: flag(false, raw),
    disable_overriding_approvers_per_merge_request: flag(false, {
      ...premium,
      effect: 'locks the setting of all projects',
    }),
    domain_allowlist: list(),
    ci_cd_catalog_projects_allowlist_raw: settingAlias('ci_cd_catalog_projects_allowlist', { as: 'lines' }),
    domain_allowlist_raw: settingAlias('domain_allowlist', { as: 'lines' }),
    domain_denylist: list([], {
      filled: true,
      wording: 'denylist',
      while: ['domain_denylist_enabled'],
    }),
    domain_denylist_enabled: flag(false),
    domain_denylist_raw: settingAlias('domain_denylist', { as: 'lines' }),
    dsa_key_restriction: integer(0, {
      filled: true,
      values: keySizes.dsa,
      effect: 'minimum of bits of new keys of that type; -1 forbids them',
    }),
    ecdsa_key_restriction: integer(0, {
      filled: true,
      values: keySizes.ecdsa,
      effect: 'minimum of bits of new keys of that type; -1 forbids them',
    }),
    ecdsa_sk_key_restriction: integer(0, {
      filled: true,
      values: keySizes.only256,
      effect: 'minimum of bits of new keys of that type; -1 forbids them',
    }),
    ed25519_key_restriction: integer(0, {
      filled: true,
      values: keySizes.only256,
      effect: 'minimum of bits of new keys of that type; -1 forbids them',
    }),
    ed25519_sk_key_restriction: integer(0, {
      filled: true,
      values: keySizes.only256,
      effect: 'minimum of bits of new keys of that type; -1 forbids them',
    }),
    eks_access_key_id: text(null, {
      raw: true,
      shortest: 16,
      longest: 128,
      while: ['eks_integration_enabled'],
    }),
    eks_account_id: text(null, { raw: true, form: 'awsAccount', while: ['eks_integration_enabled'] }),
    eks_integration_enabled: flag(false, {
      given: {
        needs: { eks_account_id: 'string', eks_access_key_id: 'string', eks_secret_access_key: 'string' },
      },
    }),
    eks_secret_access_key: text(null, {
      raw: true,
      filled: true,
      while: ['eks_integration_enabled'],
      hidden: true,
    }),
    elasticsearch_analyzers_kuromoji_enabled: flag(false, build),
    elasticsearch_analyzers_kuromoji_search: flag(false, build),
    elasticsearch_analyzers_smartcn_enabled: flag(false, build),
    elasticsearch_analyzers_smartcn_search: flag(false, build),
    elasticsearch_aws: flag(false, {
      always: true,
      given: {
        needs: { elasticsearch_aws_region: 'string' },
        takes: { elasticsearch_aws_access_key: 'string', elasticsearch_aws_secret_access_key: 'string' },
      },
    }),
    elasticsearch_aws_access_key: text(null, build),
    elasticsearch_aws_region: text('us-east-1', build),
    elasticsearch_aws_secret_access_key: text(null, build),
    elasticsearch_client_request_timeout: integer(0, { ...build, ...size, about: 'seconds' }),
    elasticsearch_indexed_field_length_limit: integer(0, { ...build, ...size }),
    elasticsearch_indexed_file_size_limit_kb: integer(1024, {
      ...build,
      ...positive,
      effect: 'advanced search finds nothing in larger files',
    }),
    elasticsearch_indexing: flag(false, {
      always: true,
      given: { needs: { elasticsearch_url: 'string' } },
    }),
    elasticsearch_limit_indexing: flag(false, build),
    elasticsearch_max_bulk_concurrency: integer(10, { ...build, ...positive }),
    elasticsearch_max_bulk_size_mb: integer(10, { ...build, ...positive }),
    elasticsearch_namespace_ids: integers(build),
    elasticsearch_password: text(null, { ...build, ...short }),
    elasticsearch_pause_indexing: flag(false, build),
    elasticsearch_project_ids: integers(build),
    elasticsearch_replicas: integer(1, { ...build, ...positive, about: 'Stored, and acted on by nothing' }),
    elasticsearch_search: flag(false, {
      ...build,
      effect: 'advanced search, with all its scopes, where the plan has it',
    }),
    elasticsearch_shards: integer(5, { ...build, ...positive, about: 'Stored, and acted on by nothing' }),
    elasticsearch_url: list(['http://localhost:9200'], build),
    elasticsearch_username: text(null, { ...build, ...short }),
    email_additional_text: text(null, { ...premium, longest: 10_000 }),
    email_author_in_body: flag(false),
    email_confirmation_setting: oneOfTexts(['off', 'soft', 'hard'], 'off', { filled: true }),
    email_restrictions: text(null, { raw: true, form: 'pattern' }),
    email_restrictions_enabled: flag(false, raw),
    enabled_git_access_protocol: text(null, {
      values: ['ssh', 'http', 'nil'],
      laterValues: { since: 'settings#later-all-protocols', values: ['ssh', 'http', 'all'] },
      form: 'protocol',
      effect: '`ssh`: clone and push over HTTP answer 403',
    }),
    enforce_namespace_storage_limit: flag(false, build),
    enforce_terms: flag(false, { ...raw, effect: 'users who have not accepted the terms get 403' }),
    error_tracking_api_url: text(null, {
      raw: true,
      ...short,
      filled: true,
      form: 'webAddress',
      while: ['error_tracking_enabled'],
    }),
    error_tracking_enabled: flag(false, raw),
    external_auth_client_cert: text(null, { raw: true, form: 'certificate' }),
    external_auth_client_key: text(null, { raw: true, filled: true, while: ['external_auth_client_cert'] }),
    external_auth_client_key_pass: text(null, raw),
    external_authorization_service_default_label: text(null, {
      raw: true,
      filled: true,
      while: ['external_authorization_service_enabled'],
    }),
    external_authorization_service_enabled: flag(false, raw),
    external_authorization_service_timeout: decimal(0.5, {
      raw: true,
      above: 0,
      most: 10,
      while: ['external_authorization_service_enabled'],
      about: 'seconds',
    }),
    external_authorization_service_url: text(null, {
      raw: true,
      form: 'webAddress',
      while: ['external_authorization_service_enabled'],
    }),
    external_pipeline_validation_service_timeout: optionalInteger(null, {
      raw: true,
      above: 0,
      about: 'seconds',
    }),
    external_pipeline_validation_service_token: text(null, raw),
    external_pipeline_validation_service_url: text(null, { raw: true, form: 'webAddress' }),
    file_template_project_id: optionalInteger(null, premium),
    first_day_of_week: integer(0, { raw: true, about: '0 Sunday, 1 Monday, 6 Saturday' }),
    floc_enabled: flag(false),
    force_pages_access_control: flag(false, raw),
    geo_node_allowed_ips: text('0.0.0.0/0, ::/0', { ...build, ...short, filled: true }),
    geo_status_timeout: integer(10, { ...build, above: 0, about: 'seconds' }),
    git_rate_limit_users_allowlist: list([], { raw: true, ...ultimate }),
    git_two_factor_session_expiry: integer(15, {
      ...premium,
      filled: true,
      least: 1,
      most: 10_080,
      about: 'minutes',
    }),
    gitaly_timeout_default: integer(55, { filled: true, least: 0, most: 57, about: 'seconds' }),
    gitaly_timeout_fast: integer(10, { filled: true, least: 0, most: 'gitaly_timeout_default' }),
    gitaly_timeout_medium: integer(30, {
      filled: true,
      least: 'gitaly_timeout_fast',
      most: 'gitaly_timeout_default',
    }),
    gitpod_enabled: flag(false, { given: { needs: { gitpod_url: 'string' } } }),
    gitpod_url: text('https://gitpod.io/', {
      later: { since: 'settings#later-addresses', default: 'https://app.ona.com/' },
      raw: true,
      filled: true,
      form: 'webAddress',
      while: ['gitpod_enabled'],
    }),
    grafana_enabled: flag(false),
    grafana_url: text('/-/grafana', { form: 'grafana' }),
    gravatar_enabled: flag(true, { effect: 'off: `avatar_url` of users without an avatar is null' }),
    group_download_export_limit: integer(1, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    group_export_limit: integer(6, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    group_import_limit: integer(6, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    group_owners_can_manage_default_branch_protection: flag(true, {
      ...premium,
      effect: 'off: only administrators change the default branch protection of groups',
    }),
    group_runner_token_expiration_interval: optionalInteger(null, {
      about: 'seconds',
      effect: 'authentication tokens of new group runners expire',
    }),
    hashed_storage_enabled: flag(true, { raw: true, fixed: true }),
    help_page_documentation_base_url: text(null, {
      ...short,
      form: 'webAddress',
      later: { since: 'settings#later-addresses', default: 'https://docs.gitlab.com' },
    }),
    help_page_hide_commercial_content: flag(false),
    help_page_support_url: text(null, { form: 'webAddress' }),
    help_page_text: text(),
    help_text: text(null, { ...premium, until: 'settings#later-texts' }),
    hide_third_party_offers: flag(false, raw),
    home_page_url: text(null, { form: 'webAddress' }),
    housekeeping_bitmaps_enabled: flag(true, { raw: true, fixed: true }),
    housekeeping_enabled: flag(true, {
      given: {
        takes: {
          housekeeping_full_repack_period: 'integer',
          housekeeping_gc_period: 'integer',
          housekeeping_incremental_repack_period: 'integer',
          housekeeping_optimize_repository_period: 'integer',
        },
        allOrNoneOf: [
          'housekeeping_full_repack_period',
          'housekeeping_gc_period',
          'housekeeping_incremental_repack_period',
        ],
        exactlyOneOf: ['housekeeping_incremental_repack_period', 'housekeeping_optimize_repository_period'],
      },
    }),
    housekeeping_full_repack_period: settingAlias('housekeeping_optimize_repository_period', {
      raw: true,
      fixed: true,
      deprecated: true,
    }),
    housekeeping_gc_period: settingAlias('housekeeping_optimize_repository_period', {
      raw: true,
      fixed: true,
      deprecated: true,
    }),
    housekeeping_incremental_repack_period: settingAlias('housekeeping_optimize_repository_period', {
      raw: true,
      deprecated: true,
    }),
    housekeeping_optimize_repository_period: integer(10, { raw: true, ...positive, about: 'pushes' }),
    html_emails_enabled: flag(true),
    import_sources: list(importSources, {
      values: importSources,
      later: { since: 'settings#later-import-sources-default', default: [] },
      laterValues: {
        since: 'settings#later-import-sources',
        values: laterImportSources,
      },
      effect: 'imports from sources that it does not list answer 403',
    }),
    in_product_marketing_emails_enabled: flag(true, { until: 'settings#later-marketing-emails' }),
    inactive_projects_delete_after_months: integer(2, { raw: true, above: 0 }),
    inactive_projects_min_size_mb: integer(0, counter),
    inactive_projects_send_warning_email_after_months: integer(1, {
      raw: true,
      above: 0,
      below: 'inactive_projects_delete_after_months',
    }),
    invisible_captcha_enabled: flag(false),
    invitation_flow_enforcement: flag(false, raw),
    issues_create_limit: integer(300, {
      least: 0,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    jira_connect_application_key: text(null, short),
    jira_connect_proxy_url: text(null, { ...short, form: 'publicAddress' }),
    keep_latest_artifact: flag(true, { ...raw, effect: 'shown in projects' }),
    kroki_enabled: flag(false, { given: { needs: { kroki_url: 'string' } } }),
    kroki_formats: switches(['blockdiag', 'bpmn', 'excalidraw'], {
      since: 'settings#later-mermaid',
      names: ['mermaid'],
    }),
    kroki_url: text(null, { raw: true, filled: true, form: 'kroki', while: ['kroki_enabled'] }),
    local_markdown_version: optionalInteger(0, { least: 0, below: 65_536 }),
    lock_memberships_to_ldap: flag(false, build),
    login_recaptcha_protection_enabled: flag(false, {
      given: { needs: { recaptcha_site_key: 'string', recaptcha_private_key: 'string' } },
    }),
    mailgun_events_enabled: flag(false, { given: { needs: { mailgun_signing_key: 'string' } } }),
    mailgun_signing_key: text(null, {
      raw: true,
      ...short,
      filled: true,
      while: ['mailgun_events_enabled'],
    }),
    maintenance_mode: flag(false, { ...premium, effect: 'writing requests answer 403, from 18.3 on 503' }),
    maintenance_mode_message: text(null, {
      ...premium,
      effect: 'what writing requests are answered in maintenance mode, from 18.3 on',
    }),
    maven_package_requests_forwarding: flag(true, raw),
    max_artifacts_size: integer(100, { ...positive, about: 'MB', effect: 'larger artifacts answer 413' }),
    max_attachment_size: integer(100, {
      ...positive,
      about: 'MB',
      effect: 'larger uploads to projects answer 413',
    }),
    max_export_size: integer(0, {
      ...size,
      about: 'MB; 0 for any size',
      effect: 'exports of larger projects answer 400',
    }),
    max_import_size: integer(0, {
      ...size,
      about: 'MB; 0 for any size',
      effect: 'imports of larger archives answer 413',
    }),
    max_number_of_repository_downloads: integer(0, { raw: true, ...ultimate, least: 0, most: 10_000 }),
    max_number_of_repository_downloads_within_time_period: integer(0, {
      raw: true,
      ...ultimate,
      least: 0,
      most: 864_000,
      about: 'seconds',
    }),
    max_pages_custom_domains_per_project: integer(0, size),
    max_pages_size: integer(100, { ...size, below: 1_048_576, about: 'MB' }),
    max_personal_access_token_lifetime: optionalInteger(null, {
      ...build,
      ...ultimate,
      above: 0,
      most: 365,
      about: 'days',
      effect: 'new tokens that expire later answer 422',
    }),
    max_ssh_key_lifetime: optionalInteger(null, {
      ...build,
      ...ultimate,
      above: 0,
      most: 365,
      about: 'days',
      effect: 'new SSH keys that expire later or never answer 400',
    }),
    max_terraform_state_size_bytes: integer(0, size),
    max_yaml_depth: integer(100, {
      raw: true,
      ...positive,
      effect: 'bounds of CI/CD configurations',
    }),
    max_yaml_size_bytes: integer(1_048_576, {
      raw: true,
      later: { since: 'settings#later-yaml-sizes', default: 2_097_152 },
      ...positive,
      effect: 'bounds of CI/CD configurations',
    }),
    metrics_method_call_threshold: integer(10, {
      filled: true,
      least: 0,
      while: ['prometheus_metrics_enabled'],
      about: 'milliseconds',
    }),
    minimum_password_length: integer(8, {
      raw: true,
      filled: true,
      least: 8,
      most: 128,
      effect: 'applies to new users',
    }),
    mirror_available: flag(true, { ...raw, effect: 'off: only administrators set up mirrors' }),
    mirror_capacity_threshold: integer(15, { ...licensedRaw, ...positive }),
    mirror_max_capacity: integer(30, { ...licensedRaw, ...positive }),
    mirror_max_delay: integer(300, { ...licensedRaw, ...positive, about: 'minutes' }),
    notes_create_limit: integer(300, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    notes_create_limit_allowlist_raw: lines([], { longest: 100, effect: 'usernames that are not counted' }),
    notify_on_unknown_sign_in: flag(true, raw),
    npm_package_requests_forwarding: flag(true, {
      effect: 'requests for unknown npm packages are redirected to the public registry',
    }),
    iframe_rendering_allowlist_raw: settingAlias('iframe_rendering_allowlist', { as: 'lines' }),
    outbound_local_requests_allowlist_raw: settingAlias('outbound_local_requests_whitelist', { as: 'lines' }),
    outbound_local_requests_whitelist: list([], {
      effect: 'private addresses that may be called in any case',
    }),
    pages_domain_verification_enabled: flag(true, raw),
    password_authentication_enabled: settingAlias('password_authentication_enabled_for_web', {
      alone: 'refused',
      deprecated: true,
    }),
    password_authentication_enabled_for_git: flag(true, {
      effect: 'off: OAuth issues no tokens for passwords',
    }),
    password_authentication_enabled_for_web: flag(true),
    password_lowercase_required: flag(false, { ...licensedRaw, effect: 'applies to new users' }),
    password_number_required: flag(false, { ...licensedRaw, effect: 'applies to new users' }),
    password_symbol_required: flag(false, { ...licensedRaw, effect: 'applies to new users' }),
    password_uppercase_required: flag(false, { ...licensedRaw, effect: 'applies to new users' }),
    performance_bar_allowed_group_id: groupPath({ about: 'Path of a group; sent as its id' }),
    performance_bar_allowed_group_path: settingAlias('performance_bar_allowed_group_id', { hidden: true }),
    performance_bar_enabled: settingAlias('performance_bar_allowed_group_id', {
      raw: true,
      hidden: true,
      clears: true,
      about: 'False clears the group',
      deprecated: true,
    }),
    personal_access_token_prefix: text('glpat-', {
      longest: 20,
      form: 'tokenPrefix',
      effect: 'prefix of new personal access tokens',
    }),
    pipeline_limit_per_project_user_sha: integer(0, {
      least: 0,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    plantuml_enabled: flag(false, { given: { needs: { plantuml_url: 'string' } } }),
    plantuml_url: text(null, { raw: true, filled: true, while: ['plantuml_enabled'] }),
    polling_interval_multiplier: decimal(1, { filled: true, least: 0 }),
    prevent_merge_requests_author_approval: flag(false, {
      ...premium,
      effect: 'locks the setting of all projects',
    }),
    prevent_merge_requests_committers_approval: flag(false, {
      ...premium,
      effect: 'locks the setting of all projects',
    }),
    project_download_export_limit: integer(1, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    project_export_enabled: flag(true, { effect: 'off: exports of projects answer 404' }),
    project_export_limit: integer(6, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    project_import_limit: integer(6, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    project_runner_token_expiration_interval: optionalInteger(null, {
      about: 'seconds',
      effect: 'authentication tokens of new project runners expire',
    }),
    projects_api_rate_limit_unauthenticated: integer(400, {
      ...counter,
      about: 'requests in ten minutes; 0 for any number',
      effect: LIMITS,
    }),
    prometheus_metrics_enabled: flag(true),
    protected_ci_variables: flag(true, raw),
    protected_paths_raw: lines(protectedPaths, {
      longest: 100,
      effect: 'paths that `throttle_protected_paths_*` counts',
    }),
    push_event_activities_limit: integer(3, {
      least: 0,
      effect: 'a larger push is one event, and calls no webhook',
    }),
    push_event_hooks_limit: integer(3, {
      least: 0,
      effect: 'a larger push is one event, and calls no webhook',
    }),
    pypi_package_requests_forwarding: flag(true, {
      ...raw,
      effect: 'requests for unknown PyPI packages are redirected to the public registry',
    }),
    rate_limiting_response_text: text(null, { raw: true, ...short, effect: 'body of throttled requests' }),
    raw_blob_request_limit: integer(300, { least: 0, about: 'requests a minute; 0 for any number' }),
    recaptcha_enabled: flag(false, {
      given: { needs: { recaptcha_site_key: 'string', recaptcha_private_key: 'string' } },
    }),
    recaptcha_private_key: text(null, {
      raw: true,
      filled: true,
      while: ['recaptcha_enabled', 'login_recaptcha_protection_enabled'],
    }),
    recaptcha_site_key: text(null, {
      raw: true,
      filled: true,
      while: ['recaptcha_enabled', 'login_recaptcha_protection_enabled'],
    }),
    receive_max_input_size: optionalInteger(null, { raw: true, about: 'MB' }),
    repository_checks_enabled: flag(true),
    repository_size_limit: integer(0, {
      ...buildTyped,
      ...size,
      wide: true,
      shown: 'bytes',
      about: 'MB; shown in bytes',
      effect: 'imports of larger repositories from a hosted git service answer 422',
    }),
    repository_storages_weighted: weights({ default: 100 }),
    require_admin_approval_after_user_signup: flag(true),
    require_two_factor_authentication: flag(false, {
      given: { needs: { two_factor_grace_period: 'integer' } },
    }),
    restricted_visibility_levels: visibilityList({
      effect:
        'only administrators choose these levels, and forks get a lower one; with `public` profiles need a login',
    }),
    rsa_key_restriction: integer(0, {
      filled: true,
      values: keySizes.rsa,
      effect: 'minimum of bits of new keys of that type; -1 forbids them',
    }),
    runner_token_expiration_interval: optionalInteger(null, {
      about: 'seconds',
      effect: 'authentication tokens of new instance runners expire',
    }),
    search_rate_limit: integer(30, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    search_rate_limit_unauthenticated: integer(10, {
      ...counter,
      about: 'requests a minute; 0 for any number',
      effect: LIMITS,
    }),
    secret_detection_revocation_token_types_url: text(null, build),
    secret_detection_token_revocation_enabled: flag(false, {
      always: true,
      given: {
        needs: {
          secret_detection_token_revocation_url: 'string',
          secret_detection_revocation_token_types_url: 'string',
        },
      },
    }),
    secret_detection_token_revocation_token: text(null, build),
    secret_detection_token_revocation_url: text(null, build),
    sentry_clientside_dsn: text(null, {
      raw: true,
      ...short,
      form: 'webAddress',
      while: ['sentry_enabled'],
    }),
    sentry_dsn: text(null, {
      raw: true,
      ...short,
      filled: true,
      form: 'webAddress',
      while: ['sentry_enabled'],
    }),
    sentry_enabled: flag(false, raw),
    sentry_environment: text(null, { raw: true, ...short, filled: true, while: ['sentry_enabled'] }),
    session_expire_delay: integer(10_080, { ...size, about: 'minutes' }),
    shared_runners_enabled: flag(true, {
      given: { needs: { shared_runners_text: 'string' } },
      effect: 'applies to new projects',
    }),
    shared_runners_minutes: integer(0, { ...build, least: 0, fraction: 'dropped' }),
    shared_runners_text: text(null, raw),
    sidekiq_job_limiter_compression_threshold_bytes: integer(100_000, counter),
    sidekiq_job_limiter_limit_bytes: integer(0, counter),
    sidekiq_job_limiter_mode: oneOfTexts(['track', 'compress'], 'compress', { raw: true, filled: true }),
    sign_in_text: text(null, { ...raw, until: 'settings#later-texts' }),
    signin_enabled: settingAlias('password_authentication_enabled_for_web', {
      alone: 'refused',
      deprecated: true,
    }),
    signup_enabled: flag(true),
    slack_app_enabled: flag(false, {
      ...premium,
      given: {
        needs: {
          slack_app_id: 'string',
          slack_app_secret: 'string',
          slack_app_signing_secret: 'string',
          slack_app_verification_token: 'string',
        },
      },
    }),
    slack_app_id: text(null, licensedRaw),
    slack_app_secret: text(null, licensedRaw),
    slack_app_signing_secret: text(null, licensedRaw),
    slack_app_verification_token: text(null, licensedRaw),
    snippet_size_limit: integer(52_428_800, {
      raw: true,
      ...positive,
      wide: true,
      about: 'bytes',
      effect: 'new snippets with longer files answer 400',
    }),
    snowplow_app_id: text(null, raw),
    snowplow_collector_hostname: text(null, {
      raw: true,
      filled: true,
      form: 'hostname',
      while: ['snowplow_enabled'],
    }),
    snowplow_cookie_domain: text(null, raw),
    snowplow_enabled: flag(false, {
      given: {
        needs: { snowplow_collector_hostname: 'string' },
        takes: { snowplow_cookie_domain: 'string', snowplow_app_id: 'string' },
      },
    }),
    sourcegraph_enabled: flag(false, { given: { needs: { sourcegraph_url: 'string' } } }),
    sourcegraph_public_only: flag(true),
    sourcegraph_url: text(null, { raw: true, filled: true, while: ['sourcegraph_enabled'] }),
    spam_check_api_key: text(null, { raw: true, longest: 2000 }),
    spam_check_endpoint_enabled: flag(false, { given: { needs: { spam_check_endpoint_url: 'string' } } }),
    spam_check_endpoint_url: text(null, {
      raw: true,
      filled: true,
      form: 'spamAddress',
      while: ['spam_check_endpoint_enabled'],
    }),
    static_objects_external_storage_auth_token: text(null, {
      raw: true,
      filled: true,
      while: ['static_objects_external_storage_url'],
    }),
    static_objects_external_storage_url: text(null, { raw: true, form: 'webAddress' }),
    suggest_pipeline_enabled: flag(true),
    terminal_max_session_time: integer(0, { ...size, about: 'seconds' }),
    terms: text(null, { ...raw, effect: 'text of the terms' }),
    ...throttle('authenticated_api', 3600, 7200, throttling),
    ...throttle('authenticated_deprecated_api', 3600, 3600, throttling),
    ...throttle('authenticated_files_api', 15, 500, throttling),
    ...throttle('authenticated_git_lfs', 60, 1000),
    ...throttle('authenticated_packages_api', 15, 1000, throttling),
    ...throttle('authenticated_web', 3600, 7200),
    throttle_incident_management_notification_enabled: flag(false, build),
    throttle_incident_management_notification_per_period: integer(3600, { ...build, ...positive }),
    throttle_incident_management_notification_period_in_seconds: integer(3600, { ...build, ...positive }),
    ...throttle('protected_paths', 60, 10, throttling),
    ...throttle('unauthenticated', 3600, 3600),
    ...throttle('unauthenticated_api', 3600, 3600, throttling),
    ...throttle('unauthenticated_deprecated_api', 3600, 1800, throttling),
    ...throttle('unauthenticated_files_api', 15, 125, throttling),
    ...throttle('unauthenticated_packages_api', 15, 800, throttling),
    throttle_unauthenticated_web_enabled: settingAlias('throttle_unauthenticated_enabled', raw),
    throttle_unauthenticated_web_period_in_seconds: settingAlias(
      'throttle_unauthenticated_period_in_seconds',
      raw,
    ),
    throttle_unauthenticated_web_requests_per_period: settingAlias(
      'throttle_unauthenticated_requests_per_period',
      raw,
    ),
    time_tracking_limit_to_hours: flag(false, {
      ...raw,
      effect: 'time tracking shows hours instead of days',
    }),
    two_factor_grace_period: integer(48, { raw: true, least: 0, fraction: 'dropped', about: 'hours' }),
    unique_ips_limit_enabled: flag(false, raw),
    unique_ips_limit_per_user: integer(10, {
      raw: true,
      filled: true,
      least: 1,
      fraction: 'dropped',
      while: ['unique_ips_limit_enabled'],
    }),
    unique_ips_limit_time_window: integer(3600, {
      raw: true,
      filled: true,
      least: 0,
      fraction: 'dropped',
      while: ['unique_ips_limit_enabled'],
      about: 'seconds',
    }),
    updating_name_disabled_for_users: flag(false, premium),
    usage_ping_enabled: flag(true),
    usage_ping_features_enabled: flag(false, raw),
    user_deactivation_emails_enabled: flag(true),
    user_default_external: flag(false, { ...raw, effect: 'applies to new users' }),
    user_default_internal_regex: text(null, {
      ...raw,
      effect: 'new users with a matching e-mail address stay internal',
    }),
    user_defaults_to_private_profile: flag(false, { ...raw, effect: 'applies to new users' }),
    user_oauth_applications: flag(true, raw),
    user_show_add_ssh_key_message: flag(true, raw),
    users_get_by_id_limit: integer(300, {
      least: 0,
      about: 'requests in ten minutes; 0 for any number',
      effect: LIMITS,
    }),
    users_get_by_id_limit_allowlist_raw: lines([], {
      longest: 100,
      effect: 'usernames that are not counted',
    }),
    valid_runner_registrars: list(['project', 'group'], {
      raw: true,
      values: ['project', 'group'],
      effect: 'whether registration tokens of groups and projects are accepted',
    }),
    version_check_enabled: flag(true, raw),
    whats_new_variant: oneOfTexts(['all_tiers', 'current_tier', 'disabled'], 'all_tiers', { filled: true }),
    wiki_page_max_content_bytes: integer(52_428_800, {
      later: { since: 'settings#later-wiki-size', default: 5_242_880 },
      least: 1024,
      wide: true,
      about: 'bytes',
      effect: 'longer wiki pages are refused',
    }),
  } as const satisfies { readonly [name: string]: Attribute | SettingAlias }
}

type Declared = ReturnType<typeof declared>
/** Names under which settings are kept. */
export type SettingName = {
  [N in keyof Declared]: Declared[N] extends Attribute ? N : never
}[keyof Declared] &
  string
export type SettingValue<N extends SettingName> = Declared[N] extends Attribute<infer Value> ? Value : never

/** Settings whose values are numbers. */
export type CountName = {
  [N in SettingName]: SettingValue<N> extends number ? N : never
}[SettingName]
/** Settings that switch something on or off. */
export type SwitchName = {
  [N in SettingName]: SettingValue<N> extends boolean ? N : never
}[SettingName]

/** Settings whose values are lists of texts. */
export type ListName = {
  [N in SettingName]: SettingValue<N> extends readonly string[] ? N : never
}[SettingName]

/** The table as whoever walks it sees it. */
export type Attributes = { readonly [name: string]: Attribute | SettingAlias }

let known: Declared | undefined
let whole: Attributes | undefined

/** The table with what later releases added, made when it is first asked for: a start needs none of it. */
export function attributes(): Attributes {
  whole ??= { ...table(), ...added() }
  return whole
}

function added(): Attributes {
  const entries = laterAttributes().flatMap(([since, group]) =>
    Object.entries(group).map(([name, attribute]): [string, Attribute] => [name, { ...attribute, since }]),
  )
  return Object.fromEntries(entries)
}

export function defaultOf<N extends SettingName>(name: N): SettingValue<N> {
  return table()[name].default as SettingValue<N>
}

/** Another default of a setting from a release on. */
export function laterDefaultOf(name: SettingName): Attribute['later'] {
  return (table()[name] as Attribute).later
}

export function isSettingAlias(entry: Attribute | SettingAlias): entry is SettingAlias {
  return 'of' in entry
}

function table(): Declared {
  known ??= declared()
  return known
}
