import type { ChangeId } from '../../../sim/contract.ts'

/** The keys that later releases added to the settings, by the change, and what they hold. */
export const laterSettings: {
  readonly [change in ChangeId]?: { readonly [kind in LaterKind]?: readonly string[] }
} = {
  'settings#later-15-9': {
    number: ['search_max_shard_size_gb', 'search_max_docs_denominator', 'search_min_docs_before_rollover'],
    'string or null': ['deactivation_email_additional_text'],
    boolean: ['allow_deploy_tokens_and_keys_with_external_authn'],
  },
  'settings#later-15-9-likely': {
    boolean: ['allow_possible_spam'],
    number: ['default_syntax_highlighting_theme'],
  },
  'settings#later-15-10': {
    boolean: ['deny_all_requests_except_allowed', 'gitlab_dedicated_instance'],
  },
  'settings#later-15-10-likely': {
    list: ['git_rate_limit_users_alertlist'],
    boolean: [
      'security_policy_global_group_approvers_enabled',
      'update_runner_versions_enabled',
      'jira_connect_public_key_storage_enabled',
    ],
  },
  'settings#later-15-11': {
    boolean: ['silent_mode_enabled'],
  },
  'settings#later-15-11-likely': {
    'string or null': ['product_analytics_data_collector_host'],
    boolean: ['lock_memberships_to_saml'],
  },
  'settings#later-16-0': {
    number: ['ci_max_includes'],
    boolean: ['remember_me_enabled'],
  },
  'settings#later-16-0-likely': {
    boolean: ['diagramsnet_enabled'],
    'string or null': ['diagramsnet_url'],
  },
  'settings#later-16-1': {
    boolean: ['allow_account_deletion', 'wiki_asciidoc_allow_uri_includes', 'delete_unconfirmed_users'],
    number: [
      'namespace_aggregation_schedule_lease_duration_in_seconds',
      'unconfirmed_users_delete_after_days',
    ],
  },
  'settings#later-16-2': {
    'number or null': ['gitlab_shell_operation_limit'],
    boolean: ['elasticsearch_requeue_workers'],
  },
  'settings#later-16-3': {
    number: [
      'bulk_import_max_download_file_size',
      'max_import_remote_file_size',
      'max_decompressed_archive_size',
      'sentry_clientside_traces_sample_rate',
      'ci_max_total_yaml_size_bytes',
    ],
    boolean: ['package_registry_allow_anyone_to_pull_option'],
  },
  'settings#later-16-4': {
    'string or null': [
      'protected_paths_for_get_request_raw',
      'search_rate_limit_allowlist_raw',
      'snowplow_database_collector_hostname',
    ],
    number: ['decompress_archive_file_timeout'],
  },
  'settings#later-16-5': {
    'number or null': ['failed_login_attempts_unlock_period_in_minutes', 'max_login_attempts'],
    number: ['project_jobs_api_rate_limit'],
    boolean: ['math_rendering_limits_enabled'],
  },
  'settings#later-16-6': {
    boolean: [
      'service_access_tokens_expiration_enforced',
      'enable_artifact_external_redirect_warning_page',
      'allow_project_creation_for_guest_and_below',
    ],
  },
  'settings#later-16-7': {
    number: ['bulk_import_concurrent_pipeline_batch_limit'],
    boolean: ['instance_level_ai_beta_features_enabled'],
    'string or null': ['security_txt_content'],
  },
  'settings#later-16-8': {
    number: ['members_delete_limit'],
    boolean: ['require_admin_two_factor_authentication'],
  },
  'settings#later-16-9': {
    number: ['elasticsearch_max_code_indexing_concurrency'],
  },
  'settings#later-16-9-likely': {
    boolean: ['enable_member_promotion_management'],
  },
  'settings#later-16-10': {
    number: [
      'security_approval_policies_limit',
      'asciidoc_max_includes',
      'downstream_pipeline_trigger_limit_per_project_user_sha',
    ],
    boolean: [
      'duo_features_enabled',
      'lock_duo_features_enabled',
      'use_clickhouse_for_analytics',
      'include_optional_metrics_in_service_ping',
    ],
  },
  'settings#later-16-11': {
    boolean: ['zoekt_indexing_enabled', 'zoekt_indexing_paused', 'zoekt_search_enabled'],
    number: [
      'concurrent_github_import_jobs_limit',
      'concurrent_bitbucket_import_jobs_limit',
      'concurrent_bitbucket_server_import_jobs_limit',
    ],
  },
  'settings#later-16-11-likely': {
    boolean: ['gitlab_environment_toolkit_instance'],
  },
  'settings#later-17-0': {
    boolean: [
      'nuget_skip_metadata_url_validation',
      'throttle_unauthenticated_git_http_enabled',
      'silent_admin_exports_enabled',
    ],
    number: [
      'throttle_unauthenticated_git_http_period_in_seconds',
      'throttle_unauthenticated_git_http_requests_per_period',
    ],
  },
  'settings#later-17-1': {
    number: [
      'group_api_limit',
      'group_projects_api_limit',
      'group_shared_groups_api_limit',
      'groups_api_limit',
      'project_api_limit',
      'projects_api_limit',
      'user_contributed_projects_api_limit',
      'user_projects_api_limit',
      'user_starred_projects_api_limit',
    ],
    boolean: ['zoekt_auto_index_root_namespace'],
  },
  'settings#later-17-1-likely': {
    boolean: ['make_profile_private'],
  },
  'settings#later-17-2': {
    number: [
      'code_suggestions_api_rate_limit',
      'ai_action_api_rate_limit',
      'max_artifacts_content_include_size',
    ],
    boolean: ['disabled_direct_code_suggestions'],
  },
  'settings#later-17-2-likely': {
    number: ['group_invited_groups_api_limit', 'project_invited_groups_api_limit'],
  },
  'settings#later-17-3': {
    boolean: ['require_personal_access_token_expiry', 'pre_receive_secret_detection_enabled'],
  },
  'settings#later-17-4': {
    boolean: ['receptive_cluster_agents_enabled', 'observability_backend_ssl_verification_enabled'],
  },
  'settings#later-17-4-likely': {
    number: ['pages_extra_deployments_default_expiry_seconds', 'scan_execution_policies_action_limit'],
  },
  'settings#later-17-5': {
    boolean: [
      'allow_top_level_group_owners_to_create_service_accounts',
      'disable_password_authentication_for_users_with_sso_identities',
    ],
  },
  'settings#later-17-5-likely': {
    boolean: ['allow_contribution_mapping_to_admins'],
    number: ['create_organization_api_limit'],
  },
  'settings#later-17-6': {
    boolean: ['allow_all_integrations', 'enforce_ci_inbound_job_token_scope_enabled'],
    list: ['allowed_integrations'],
    number: ['concurrent_relation_batch_export_limit', 'elasticsearch_retry_on_failure'],
  },
  'settings#later-17-6-likely': {
    'string or null': ['secret_detection_service_url', 'secret_detection_service_auth_token'],
  },
  'settings#later-17-7': {
    boolean: [
      'show_migrate_from_jenkins_banner',
      'can_create_organization',
      'resource_access_token_notify_inherited',
      'lock_resource_access_token_notify_inherited',
    ],
    'string or null': ['jira_connect_additional_audience_url'],
  },
  'settings#later-17-8': {
    boolean: ['ropc_without_client_credentials'],
  },
  'settings#later-17-8-likely': {
    boolean: ['fetch_observability_alerts_from_cloud'],
  },
  'settings#later-17-9': {
    boolean: [
      'global_search_issues_enabled',
      'global_search_merge_requests_enabled',
      'global_search_snippet_titles_enabled',
      'global_search_users_enabled',
      'enforce_email_subaddress_restrictions',
    ],
  },
  'settings#later-17-9-likely': {
    boolean: [
      'root_moved_permanently_redirection',
      'global_search_code_enabled',
      'global_search_commits_enabled',
      'global_search_epics_enabled',
      'global_search_wiki_enabled',
    ],
  },
  'settings#later-17-10': {
    'string or null': ['instance_token_prefix'],
    number: [
      'users_api_limit_followers',
      'users_api_limit_following',
      'users_api_limit_status',
      'users_api_limit_ssh_keys',
      'users_api_limit_ssh_key',
      'users_api_limit_gpg_keys',
      'users_api_limit_gpg_key',
      'autocomplete_users_limit',
      'autocomplete_users_unauthenticated_limit',
    ],
  },
  'settings#later-17-11': {
    number: [
      'virtual_registries_endpoints_api_limit',
      'reindexing_minimum_index_size',
      'reindexing_minimum_relative_bloat_size',
      'scan_execution_policies_schedule_limit',
      'pipeline_execution_policies_per_configuration_limit',
    ],
    boolean: ['ci_job_live_trace_enabled'],
  },
  'settings#later-17-11-likely': {
    boolean: [
      'secret_push_protection_available',
      'global_search_block_anonymous_searches_enabled',
      'global_search_limited_indexing_enabled',
      'elastic_migration_worker_enabled',
    ],
    number: ['duo_chat_expiration_days'],
    'string or null': ['duo_chat_expiration_column'],
  },
  'settings#later-18-0': {
    boolean: ['disable_invite_members', 'session_expire_from_init', 'zoekt_cache_response'],
    number: ['git_push_pipeline_limit', 'ci_partitions_size_limit'],
    'string or null': ['ci_delete_pipelines_in_seconds_limit_human_readable'],
  },
  'settings#later-18-0-likely': {
    boolean: ['gitlab_product_usage_data_enabled', 'top_level_group_creation_enabled'],
    number: ['group_archive_unarchive_api_limit'],
  },
  'settings#later-18-1': {
    boolean: [
      'throttle_authenticated_git_http_enabled',
      'enable_language_server_restrictions',
      'allow_bypass_placeholder_confirmation',
    ],
    number: [
      'throttle_authenticated_git_http_period_in_seconds',
      'throttle_authenticated_git_http_requests_per_period',
    ],
    'string or null': ['minimum_language_server_version'],
  },
  'settings#later-18-1-likely': {
    boolean: [
      'require_email_verification_on_account_locked',
      'vscode_extension_marketplace_enabled',
      'anonymous_searches_allowed',
    ],
    number: ['max_http_response_size_limit', 'max_http_decompressed_size'],
  },
  'settings#later-18-2': {
    number: ['relation_export_batch_size', 'default_dark_syntax_highlighting_theme'],
  },
  'settings#later-18-2-likely': {
    boolean: ['enforce_pipl_compliance'],
  },
  'settings#later-18-3': {
    boolean: [
      'pages_unique_domain_default_enabled',
      'model_prompt_cache_enabled',
      'lock_model_prompt_cache_enabled',
    ],
    number: ['inactive_resource_access_tokens_delete_after_days'],
  },
  'settings#later-18-3-likely': {
    boolean: ['auto_duo_code_review_enabled'],
  },
  'settings#later-18-4': {
    number: ['max_http_response_json_structural_chars', 'max_http_response_json_depth'],
    boolean: ['usage_ping_generation_enabled', 'terraform_state_encryption_enabled'],
  },
  'settings#later-18-4-likely': {
    boolean: ['duo_remote_flows_enabled', 'lock_duo_remote_flows_enabled'],
    number: [
      'max_github_response_size_limit',
      'max_github_response_json_value_count',
      'helm_max_packages_count',
    ],
  },
  'settings#later-18-5': {
    boolean: ['allow_immediate_namespaces_deletion'],
    number: [
      'runner_jobs_request_api_limit',
      'runner_jobs_patch_trace_api_limit',
      'runner_jobs_endpoints_api_limit',
    ],
    'string or null': ['elasticsearch_client_adapter'],
  },
  'settings#later-18-6': {
    number: ['project_members_api_limit'],
  },
  'settings#later-18-7': {
    boolean: ['iframe_rendering_enabled', 'display_gitlab_credits_user_data', 'elasticsearch_code_scope'],
    list: ['iframe_rendering_allowlist', 'ci_cd_catalog_projects_allowlist'],
    'string or null': ['iframe_rendering_allowlist_raw', 'ci_cd_catalog_projects_allowlist_raw'],
  },
  'settings#later-18-7-likely': {
    boolean: ['duo_foundational_flows_enabled', 'authn_data_retention_cleanup_enabled'],
    number: ['background_operations_max_jobs'],
  },
  'settings#later-18-8-likely': {
    number: ['max_http_response_xml_structural_chars', 'max_http_response_csv_structural_chars'],
  },
  'settings#later-18-9': {
    number: ['project_secrets_limit', 'group_secrets_limit'],
    boolean: ['allow_s3_compatible_storage_for_offline_transfer'],
    'string or null': ['duo_workflows_default_image_registry'],
  },
  'settings#later-18-9-likely': {
    number: ['pipeline_limit_per_user'],
  },
  'settings#later-15-11-packages': {
    list: ['package_metadata_purl_types'],
  },
  'settings#later-16-3-analytics': {
    boolean: ['product_analytics_enabled'],
    'string or null': [
      'product_analytics_configurator_connection_string',
      'cube_api_base_url',
      'cube_api_key',
    ],
    number: ['elasticsearch_worker_number_of_shards'],
  },
  'settings#later-17-0-protection': {
    object: ['default_branch_protection_defaults'],
  },
  'settings#later-17-3-doubtful': {
    'string or null': ['globally_allowed_ips'],
    'number or null': ['duo_workflow_oauth_application_id'],
  },
  'settings#later-17-7-usage': {
    object: ['resource_usage_limits'],
  },
  'settings#later-17-8-doubtful': {
    number: ['zoekt_cpu_to_tasks_ratio'],
  },
  'settings#later-17-9-restrictions': {
    object: ['sign_in_restrictions'],
  },
  'settings#later-17-10-likely': {
    object: ['vscode_extension_marketplace'],
  },
  'settings#later-18-1-timeout': {
    'string or null': ['zoekt_indexing_timeout'],
  },
  'settings#later-18-3-doubtful': {
    boolean: ['delay_user_account_self_deletion', 'organization_cluster_agent_authorization_enabled'],
    'string or null': ['default_search_scope'],
  },
  'settings#later-18-4-doubtful': {
    number: [
      'dependency_scanning_sbom_scan_api_upload_limit',
      'dependency_scanning_sbom_scan_api_download_limit',
    ],
  },
  'settings#later-18-5-role': {
    'string or null': ['elasticsearch_aws_role_arn'],
  },
  'settings#later-18-6-extensions': {
    'string or null': ['vscode_extension_marketplace_extension_host_domain'],
  },
  'settings#later-18-7-availability': {
    'string or null': ['duo_availability'],
    boolean: ['duo_remote_flows_availability', 'duo_foundational_flows_availability'],
  },
  'settings#later-18-8-search': {
    number: ['zoekt_trigram_max'],
    list: ['elasticsearch_index_settings'],
  },
  'settings#later-18-9-doubtful': {
    number: [
      'zoekt_force_reindexing_percentage',
      'zoekt_indexing_parallelism',
      'zoekt_rollout_batch_size',
      'zoekt_maximum_files',
      'zoekt_default_number_of_replicas',
      'elasticsearch_indexing_timeout_minutes',
      'scan_execution_policies_per_configuration_limit',
      'vulnerability_management_policies_per_configuration_limit',
    ],
    'string or null': [
      'zoekt_lost_node_threshold',
      'zoekt_indexed_file_size_limit',
      'zoekt_rollout_retry_interval',
      'gitlab_product_usage_data_source',
    ],
    boolean: [
      'duo_agent_platform_enabled',
      'enabled_expanded_logging',
      'foundational_agents_default_enabled',
    ],
    list: ['foundational_agents_statuses', 'duo_namespace_access_rules'],
  },
}

export type LaterKind = 'boolean' | 'number' | 'number or null' | 'string or null' | 'list' | 'object'
