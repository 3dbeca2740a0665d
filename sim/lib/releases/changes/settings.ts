import type { Changes } from './change.ts'

export const settings = {
  'settings#later-15-9': {
    release: '15.9',
    before: 'The application settings lack them',
    after:
      'The application settings have `search_max_shard_size_gb`, `search_max_docs_denominator`, `search_min_docs_before_rollover`, `deactivation_email_additional_text`, `allow_deploy_tokens_and_keys_with_external_authn`',
  },
  'settings#later-15-9-likely': {
    release: '15.9',
    before: 'The application settings lack them',
    after: 'The application settings have `allow_possible_spam`, `default_syntax_highlighting_theme`',
    doubtful: true,
  },
  'settings#later-15-10': {
    release: '15.10',
    before: 'The application settings lack them',
    after: 'The application settings have `deny_all_requests_except_allowed`, `gitlab_dedicated_instance`',
  },
  'settings#later-15-10-likely': {
    release: '15.10',
    before: 'The application settings lack them',
    after:
      'The application settings have `git_rate_limit_users_alertlist`, `security_policy_global_group_approvers_enabled`, `update_runner_versions_enabled`, `jira_connect_public_key_storage_enabled`',
    doubtful: true,
  },
  'settings#later-15-11': {
    release: '15.11',
    before: 'The application settings lack it',
    after: 'The application settings have `silent_mode_enabled`',
  },
  'settings#later-15-11-likely': {
    release: '15.11',
    before: 'The application settings lack them',
    after:
      'The application settings have `product_analytics_data_collector_host`, `lock_memberships_to_saml`',
    doubtful: true,
  },
  'settings#later-16-0': {
    release: '16.0',
    before: 'The application settings lack them',
    after: 'The application settings have `ci_max_includes`, `remember_me_enabled`',
  },
  'settings#later-16-0-likely': {
    release: '16.0',
    before: 'The application settings lack them',
    after: 'The application settings have `diagramsnet_enabled`, `diagramsnet_url`',
    doubtful: true,
  },
  'settings#later-16-1': {
    release: '16.1',
    before: 'The application settings lack them',
    after:
      'The application settings have `allow_account_deletion`, `wiki_asciidoc_allow_uri_includes`, `namespace_aggregation_schedule_lease_duration_in_seconds`, `delete_unconfirmed_users`, `unconfirmed_users_delete_after_days`',
  },
  'settings#later-16-2': {
    release: '16.2',
    before: 'The application settings lack them',
    after: 'The application settings have `gitlab_shell_operation_limit`, `elasticsearch_requeue_workers`',
  },
  'settings#later-16-3': {
    release: '16.3',
    before: 'The application settings lack them',
    after:
      'The application settings have `bulk_import_max_download_file_size`, `max_import_remote_file_size`, `max_decompressed_archive_size`, `sentry_clientside_traces_sample_rate`, `ci_max_total_yaml_size_bytes`, `package_registry_allow_anyone_to_pull_option`',
  },
  'settings#later-16-4': {
    release: '16.4',
    before: 'The application settings lack them',
    after:
      'The application settings have `protected_paths_for_get_request_raw`, `decompress_archive_file_timeout`, `search_rate_limit_allowlist_raw`, `snowplow_database_collector_hostname`',
  },
  'settings#later-16-5': {
    release: '16.5',
    before: 'The application settings lack them',
    after:
      'The application settings have `failed_login_attempts_unlock_period_in_minutes`, `max_login_attempts`, `project_jobs_api_rate_limit`, `math_rendering_limits_enabled`',
  },
  'settings#later-16-6': {
    release: '16.6',
    before: 'The application settings lack them',
    after:
      'The application settings have `service_access_tokens_expiration_enforced`, `enable_artifact_external_redirect_warning_page`, `allow_project_creation_for_guest_and_below`',
  },
  'settings#later-16-7': {
    release: '16.7',
    before: 'The application settings lack them',
    after:
      'The application settings have `bulk_import_concurrent_pipeline_batch_limit`, `instance_level_ai_beta_features_enabled`, `security_txt_content`',
  },
  'settings#later-16-8': {
    release: '16.8',
    before: 'The application settings lack them',
    after: 'The application settings have `members_delete_limit`, `require_admin_two_factor_authentication`',
  },
  'settings#later-16-9': {
    release: '16.9',
    before: 'The application settings lack it',
    after: 'The application settings have `elasticsearch_max_code_indexing_concurrency`',
  },
  'settings#later-16-9-likely': {
    release: '16.9',
    before: 'The application settings lack it',
    after: 'The application settings have `enable_member_promotion_management`',
    doubtful: true,
  },
  'settings#later-16-10': {
    release: '16.10',
    before: 'The application settings lack them',
    after:
      'The application settings have `security_approval_policies_limit`, `duo_features_enabled`, `lock_duo_features_enabled`, `asciidoc_max_includes`, `use_clickhouse_for_analytics`, `include_optional_metrics_in_service_ping`, `downstream_pipeline_trigger_limit_per_project_user_sha`',
  },
  'settings#later-16-11': {
    release: '16.11',
    before: 'The application settings lack them',
    after:
      'The application settings have `zoekt_indexing_enabled`, `zoekt_indexing_paused`, `zoekt_search_enabled`, `concurrent_github_import_jobs_limit`, `concurrent_bitbucket_import_jobs_limit`, `concurrent_bitbucket_server_import_jobs_limit`',
  },
  'settings#later-16-11-likely': {
    release: '16.11',
    before: 'The application settings lack it',
    after: 'The application settings have `gitlab_environment_toolkit_instance`',
    doubtful: true,
  },
  'settings#later-17-0': {
    release: '17.0',
    before: 'The application settings lack them',
    after:
      'The application settings have `nuget_skip_metadata_url_validation`, `throttle_unauthenticated_git_http_enabled`, `throttle_unauthenticated_git_http_period_in_seconds`, `throttle_unauthenticated_git_http_requests_per_period`, `silent_admin_exports_enabled`',
  },
  'settings#later-17-1': {
    release: '17.1',
    before: 'The application settings lack them',
    after:
      'The application settings have `group_api_limit`, `group_projects_api_limit`, `group_shared_groups_api_limit`, `groups_api_limit`, `project_api_limit`, `projects_api_limit`, `user_contributed_projects_api_limit`, `user_projects_api_limit`, `user_starred_projects_api_limit`, `zoekt_auto_index_root_namespace`',
  },
  'settings#later-17-1-likely': {
    release: '17.1',
    before: 'The application settings lack it',
    after: 'The application settings have `make_profile_private`',
    doubtful: true,
  },
  'settings#later-17-2': {
    release: '17.2',
    before: 'The application settings lack them',
    after:
      'The application settings have `code_suggestions_api_rate_limit`, `ai_action_api_rate_limit`, `max_artifacts_content_include_size`, `disabled_direct_code_suggestions`',
  },
  'settings#later-17-2-likely': {
    release: '17.2',
    before: 'The application settings lack them',
    after:
      'The application settings have `group_invited_groups_api_limit`, `project_invited_groups_api_limit`',
    doubtful: true,
  },
  'settings#later-17-3': {
    release: '17.3',
    before: 'The application settings lack them',
    after:
      'The application settings have `require_personal_access_token_expiry`, `pre_receive_secret_detection_enabled`',
  },
  'settings#later-17-4': {
    release: '17.4',
    before: 'The application settings lack them',
    after:
      'The application settings have `receptive_cluster_agents_enabled`, `observability_backend_ssl_verification_enabled`',
  },
  'settings#later-17-4-likely': {
    release: '17.4',
    before: 'The application settings lack them',
    after:
      'The application settings have `pages_extra_deployments_default_expiry_seconds`, `scan_execution_policies_action_limit`',
    doubtful: true,
  },
  'settings#later-17-5': {
    release: '17.5',
    before: 'The application settings lack them',
    after:
      'The application settings have `allow_top_level_group_owners_to_create_service_accounts`, `disable_password_authentication_for_users_with_sso_identities`',
  },
  'settings#later-17-5-likely': {
    release: '17.5',
    before: 'The application settings lack them',
    after:
      'The application settings have `allow_contribution_mapping_to_admins`, `create_organization_api_limit`',
    doubtful: true,
  },
  'settings#later-17-6': {
    release: '17.6',
    before: 'The application settings lack them',
    after:
      'The application settings have `allow_all_integrations`, `allowed_integrations`, `enforce_ci_inbound_job_token_scope_enabled`, `concurrent_relation_batch_export_limit`, `elasticsearch_retry_on_failure`',
  },
  'settings#later-17-6-likely': {
    release: '17.6',
    before: 'The application settings lack them',
    after:
      'The application settings have `secret_detection_service_url`, `secret_detection_service_auth_token`',
    doubtful: true,
  },
  'settings#later-17-7': {
    release: '17.7',
    before: 'The application settings lack them',
    after:
      'The application settings have `show_migrate_from_jenkins_banner`, `can_create_organization`, `resource_access_token_notify_inherited`, `lock_resource_access_token_notify_inherited`, `jira_connect_additional_audience_url`',
  },
  'settings#later-17-8': {
    release: '17.8',
    before: 'The application settings lack it',
    after:
      'The application settings have `ropc_without_client_credentials`; switched off, no token is given for a password alone',
    doubtful: true,
  },
  'settings#later-17-8-likely': {
    release: '17.8',
    before: 'The application settings lack it',
    after: 'The application settings have `fetch_observability_alerts_from_cloud`',
    doubtful: true,
  },
  'settings#later-17-9': {
    release: '17.9',
    before: 'The application settings lack them',
    after:
      'The application settings have `global_search_issues_enabled`, `global_search_merge_requests_enabled`, `global_search_snippet_titles_enabled`, `global_search_users_enabled`, `enforce_email_subaddress_restrictions`',
  },
  'settings#later-17-9-likely': {
    release: '17.9',
    before: 'The application settings lack them',
    after:
      'The application settings have `root_moved_permanently_redirection`, `global_search_code_enabled`, `global_search_commits_enabled`, `global_search_epics_enabled`, `global_search_wiki_enabled`',
    doubtful: true,
  },
  'settings#later-17-10': {
    release: '17.10',
    before: 'The application settings lack them',
    after:
      'The application settings have `instance_token_prefix`, `users_api_limit_followers`, `users_api_limit_following`, `users_api_limit_status`, `users_api_limit_ssh_keys`, `users_api_limit_ssh_key`, `users_api_limit_gpg_keys`, `users_api_limit_gpg_key`, `autocomplete_users_limit`, `autocomplete_users_unauthenticated_limit`',
  },
  'settings#later-17-11': {
    release: '17.11',
    before: 'The application settings lack them',
    after:
      'The application settings have `virtual_registries_endpoints_api_limit`, `reindexing_minimum_index_size`, `reindexing_minimum_relative_bloat_size`, `ci_job_live_trace_enabled`, `scan_execution_policies_schedule_limit`, `pipeline_execution_policies_per_configuration_limit`',
  },
  'settings#later-17-11-likely': {
    release: '17.11',
    before: 'The application settings lack them',
    after:
      'The application settings have `secret_push_protection_available`, `duo_chat_expiration_days`, `duo_chat_expiration_column`, `global_search_block_anonymous_searches_enabled`, `global_search_limited_indexing_enabled`, `elastic_migration_worker_enabled`',
    doubtful: true,
  },
  'settings#later-18-0': {
    release: '18.0',
    before: 'The application settings lack them',
    after:
      'The application settings have `disable_invite_members`, `session_expire_from_init`, `git_push_pipeline_limit`, `ci_partitions_size_limit`, `ci_delete_pipelines_in_seconds_limit_human_readable`, `zoekt_cache_response`',
  },
  'settings#later-18-0-likely': {
    release: '18.0',
    before: 'The application settings lack them',
    after:
      'The application settings have `gitlab_product_usage_data_enabled`, `top_level_group_creation_enabled`, `group_archive_unarchive_api_limit`',
    doubtful: true,
  },
  'settings#later-18-1': {
    release: '18.1',
    before: 'The application settings lack them',
    after:
      'The application settings have `throttle_authenticated_git_http_enabled`, `throttle_authenticated_git_http_period_in_seconds`, `throttle_authenticated_git_http_requests_per_period`, `enable_language_server_restrictions`, `minimum_language_server_version`, `allow_bypass_placeholder_confirmation`',
  },
  'settings#later-18-1-likely': {
    release: '18.1',
    before: 'The application settings lack them',
    after:
      'The application settings have `require_email_verification_on_account_locked`, `vscode_extension_marketplace_enabled`, `anonymous_searches_allowed`, `max_http_response_size_limit`, `max_http_decompressed_size`',
    doubtful: true,
  },
  'settings#later-18-2': {
    release: '18.2',
    before: 'The application settings lack them',
    after:
      'The application settings have `relation_export_batch_size`, `default_dark_syntax_highlighting_theme`',
  },
  'settings#later-18-2-likely': {
    release: '18.2',
    before: 'The application settings lack it',
    after: 'The application settings have `enforce_pipl_compliance`',
    doubtful: true,
  },
  'settings#later-18-3': {
    release: '18.3',
    before: 'The application settings lack them',
    after:
      'The application settings have `pages_unique_domain_default_enabled`, `inactive_resource_access_tokens_delete_after_days`, `model_prompt_cache_enabled`, `lock_model_prompt_cache_enabled`',
  },
  'settings#later-18-3-likely': {
    release: '18.3',
    before: 'The application settings lack it',
    after: 'The application settings have `auto_duo_code_review_enabled`',
    doubtful: true,
  },
  'settings#later-18-4': {
    release: '18.4',
    before: 'The application settings lack them',
    after:
      'The application settings have `max_http_response_json_structural_chars`, `max_http_response_json_depth`, `usage_ping_generation_enabled`, `terraform_state_encryption_enabled`',
  },
  'settings#later-18-4-likely': {
    release: '18.4',
    before: 'The application settings lack them',
    after:
      'The application settings have `duo_remote_flows_enabled`, `lock_duo_remote_flows_enabled`, `max_github_response_size_limit`, `max_github_response_json_value_count`, `helm_max_packages_count`',
    doubtful: true,
  },
  'settings#later-18-5': {
    release: '18.5',
    before: 'The application settings lack them',
    after:
      'The application settings have `allow_immediate_namespaces_deletion`, `runner_jobs_request_api_limit`, `runner_jobs_patch_trace_api_limit`, `runner_jobs_endpoints_api_limit`, `elasticsearch_client_adapter`',
  },
  'settings#later-18-6': {
    release: '18.6',
    before: 'The application settings lack it',
    after: 'The application settings have `project_members_api_limit`',
  },
  'settings#later-18-7': {
    release: '18.7',
    before: 'The application settings lack them',
    after:
      'The application settings have `iframe_rendering_enabled`, `iframe_rendering_allowlist`, `iframe_rendering_allowlist_raw`, `ci_cd_catalog_projects_allowlist`, `ci_cd_catalog_projects_allowlist_raw`, `display_gitlab_credits_user_data`, `elasticsearch_code_scope`',
  },
  'settings#later-18-7-likely': {
    release: '18.7',
    before: 'The application settings lack them',
    after:
      'The application settings have `duo_foundational_flows_enabled`, `background_operations_max_jobs`, `authn_data_retention_cleanup_enabled`',
    doubtful: true,
  },
  'settings#later-18-8-likely': {
    release: '18.8',
    before: 'The application settings lack them',
    after:
      'The application settings have `max_http_response_xml_structural_chars`, `max_http_response_csv_structural_chars`',
    doubtful: true,
  },
  'settings#later-18-9': {
    release: '18.9',
    before: 'The application settings lack them',
    after:
      'The application settings have `project_secrets_limit`, `group_secrets_limit`, `allow_s3_compatible_storage_for_offline_transfer`, `duo_workflows_default_image_registry`',
  },
  'settings#later-18-9-likely': {
    release: '18.9',
    before: 'The application settings lack it',
    after: 'The application settings have `pipeline_limit_per_user`',
    doubtful: true,
  },
  'settings#later-yaml-sizes': {
    release: '17.3',
    before: '`max_yaml_size_bytes` is 1 MiB by default, and `ci_max_total_yaml_size_bytes` 150 MiB',
    after: 'They are 2 MiB and 300 MiB',
  },
  'settings#later-registry-import': {
    release: '17.1',
    before: 'Settings of imports into the container registry are kept and shown',
    after: 'They are ignored, and shown as 0 or empty',
    doubtful: true,
  },
  'settings#later-mermaid': {
    release: '18.5',
    before: '`kroki_formats` has `blockdiag`, `bpmn` and `excalidraw`',
    after: 'It has `mermaid`, too',
    doubtful: true,
  },
  'settings#later-wiki-size': {
    release: '18.3',
    before: '`wiki_page_max_content_bytes` is 50 MiB by default',
    after: 'It is 5 MiB',
  },
  'settings#later-deletion-days': {
    release: '18.3',
    before: '`deletion_adjourned_period` is 7 days by default',
    after: 'It is 30 days',
  },
  'settings#later-marketing-emails': {
    release: '16.6',
    before: 'The application settings have `in_product_marketing_emails_enabled`',
    after: 'They lack it',
  },
  'settings#later-15-11-packages': {
    release: '15.11',
    before: 'The application settings lack it',
    after: 'The application settings have `package_metadata_purl_types`',
  },
  'settings#later-16-3-analytics': {
    release: '16.3',
    before: 'The application settings lack them',
    after:
      'The application settings have `product_analytics_enabled`, `product_analytics_configurator_connection_string`, `cube_api_base_url`, `cube_api_key`, `elasticsearch_worker_number_of_shards`',
    doubtful: true,
  },
  'settings#later-17-0-protection': {
    release: '17.0',
    before: 'The application settings lack it',
    after: 'The application settings have `default_branch_protection_defaults`',
  },
  'settings#later-17-3-doubtful': {
    release: '17.3',
    before: 'The application settings lack them',
    after: 'The application settings have `globally_allowed_ips`, `duo_workflow_oauth_application_id`',
    doubtful: true,
  },
  'settings#later-17-7-usage': {
    release: '17.7',
    before: 'The application settings lack it',
    after: 'The application settings have `resource_usage_limits`',
  },
  'settings#later-17-8-doubtful': {
    release: '17.8',
    before: 'The application settings lack it',
    after: 'The application settings have `zoekt_cpu_to_tasks_ratio`',
    doubtful: true,
  },
  'settings#later-17-9-restrictions': {
    release: '17.9',
    before: 'The application settings lack it',
    after: 'The application settings have `sign_in_restrictions`',
  },
  'settings#later-17-10-likely': {
    release: '17.10',
    before: 'The application settings lack it',
    after: 'The application settings have `vscode_extension_marketplace`',
    doubtful: true,
  },
  'settings#later-18-1-timeout': {
    release: '18.1',
    before: 'The application settings lack it',
    after: 'The application settings have `zoekt_indexing_timeout`',
  },
  'settings#later-18-3-doubtful': {
    release: '18.3',
    before: 'The application settings lack them',
    after:
      'The application settings have `delay_user_account_self_deletion`, `default_search_scope`, `organization_cluster_agent_authorization_enabled`',
    doubtful: true,
  },
  'settings#later-18-4-doubtful': {
    release: '18.4',
    before: 'The application settings lack them',
    after:
      'The application settings have `dependency_scanning_sbom_scan_api_upload_limit`, `dependency_scanning_sbom_scan_api_download_limit`',
    doubtful: true,
  },
  'settings#later-18-5-role': {
    release: '18.5',
    before: 'The application settings lack it',
    after: 'The application settings have `elasticsearch_aws_role_arn`',
    doubtful: true,
  },
  'settings#later-18-6-extensions': {
    release: '18.6',
    before: 'The application settings lack it',
    after: 'The application settings have `vscode_extension_marketplace_extension_host_domain`',
  },
  'settings#later-18-7-availability': {
    release: '18.7',
    before: 'The application settings lack them',
    after:
      'The application settings have `duo_availability`, `duo_remote_flows_availability`, `duo_foundational_flows_availability`',
    doubtful: true,
  },
  'settings#later-18-8-search': {
    release: '18.8',
    before: 'The application settings lack them',
    after: 'The application settings have `zoekt_trigram_max`, `elasticsearch_index_settings`',
  },
  'settings#later-18-9-doubtful': {
    release: '18.9',
    before: 'The application settings lack them',
    after:
      'The application settings have `zoekt_force_reindexing_percentage`, `zoekt_indexing_parallelism`, `zoekt_rollout_batch_size`, `zoekt_lost_node_threshold`, `zoekt_maximum_files`, `zoekt_indexed_file_size_limit`, `zoekt_rollout_retry_interval`, `zoekt_default_number_of_replicas`, `elasticsearch_indexing_timeout_minutes`, `scan_execution_policies_per_configuration_limit`, `vulnerability_management_policies_per_configuration_limit`, `gitlab_product_usage_data_source`, `duo_agent_platform_enabled`, `enabled_expanded_logging`, `foundational_agents_default_enabled`, `foundational_agents_statuses`, `duo_namespace_access_rules`',
    doubtful: true,
  },
  'settings#later-import-sources': {
    release: '16.0',
    before: '`import_sources` may name `gitlab` and `phabricator`',
    after: '400 `import_sources does not have a valid value`',
  },
  'settings#later-texts': {
    release: '17.4',
    before: '`sign_in_text` and `help_text` are settings',
    after: 'The application settings have neither',
  },
  'settings#later-all-protocols': {
    release: '16.9',
    before: '`enabled_git_access_protocol` is `ssh`, `http` or null',
    after: 'It is also `all`, which is the same as null',
  },
  'settings#later-restricted-defaults': {
    release: '16.4',
    general: true,
    before:
      '`default_project_visibility` and `default_group_visibility` may be among `restricted_visibility_levels`',
    after: '400 `cannot be set to a restricted visibility level`, of whichever was restricted',
    sends: ['default_project_visibility', 'default_group_visibility'],
  },
  'settings#later-import-sources-default': {
    release: '16.0',
    before: 'Imports from all sources are on in a new installation',
    after: '`import_sources` is empty in a new installation, whose imports answer 403 until it names sources',
  },
  'settings#later-project-creation': {
    release: '17.7',
    before: '`default_project_creation` is 0, 1 or 2',
    after: 'It may be 3 (administrators) or 4 (owners), too',
  },
  'settings#later-initial-push': {
    release: '16.0',
    before: '`default_branch_protection` is 0 to 3',
    after: 'It may be 4, too: protected after the first push',
    doubtful: true,
  },
  'settings#later-addresses': {
    release: '18.9',
    before: '`gitpod_url` is `https://gitpod.io/`, `help_page_documentation_base_url` null',
    after: 'They are `https://app.ona.com/` and `https://docs.gitlab.com`',
    general: true,
    doubtful: true,
  },
  'settings#later-16-6-storages': {
    release: '16.6',
    before: 'Settings show `repository_storages`',
    after: 'They show `repository_storages_weighted` alone',
  },
} as const satisfies Changes<'settings'>
