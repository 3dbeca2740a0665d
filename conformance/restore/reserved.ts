import type { Json, Row } from '../kit/json.ts'

/** Settings that are not changed where others live with them, by what the moment in between could do. */
const reserved: readonly {
  readonly would: string
  readonly names: RegExp
  /** It could keep the administrator from putting anything back. */
  readonly locks?: true
  /** Not while the switch is off that they belong to. */
  readonly whileOn?: true
}[] = [
  {
    would: 'could lock the administrator out, so that nobody could put it back',
    locks: true,
    names:
      /^(?:admin_mode|enforce_terms|terms|maintenance_mode|signin_enabled|password_authentication_enabled.*|require_two_factor_authentication|two_factor_grace_period|disabled_oauth_sign_in_sources|external_auth.*|unique_ips_.*|.*recaptcha.*|invisible_captcha_enabled|disable_admin_oauth_scopes|disable_personal_access_tokens?|max_personal_access_token_lifetime|geo_.*|session_expire_delay|deactivate_dormant_users.*|auto_ban_user_.*|check_namespace_plan|lock_memberships_to_ldap|allow_group_owners_to_manage_ldap|user_deactivation_emails_enabled)$/,
  },
  {
    would: 'limits requests, of which the one that puts it back could be refused',
    locks: true,
    whileOn: true,
    names:
      /^(?:throttle_.*|.*_rate_limit(?:_.*)?|git_rate_limit_.*|.*_(?:create|import|export|request|get_by_id)_limit(?:_.*)?|protected_paths_(?:for_get_request_)?raw|max_number_of_repository_downloads.*)$/,
  },
  {
    would: 'could delete what others have, or end it',
    names:
      /^(?:delete_inactive_projects|inactive_projects_.*|delayed_(?:project|group)_deletion|deletion_adjourned_period|container_expiration_policies_.*|container_registry_import_.*|container_registry_pre_import_.*|default_artifacts_expire_in|keep_latest_artifact|hashed_storage_enabled|repository_storages_weighted|max_ssh_key_lifetime|.*runner_token_expiration_interval|enforce_namespace_storage_limit|sidekiq_job_limiter_.*|email_confirmation_setting)$/,
  },
  {
    would: 'would stay in what others create or do meanwhile',
    names:
      /^(?:default_(?:branch|ci|group|project|projects|snippet|preferred)_.*|auto_devops_.*|can_create_group|user_default.*|personal_access_token_prefix|commit_email_hostname|restricted_visibility_levels|custom_http_clone_url_root|shared_runners_enabled|shared_runners_minutes|protected_ci_variables|.*_key_restriction|authorized_keys_enabled|enabled_git_access_protocol|force_pages_access_control|pages_domain_verification_enabled|group_owners_can_manage_default_branch_protection|email_additional_text|html_emails_enabled|slack_.*|mirror_.*|repository_size_limit)$/,
  },
  {
    would: 'would make the service render all texts anew',
    names: /^(?:asset_proxy_.*|local_markdown_version)$/,
  },
  {
    would: 'is not shown, and so cannot be put back',
    names: /^performance_bar_(?:enabled|allowed_group_(?:id|path))$/,
  },
  {
    would: 'would open what is closed, for others too',
    names:
      /^(?:signup_enabled|require_admin_approval_after_user_signup|email_restrictions.*|domain_denylist.*|invitation_flow_enforcement|allow_local_requests_.*|outbound_local_requests_.*|dns_rebinding_protection_enabled|allow_runner_registration_token|valid_runner_registrars|prevent_merge_requests_.*|disable_overriding_approvers_.*|minimum_password_length|password_.*_required)$/,
  },
  {
    would: 'would send data of the installation elsewhere',
    whileOn: true,
    names:
      /^(?:snowplow_.*|sentry_.*|error_tracking_.*|spamfilter_.*|akismet_.*|spam_check_.*|usage_ping_.*|version_check_enabled|external_pipeline_validation_.*|static_objects_.*|kroki_.*|plantuml_.*|sourcegraph_.*|gitpod_.*|eks_.*|mailgun_.*|secret_detection_.*|jira_connect_.*|elasticsearch_.*|.*_package_requests_forwarding|gravatar_enabled|home_page_url|after_sign_out_path|floc_enabled|prometheus_metrics_enabled|in_product_marketing_emails_enabled|abuse_notification_email|admin_notification_email)$/,
  },
]

/**
 * Why a setting is not changed where others live with it, given what the settings are; undefined where it may be. What is
 * meant to be refused, and put back by the next call where it is not, must only not lock out whoever puts it back.
 */
export function whyReserved(name: string, settings: Row, refused = false): string | undefined {
  const found = reserved.find(
    ({ names, whileOn, locks }) =>
      names.test(name) && !(whileOn && isOff(name, settings)) && !(refused && !locks),
  )
  if (found !== undefined) return `a setting is left as it is that ${found.would}`
  if (name.startsWith('domain_allowlist') && !refused && !isEmpty(settings.domain_allowlist ?? null))
    return 'a setting is left as it is that would open the sign-up'
  return undefined
}

/** Whether it belongs to a switch that is off: `kroki_url` to `kroki_enabled`. */
function isOff(name: string, settings: Row): boolean {
  const switches = Object.keys(settings).filter(
    (other) => other.endsWith(ENABLED) && name.startsWith(other.slice(0, -ENABLED.length + 1)),
  )
  const nearest = switches.sort((a, b) => b.length - a.length)[0]
  return nearest !== undefined && nearest !== name && settings[nearest] === false
}

const ENABLED = '_enabled'

function isEmpty(list: Json): boolean {
  return list === null || (Array.isArray(list) && list.length === 0)
}
