import type { ChangeId } from '../../lib/releases/changes.ts'
import {
  type Attribute,
  build,
  buildTyped,
  decimal,
  flag,
  integer,
  integers,
  json,
  LIMITS,
  licensedRaw,
  lines,
  list,
  oneOfTexts,
  optionalInteger,
  premium,
  raw,
  text,
  ultimate,
  ultimateRaw,
} from './attribute.ts'

/** Settings that came with later releases, by the change that brought them, the oldest first. */
export function laterAttributes(): readonly (readonly [LaterSettings, LaterAttributes])[] {
  return Object.entries(declared()) as unknown as readonly (readonly [LaterSettings, LaterAttributes])[]
}

type LaterSettings = keyof ReturnType<typeof declared>
type LaterAttributes = { readonly [name: string]: Attribute }

/** Settings of later releases whose values are numbers. */
export type LaterCountName = NumbersIn<ReturnType<typeof declared>[LaterSettings]>
type NumbersIn<Group> = Group extends LaterAttributes
  ? { [Name in keyof Group]: Group[Name] extends Attribute<number> ? Name : never }[keyof Group] & string
  : never

function declared() {
  return {
    'settings#later-15-9': {
      search_max_shard_size_gb: integer(50, build),
      search_max_docs_denominator: integer(5000000, build),
      search_min_docs_before_rollover: integer(100000, build),
      deactivation_email_additional_text: text(null, raw),
      allow_deploy_tokens_and_keys_with_external_authn: flag(false, raw),
    },
    'settings#later-15-9-likely': {
      allow_possible_spam: flag(false, raw),
      default_syntax_highlighting_theme: integer(1, raw),
    },
    'settings#later-15-10': {
      deny_all_requests_except_allowed: flag(false, {
        ...raw,
        effect: 'only addresses that are listed are called, or kept',
      }),
      gitlab_dedicated_instance: flag(false, raw),
    },
    'settings#later-15-10-likely': {
      git_rate_limit_users_alertlist: integers(ultimateRaw),
      security_policy_global_group_approvers_enabled: flag(true, build),
      update_runner_versions_enabled: flag(true, raw),
      jira_connect_public_key_storage_enabled: flag(false, raw),
    },
    'settings#later-15-11': {
      silent_mode_enabled: flag(false, { ...raw, effect: 'no webhook is called' }),
    },
    'settings#later-15-11-likely': {
      product_analytics_data_collector_host: text(null, build),
      lock_memberships_to_saml: flag(false, build),
    },
    'settings#later-16-0': {
      ci_max_includes: integer(150, raw),
      remember_me_enabled: flag(true),
    },
    'settings#later-16-0-likely': {
      diagramsnet_enabled: flag(true, raw),
      diagramsnet_url: text('https://embed.diagrams.net', raw),
    },
    'settings#later-16-1': {
      allow_account_deletion: flag(true, raw),
      wiki_asciidoc_allow_uri_includes: flag(false, raw),
      namespace_aggregation_schedule_lease_duration_in_seconds: integer(300, raw),
      delete_unconfirmed_users: flag(false, premium),
      unconfirmed_users_delete_after_days: integer(7, premium),
    },
    'settings#later-16-2': {
      gitlab_shell_operation_limit: optionalInteger(600),
      elasticsearch_requeue_workers: flag(false, build),
    },
    'settings#later-16-3': {
      bulk_import_max_download_file_size: integer(5120),
      max_import_remote_file_size: integer(10240),
      max_decompressed_archive_size: integer(25600, raw),
      sentry_clientside_traces_sample_rate: decimal(0, raw),
      ci_max_total_yaml_size_bytes: integer(157286400, {
        ...raw,
        later: { since: 'settings#later-yaml-sizes', default: 314572800 },
      }),
      package_registry_allow_anyone_to_pull_option: flag(true, raw),
    },
    'settings#later-16-4': {
      protected_paths_for_get_request_raw: lines([]),
      decompress_archive_file_timeout: integer(210),
      search_rate_limit_allowlist_raw: lines([]),
      snowplow_database_collector_hostname: text(null, raw),
    },
    'settings#later-16-5': {
      failed_login_attempts_unlock_period_in_minutes: optionalInteger(null, raw),
      max_login_attempts: optionalInteger(null, raw),
      project_jobs_api_rate_limit: integer(600, { effect: LIMITS }),
      math_rendering_limits_enabled: flag(true, raw),
    },
    'settings#later-16-6': {
      service_access_tokens_expiration_enforced: flag(true, licensedRaw),
      enable_artifact_external_redirect_warning_page: flag(true, raw),
      allow_project_creation_for_guest_and_below: flag(true, {
        ...raw,
        effect:
          'switched off, who is no more than a Guest anywhere creates no groups and no projects of their own',
      }),
    },
    'settings#later-16-7': {
      bulk_import_concurrent_pipeline_batch_limit: integer(25, raw),
      instance_level_ai_beta_features_enabled: flag(false, build),
      security_txt_content: text(null),
    },
    'settings#later-16-8': {
      members_delete_limit: integer(60, { ...raw, effect: LIMITS }),
      require_admin_two_factor_authentication: flag(false, raw),
    },
    'settings#later-16-9': {
      elasticsearch_max_code_indexing_concurrency: integer(30, build),
    },
    'settings#later-16-9-likely': {
      enable_member_promotion_management: flag(false, build),
    },
    'settings#later-16-10': {
      security_approval_policies_limit: integer(5, build),
      duo_features_enabled: flag(true, premium),
      lock_duo_features_enabled: flag(false, premium),
      asciidoc_max_includes: integer(32, raw),
      use_clickhouse_for_analytics: flag(false, raw),
      include_optional_metrics_in_service_ping: flag(true),
      downstream_pipeline_trigger_limit_per_project_user_sha: integer(0),
    },
    'settings#later-16-11': {
      zoekt_indexing_enabled: flag(false, build),
      zoekt_indexing_paused: flag(false, build),
      zoekt_search_enabled: flag(false, build),
      concurrent_github_import_jobs_limit: integer(1000),
      concurrent_bitbucket_import_jobs_limit: integer(100),
      concurrent_bitbucket_server_import_jobs_limit: integer(100),
    },
    'settings#later-16-11-likely': {
      gitlab_environment_toolkit_instance: flag(false, raw),
    },
    'settings#later-17-0': {
      nuget_skip_metadata_url_validation: flag(false),
      throttle_unauthenticated_git_http_enabled: flag(false),
      throttle_unauthenticated_git_http_period_in_seconds: integer(3600),
      throttle_unauthenticated_git_http_requests_per_period: integer(3600),
      silent_admin_exports_enabled: flag(false, raw),
    },
    'settings#later-17-1': {
      group_api_limit: integer(400, { ...raw, effect: LIMITS }),
      group_projects_api_limit: integer(600, { ...raw, effect: LIMITS }),
      group_shared_groups_api_limit: integer(60, raw),
      groups_api_limit: integer(200, { ...raw, effect: LIMITS }),
      project_api_limit: integer(400, { ...raw, effect: LIMITS }),
      projects_api_limit: integer(2000, { ...raw, effect: LIMITS }),
      user_contributed_projects_api_limit: integer(100, { ...raw, effect: LIMITS }),
      user_projects_api_limit: integer(300, { ...raw, effect: LIMITS }),
      user_starred_projects_api_limit: integer(100, { ...raw, effect: LIMITS }),
      zoekt_auto_index_root_namespace: flag(false, build),
    },
    'settings#later-17-1-likely': {
      make_profile_private: flag(true, licensedRaw),
    },
    'settings#later-17-2': {
      code_suggestions_api_rate_limit: integer(60, raw),
      ai_action_api_rate_limit: integer(160, raw),
      max_artifacts_content_include_size: integer(5242880, raw),
      disabled_direct_code_suggestions: flag(false, build),
    },
    'settings#later-17-2-likely': {
      group_invited_groups_api_limit: integer(60, { ...raw, effect: LIMITS }),
      project_invited_groups_api_limit: integer(60, { ...raw, effect: LIMITS }),
    },
    'settings#later-17-3': {
      require_personal_access_token_expiry: flag(true, {
        ...raw,
        effect: 'tokens that are created without a day of expiry end after a year',
      }),
      pre_receive_secret_detection_enabled: flag(false, ultimateRaw),
    },
    'settings#later-17-4': {
      receptive_cluster_agents_enabled: flag(false, ultimateRaw),
      observability_backend_ssl_verification_enabled: flag(true, raw),
    },
    'settings#later-17-4-likely': {
      pages_extra_deployments_default_expiry_seconds: integer(86400, raw),
      scan_execution_policies_action_limit: integer(10, build),
    },
    'settings#later-17-5': {
      allow_top_level_group_owners_to_create_service_accounts: flag(false, licensedRaw),
      disable_password_authentication_for_users_with_sso_identities: flag(false, raw),
    },
    'settings#later-17-5-likely': {
      allow_contribution_mapping_to_admins: flag(false, raw),
      create_organization_api_limit: integer(10, raw),
    },
    'settings#later-17-6': {
      allow_all_integrations: flag(true, premium),
      allowed_integrations: list([], premium),
      enforce_ci_inbound_job_token_scope_enabled: flag(false, {
        ...raw,
        later: { since: 'pipelines#later-enforced-allowlist', default: true },
        effect: 'no project may let the jobs of all others in',
      }),
      concurrent_relation_batch_export_limit: integer(8),
      elasticsearch_retry_on_failure: integer(0, build),
    },
    'settings#later-17-6-likely': {
      secret_detection_service_url: text('', licensedRaw),
      secret_detection_service_auth_token: text(null, licensedRaw),
    },
    'settings#later-17-7': {
      show_migrate_from_jenkins_banner: flag(true, raw),
      can_create_organization: flag(true, raw),
      resource_access_token_notify_inherited: flag(false, raw),
      lock_resource_access_token_notify_inherited: flag(false, raw),
      jira_connect_additional_audience_url: text(null, raw),
    },
    'settings#later-17-8': {
      ropc_without_client_credentials: flag(true, {
        ...raw,
        effect: 'switched off, nobody gets a token for a password without naming an application',
      }),
    },
    'settings#later-17-8-likely': {
      fetch_observability_alerts_from_cloud: flag(true, build),
    },
    'settings#later-17-9': {
      global_search_issues_enabled: flag(true, raw),
      global_search_merge_requests_enabled: flag(true, raw),
      global_search_snippet_titles_enabled: flag(true, raw),
      global_search_users_enabled: flag(true, raw),
      enforce_email_subaddress_restrictions: flag(false, raw),
    },
    'settings#later-17-9-likely': {
      root_moved_permanently_redirection: flag(false, raw),
      global_search_code_enabled: flag(true, build),
      global_search_commits_enabled: flag(true, build),
      global_search_epics_enabled: flag(true, build),
      global_search_wiki_enabled: flag(true, build),
    },
    'settings#later-17-10': {
      instance_token_prefix: text('', raw),
      users_api_limit_followers: integer(100, { effect: LIMITS }),
      users_api_limit_following: integer(100, { effect: LIMITS }),
      users_api_limit_status: integer(240, { effect: LIMITS }),
      users_api_limit_ssh_keys: integer(120, { effect: LIMITS }),
      users_api_limit_ssh_key: integer(120, { effect: LIMITS }),
      users_api_limit_gpg_keys: integer(120, { effect: LIMITS }),
      users_api_limit_gpg_key: integer(120, { effect: LIMITS }),
      autocomplete_users_limit: integer(300, raw),
      autocomplete_users_unauthenticated_limit: integer(100, raw),
    },
    'settings#later-17-11': {
      virtual_registries_endpoints_api_limit: integer(1000, premium),
      reindexing_minimum_index_size: integer(1073741824, raw),
      reindexing_minimum_relative_bloat_size: decimal(0.2, raw),
      ci_job_live_trace_enabled: flag(false, raw),
      scan_execution_policies_schedule_limit: integer(0, build),
      pipeline_execution_policies_per_configuration_limit: integer(5, build),
    },
    'settings#later-17-11-likely': {
      secret_push_protection_available: flag(false, ultimateRaw),
      duo_chat_expiration_days: integer(30, build),
      duo_chat_expiration_column: text('last_updated_at', build),
      global_search_block_anonymous_searches_enabled: flag(false, raw),
      global_search_limited_indexing_enabled: flag(false, build),
      elastic_migration_worker_enabled: flag(true, build),
    },
    'settings#later-18-0': {
      disable_invite_members: flag(false, {
        ...licensedRaw,
        effect: 'nobody but administrators adds members, invites or shares',
      }),
      session_expire_from_init: flag(false, raw),
      git_push_pipeline_limit: integer(4, raw),
      ci_partitions_size_limit: integer(107374182400, { ...raw, wide: true }),
      ci_delete_pipelines_in_seconds_limit_human_readable: text('1 year', raw),
      zoekt_cache_response: flag(true, build),
    },
    'settings#later-18-0-likely': {
      gitlab_product_usage_data_enabled: flag(true, raw),
      top_level_group_creation_enabled: flag(true, {
        ...raw,
        effect: 'switched off, nobody creates a top-level group',
      }),
      group_archive_unarchive_api_limit: integer(60, raw),
    },
    'settings#later-18-1': {
      throttle_authenticated_git_http_enabled: flag(false),
      throttle_authenticated_git_http_period_in_seconds: integer(3600),
      throttle_authenticated_git_http_requests_per_period: integer(3600),
      enable_language_server_restrictions: flag(false, raw),
      minimum_language_server_version: text('0.1.0', raw),
      allow_bypass_placeholder_confirmation: flag(false, raw),
    },
    'settings#later-18-1-likely': {
      require_email_verification_on_account_locked: flag(false, raw),
      vscode_extension_marketplace_enabled: flag(false, raw),
      anonymous_searches_allowed: flag(true, raw),
      max_http_response_size_limit: integer(100),
      max_http_decompressed_size: integer(100),
    },
    'settings#later-18-2': {
      relation_export_batch_size: integer(50, { effect: 'records of a batch of exported relations' }),
      default_dark_syntax_highlighting_theme: integer(2, raw),
    },
    'settings#later-18-2-likely': {
      enforce_pipl_compliance: flag(false, build),
    },
    'settings#later-18-3': {
      pages_unique_domain_default_enabled: flag(true, raw),
      inactive_resource_access_tokens_delete_after_days: integer(30, raw),
      model_prompt_cache_enabled: flag(true, build),
      lock_model_prompt_cache_enabled: flag(false, build),
    },
    'settings#later-18-3-likely': {
      auto_duo_code_review_enabled: flag(false, licensedRaw),
    },
    'settings#later-18-4': {
      max_http_response_json_structural_chars: integer(1000000),
      max_http_response_json_depth: integer(32),
      usage_ping_generation_enabled: flag(true, raw),
      terraform_state_encryption_enabled: flag(true, raw),
    },
    'settings#later-18-4-likely': {
      duo_remote_flows_enabled: flag(true, build),
      lock_duo_remote_flows_enabled: flag(false, build),
      max_github_response_size_limit: integer(8, raw),
      max_github_response_json_value_count: integer(250000, raw),
      helm_max_packages_count: integer(1000, raw),
    },
    'settings#later-18-5': {
      allow_immediate_namespaces_deletion: flag(true, raw),
      runner_jobs_request_api_limit: integer(2000, { effect: LIMITS }),
      runner_jobs_patch_trace_api_limit: integer(200, { effect: LIMITS }),
      runner_jobs_endpoints_api_limit: integer(200, { effect: LIMITS }),
      elasticsearch_client_adapter: oneOfTexts(['typhoeus', 'net_http'], 'typhoeus', buildTyped),
    },
    'settings#later-18-6': {
      project_members_api_limit: integer(200, { ...raw, effect: LIMITS }),
    },
    'settings#later-18-7': {
      iframe_rendering_enabled: flag(false, raw),
      iframe_rendering_allowlist: list([], raw),
      ci_cd_catalog_projects_allowlist: list([], build),
      display_gitlab_credits_user_data: flag(true, build),
      elasticsearch_code_scope: flag(true, build),
    },
    'settings#later-18-7-likely': {
      duo_foundational_flows_enabled: flag(true, build),
      background_operations_max_jobs: integer(10, raw),
      authn_data_retention_cleanup_enabled: flag(false, raw),
    },
    'settings#later-18-8-likely': {
      max_http_response_xml_structural_chars: integer(250000),
      max_http_response_csv_structural_chars: integer(250000),
    },
    'settings#later-18-9': {
      project_secrets_limit: integer(100, ultimate),
      group_secrets_limit: integer(500, ultimate),
      allow_s3_compatible_storage_for_offline_transfer: flag(false),
      duo_workflows_default_image_registry: text(null, licensedRaw),
    },
    'settings#later-18-9-likely': {
      pipeline_limit_per_user: integer(0, raw),
    },
    'settings#later-15-11-packages': {
      package_metadata_purl_types: {
        ...integers(build),
        default: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17],
      },
    },
    'settings#later-16-3-analytics': {
      product_analytics_enabled: flag(false, build),
      product_analytics_configurator_connection_string: text(null, build),
      cube_api_base_url: text(null, build),
      cube_api_key: text(null, build),
      elasticsearch_worker_number_of_shards: integer(2, build),
    },
    'settings#later-17-0-protection': {
      default_branch_protection_defaults: json({
        allowed_to_push: [{ access_level: 40 }],
        allow_force_push: false,
        allowed_to_merge: [{ access_level: 40 }],
        developer_can_initial_push: false,
      }),
    },
    'settings#later-17-3-doubtful': {
      globally_allowed_ips: text('', licensedRaw),
      duo_workflow_oauth_application_id: optionalInteger(null, build),
    },
    'settings#later-17-7-usage': {
      resource_usage_limits: json({}),
    },
    'settings#later-17-8-doubtful': {
      zoekt_cpu_to_tasks_ratio: decimal(1, build),
    },
    'settings#later-17-9-restrictions': {
      sign_in_restrictions: json({}),
    },
    'settings#later-17-10-likely': {
      vscode_extension_marketplace: json({}),
    },
    'settings#later-18-1-timeout': {
      zoekt_indexing_timeout: text('30m', build),
    },
    'settings#later-18-3-doubtful': {
      delay_user_account_self_deletion: flag(false, raw),
      default_search_scope: text('system default', raw),
      organization_cluster_agent_authorization_enabled: flag(false, raw),
    },
    'settings#later-18-4-doubtful': {
      dependency_scanning_sbom_scan_api_upload_limit: integer(400, ultimateRaw),
      dependency_scanning_sbom_scan_api_download_limit: integer(6000, ultimateRaw),
    },
    'settings#later-18-5-role': {
      elasticsearch_aws_role_arn: text(null, build),
    },
    'settings#later-18-6-extensions': {
      vscode_extension_marketplace_extension_host_domain: text('cdn.web-ide.gitlab-static.net', raw),
    },
    'settings#later-18-7-availability': {
      duo_availability: text('default_on', build),
      duo_remote_flows_availability: flag(true, build),
      duo_foundational_flows_availability: flag(true, build),
    },
    'settings#later-18-8-search': {
      zoekt_trigram_max: integer(20000, build),
      elasticsearch_index_settings: json([], { fixed: true, tier: 'premium' }),
    },
    'settings#later-18-9-doubtful': {
      zoekt_force_reindexing_percentage: decimal(0.25, build),
      zoekt_indexing_parallelism: integer(1, build),
      zoekt_rollout_batch_size: integer(32, build),
      zoekt_lost_node_threshold: text('12h', build),
      zoekt_maximum_files: integer(500000, build),
      zoekt_indexed_file_size_limit: text('1MB', build),
      zoekt_rollout_retry_interval: text('1d', build),
      zoekt_default_number_of_replicas: integer(1, build),
      elasticsearch_indexing_timeout_minutes: integer(30, build),
      scan_execution_policies_per_configuration_limit: integer(5, build),
      vulnerability_management_policies_per_configuration_limit: integer(5, build),
      gitlab_product_usage_data_source: text('database', { raw: true, fixed: true }),
      duo_agent_platform_enabled: flag(true, licensedRaw),
      enabled_expanded_logging: flag(false, licensedRaw),
      foundational_agents_default_enabled: flag(true, licensedRaw),
      foundational_agents_statuses: json([], { tier: 'premium' }),
      duo_namespace_access_rules: json([], { tier: 'premium' }),
    },
  } as const satisfies { readonly [change in ChangeId]?: LaterAttributes }
}
