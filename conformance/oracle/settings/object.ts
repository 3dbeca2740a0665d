import { isRow, type Json } from '../../kit/json.ts'

/** The keys of the settings object by what they hold (settings#documented-keys). */
export const settingsObject: { readonly [kind in Kind]: readonly string[] } = {
  boolean: [
    ...['signup_enabled', 'password_authentication_enabled_for_web', 'gravatar_enabled'],
    ...['user_oauth_applications', 'domain_denylist_enabled', 'plantuml_enabled', 'kroki_enabled'],
    ...['enforce_terms', 'user_show_add_ssh_key_message', 'allow_local_requests_from_hooks_and_services'],
    ...['allow_local_requests_from_web_hooks_and_services', 'allow_local_requests_from_system_hooks'],
    ...['asset_proxy_enabled', 'maven_package_requests_forwarding', 'npm_package_requests_forwarding'],
    ...['pypi_package_requests_forwarding', 'require_admin_approval_after_user_signup'],
    ...['keep_latest_artifact', 'admin_mode', 'floc_enabled', 'can_create_group'],
    ...['user_defaults_to_private_profile', 'external_authorization_service_enabled'],
    'container_expiration_policies_enable_historic_entries',
    'container_registry_expiration_policies_caching',
  ],
  integer: [
    ...['default_projects_limit', 'default_branch_protection', 'max_attachment_size', 'max_export_size'],
    ...['max_import_size', 'session_expire_delay', 'container_registry_cleanup_tags_service_max_list_size'],
    'container_registry_delete_tags_service_timeout',
    'container_registry_expiration_policies_worker_capacity',
    ...['container_registry_token_expire_delay', 'package_registry_cleanup_policies_worker_capacity'],
    ...['terminal_max_session_time', 'rsa_key_restriction', 'dsa_key_restriction'],
    ...['ecdsa_key_restriction', 'ed25519_key_restriction', 'ecdsa_sk_key_restriction'],
    ...['ed25519_sk_key_restriction', 'first_day_of_week', 'local_markdown_version', 'snippet_size_limit'],
    ...['issues_create_limit', 'raw_blob_request_limit', 'wiki_page_max_content_bytes'],
  ],
  'integer or null': ['performance_bar_allowed_group_id', 'external_pipeline_validation_service_timeout'],
  number: ['polling_interval_multiplier', 'external_authorization_service_timeout'],
  'string or null': [
    ...['default_preferred_language', 'default_snippet_visibility', 'default_project_visibility'],
    ...['default_group_visibility', 'default_ci_config_path', 'home_page_url', 'after_sign_out_path'],
    ...['terms', 'plantuml_url', 'kroki_url', 'asset_proxy_url'],
    ...['personal_access_token_prefix', 'rate_limiting_response_text'],
    ...['external_pipeline_validation_service_url', 'external_pipeline_validation_service_token'],
    ...['external_authorization_service_url', 'external_authorization_service_default_label'],
  ],
  array: [
    ...['restricted_visibility_levels', 'domain_allowlist', 'domain_denylist', 'asset_proxy_whitelist'],
    'asset_proxy_allowlist',
  ],
  object: ['repository_storages_weighted'],
}

/** Keys that the service has only with a plan. */
export const licensedKeys: readonly string[] = [
  ...['group_owners_can_manage_default_branch_protection', 'file_template_project_id'],
  ...['geo_node_allowed_ips', 'geo_status_timeout'],
  ...['deletion_adjourned_period', 'disable_personal_access_tokens'],
  ...['elasticsearch_password', 'elasticsearch_aws_secret_access_key', 'elasticsearch_shards'],
  ...['elasticsearch_replicas', 'throttle_incident_management_notification_enabled'],
  'throttle_incident_management_notification_per_period',
  'throttle_incident_management_notification_period_in_seconds',
]

/** Keys that later releases lack, by the change that removed them. */
export const removedSettings = {
  'settings#later-marketing-emails': ['in_product_marketing_emails_enabled'],
  'settings#later-texts': ['sign_in_text', 'help_text'],
  'projects#later-delayed-deletion': ['delayed_project_deletion', 'delayed_group_deletion'],
} as const

/** Keys that the specification has and the service does not send (settings#documented-keys). */
export const specifiedAlone: readonly string[] = [
  'created_at',
  'updated_at',
  'repository_storages',
  'outbound_local_requests_whitelist',
]

/** What is written and never read (settings#write-only). */
export const hiddenSettings: readonly string[] = [
  'asset_proxy_secret_key',
  'eks_secret_access_key',
  'performance_bar_allowed_group_path',
  'performance_bar_enabled',
  'admin_notification_email',
]

export type Kind =
  | 'boolean'
  | 'integer'
  | 'integer or null'
  | 'number'
  | 'string or null'
  | 'array'
  | 'object'

/** True for a value of that kind; a number may travel as text (X22). */
export function isOfKind(value: Json | undefined, kind: Kind): boolean {
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
      return Number.isInteger(value)
    case 'integer or null':
      return value === null || Number.isInteger(value)
    case 'number':
      return typeof value === 'number' || (typeof value === 'string' && /^\d+\.\d+$/.test(value))
    case 'string or null':
      return value === null || typeof value === 'string'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRow(value)
    default:
      return kind satisfies never
  }
}
