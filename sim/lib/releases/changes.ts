import type { ReleaseNumber } from './release.ts'

/** What a release of the service changed for its clients. */
export interface Change {
  readonly release: ReleaseNumber
  readonly before: string
  readonly after: string
  /** The sources leave room for doubt about it or its release. */
  readonly doubtful?: true
  /** It concerns whatever is called, and no operation declares it. */
  readonly general?: true
}

/**
 * Every change that some definition, entity or rule declares, by the row of `conformance/sources` in which it is
 * written down. The table of sim/guide/releases.md is made from this.
 */
export const changes = {
  'merge-requests#later-squash-on-merge': {
    release: '15.9',
    before: 'Merge requests have no `squash_on_merge`',
    after: '`squash_on_merge` tells whether merging squashes, which the project may demand or forbid',
  },
  'packages#later-module-page': {
    release: '15.11',
    before: 'The pages of Terraform modules are below `/-/infrastructure_registry`',
    after: 'They are below `/-/terraform_module_registry`',
    doubtful: true,
  },
  'merge-requests#later-prepared-at': {
    release: '16.1',
    before: 'Merge requests have no `prepared_at`',
    after: '`prepared_at` tells when a merge request was ready for reviews',
  },
  'projects#later-emails-enabled': {
    release: '16.3',
    before: 'Projects have `emails_disabled` alone',
    after: '`emails_enabled` stands beside it, the opposite',
    doubtful: true,
  },
  'users#later-locked': {
    release: '16.5',
    before: 'Users who are named somewhere have no `locked`',
    after: '`locked` tells whether too many attempts to sign in have locked them out',
  },
  'projects#later-object-format': {
    release: '16.9',
    before: 'Projects have no `repository_object_format`',
    after: '`repository_object_format` is `sha1`',
  },
  'approvals#later-report-type': {
    release: '17.2',
    before: 'Approval rules have no `report_type`',
    after: '`report_type` of an approval rule is that of a `report_approver` rule, else null',
  },
  'clusters#later-receptive': {
    release: '17.4',
    before: 'Agents for Kubernetes have no `is_receptive`',
    after: '`is_receptive` tells whether the installation calls the agent',
    doubtful: true,
  },
  'installation#later-kas-proxy': {
    release: '17.6',
    before: '`kas` has no `externalK8sProxyUrl`',
    after: '`kas` has `externalK8sProxyUrl`',
  },
  'repository#later-missing-path': {
    release: '17.7',
    before: 'A path that a tree does not have answers 200 with an empty list',
    after: '404 `404 invalid revision or path Not Found`',
  },
  'projects#later-visibility': {
    release: '18.2',
    before: 'The simple form of a project has no `visibility`',
    after: 'It has `visibility`',
  },
  'merge-requests#later-reviews-for-me': {
    release: '18.4',
    before: '`scope=reviews_for_me` answers 400',
    after: 'It lists merge requests that the caller is to review',
  },
  'approvals#later-approved-at': {
    release: '18.4',
    before: 'Whoever approved is shown as `user` alone',
    after: '`approved_at` tells when',
  },
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
    after: 'The application settings have `ropc_without_client_credentials`',
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
      'The application settings have `iframe_rendering_enabled`, `iframe_rendering_allowlist`, `ci_cd_catalog_projects_allowlist`, `display_gitlab_credits_user_data`, `elasticsearch_code_scope`',
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
  'commits#later-extended-trailers': {
    release: '16.7',
    before: 'Commits have no `extended_trailers`',
    after: '`extended_trailers` has every value of a trailer, as a list',
  },
  'repository#later-collapsed': {
    release: '18.4',
    before: 'A file whose changes are left out has an empty `diff`',
    after: '`collapsed` and `too_large` tell why a `diff` is empty',
  },
  'runners#later-created-at': {
    release: '18.1',
    before: 'Runners have neither `created_at` nor `created_by`',
    after:
      '`created_at` tells when a runner was registered, and `created_by` who created it, if somebody did',
  },
  'runners#later-job-execution-status': {
    release: '18.2',
    before: 'Runners have no `job_execution_status`',
    after: '`job_execution_status` is `active` while a job runs, else `idle`',
  },
  'runners#later-ip-address': {
    release: '17.0',
    before: '`ip_address` is the address of the last contact',
    after: 'It is null',
    doubtful: true,
  },
  'runners#later-stale': {
    release: '17.1',
    before: 'A runner is stale three months after its last contact',
    after: 'It is stale after seven days',
  },
  'runners#later-maintenance-note': {
    release: '16.10',
    before: 'Runners have no `maintenance_note`',
    after: '`maintenance_note` is shown with a runner on its own, and can be updated',
  },
  'runners#later-version-prefix': {
    release: '16.6',
    before: '`version_prefix` is ignored',
    after: 'Lists of runners take `version_prefix`',
  },
  'runners#later-include-projects': {
    release: '18.6',
    before: '`include_projects` is ignored',
    after: '`include_projects=false` leaves `projects` out of a runner on its own',
  },
  'keys#later-last-used-at': {
    release: '17.11',
    before: 'SSH keys have no `last_used_at`',
    after: '`last_used_at` tells when a key was used, or is null',
  },
  'bulk-imports#later-has-failures': {
    release: '16.5',
    before: 'Migrations have no `has_failures`',
    after: '`has_failures` tells whether something could not be imported',
  },
  'bulk-imports#later-source-url': {
    release: '17.3',
    before: 'Migrations do not tell their source',
    after: '`source_url` is the address of the source',
  },
  'conventions#later-imported': {
    release: '17.0',
    before: 'Merge requests, issues, notes and snippets have no `imported`',
    after: '`imported` and `imported_from` tell whether an import made it, and from what',
    doubtful: true,
  },
  'merge-requests#later-merge-after': {
    release: '17.8',
    before: '`merge_after` is ignored',
    after: '`merge_after` is the time before which a merge request cannot be merged',
    doubtful: true,
  },
  'merge-requests#later-merge-user-filter': {
    release: '17.0',
    before: '`merge_user_id` and `merge_user_username` are ignored',
    after: 'The lists take `merge_user_id` or `merge_user_username`',
  },
  'merge-requests#later-merged-at-order': {
    release: '17.2',
    before: '`order_by=merged_at` answers 400',
    after: 'The lists take `order_by=merged_at`',
  },
  'merge-requests#later-auto-merge': {
    release: '17.11',
    before: '`auto_merge` is ignored',
    after: 'Merging takes `auto_merge`, the new name of `merge_when_pipeline_succeeds`',
  },
  'merge-requests#later-conflict-status': {
    release: '16.11',
    before: 'A conflict has the status `broken_status`, and merging answers 405',
    after:
      'It has the status `conflict`, and merging answers 422; without a branch or commits the status is `commits_status`',
    doubtful: true,
  },
  'merge-requests#later-rebase-status': {
    release: '16.10',
    before: 'A source branch that lags behind is `mergeable` where only a fast-forward is',
    after: 'It has the status `need_rebase`',
    doubtful: true,
  },
  'merge-requests#later-squash-default': {
    release: '18.7',
    before: 'A merge request is created without `squash` unless it is sent',
    after: 'It is created as the squash option of the project says',
  },
  'merge-requests#later-milestone-words': {
    release: '18.0',
    before: '`milestone=#upcoming` finds the next due milestone of each project',
    after: 'It finds all that have not started, and `#started` those that go on',
    doubtful: true,
  },
  'pipelines#later-lint-sha': {
    release: '16.5',
    before:
      '`sha` of `GET /projects/:id/ci/lint` is ignored: it is the head of the default branch that is looked at',
    after: 'It names the commit whose configuration is looked at',
  },
  'pipelines#later-archived': {
    release: '18.5',
    before: 'Pipelines have no `archived`',
    after: '`archived` of a pipeline on its own tells whether its jobs can no longer run',
  },
  'pipelines#later-enforced-allowlist': {
    release: '18.0',
    before: 'A project may let the jobs of all projects in',
    after:
      'It may not while `enforce_ci_inbound_job_token_scope_enabled` is on, which it is by default: `inbound_enabled` stays true',
  },
  'jobs#later-erased-at': {
    release: '16.0',
    before:
      'Jobs have `erased_at` once they are erased, those in the list of a runner and those that start pipelines never',
    after: 'All jobs have `erased_at`, null until they are erased',
    doubtful: true,
  },
  'projects#later-15-9': {
    release: '15.9',
    before: 'Projects lack it',
    after: 'The full form of a project has `group_runners_enabled`',
  },
  'projects#later-15-10': {
    release: '15.10',
    before: 'Projects lack it',
    after: 'The full form of a project has `allow_pipeline_trigger_approve_deployment`',
  },
  'projects#later-16-3': {
    release: '16.3',
    before: 'Projects lack it',
    after: 'The full form of a project has `ci_forward_deployment_rollback_allowed`',
  },
  'projects#later-16-4-likely': {
    release: '16.4',
    before: 'Projects lack it',
    after: 'The full form of a project has `merge_trains_skip_train_allowed`',
    doubtful: true,
  },
  'projects#later-16-5': {
    release: '16.5',
    before: 'Projects lack it',
    after: 'The full form of a project has `model_experiments_access_level`',
  },
  'projects#later-16-7': {
    release: '16.7',
    before: 'Projects lack them',
    after:
      'The full form of a project has `model_registry_access_level`, `ci_restrict_pipeline_cancellation_role`',
  },
  'projects#later-16-7-likely': {
    release: '16.7',
    before: 'Projects lack it',
    after: 'The full form of a project has `prevent_merge_without_jira_issue`',
    doubtful: true,
  },
  'projects#later-16-9': {
    release: '16.9',
    before: 'Projects lack it',
    after: 'The full form of a project has `warn_about_potentially_unwanted_characters`',
  },
  'projects#later-17-1': {
    release: '17.1',
    before: 'Projects lack it',
    after: 'The full form of a project has `ci_pipeline_variables_minimum_override_role`',
  },
  'projects#later-17-2': {
    release: '17.2',
    before: 'Projects lack it',
    after: 'The full form of a project has `ci_push_repository_for_job_token_allowed`',
  },
  'projects#later-17-3-likely': {
    release: '17.3',
    before: 'Projects lack it',
    after: 'The full form of a project has `ci_id_token_sub_claim_components`',
    doubtful: true,
  },
  'projects#later-17-3': {
    release: '17.3',
    before: 'Projects lack it',
    after: 'The full form of a project has `pre_receive_secret_detection_enabled`',
  },
  'projects#later-17-5-likely': {
    release: '17.5',
    before: 'Projects lack it',
    after: 'The full form of a project has `updated_at`',
    doubtful: true,
  },
  'projects#later-17-9': {
    release: '17.9',
    before: 'Projects lack them',
    after: 'The full form of a project has `ci_delete_pipelines_in_seconds`, `max_artifacts_size`',
  },
  'projects#later-17-9-likely': {
    release: '17.9',
    before: 'Projects lack them',
    after: 'The full form of a project has `description_html`, `secret_push_protection_enabled`',
    doubtful: true,
  },
  'projects#later-17-11': {
    release: '17.11',
    before: 'Projects lack them',
    after:
      'The full form of a project has `merge_request_title_regex`, `merge_request_title_regex_description`',
  },
  'projects#later-18-4': {
    release: '18.4',
    before: 'Projects lack them',
    after:
      'The full form of a project has `package_registry_access_level`, `show_diff_preview_in_email`, `resource_group_default_process_mode`',
  },
  'projects#later-without-operations': {
    release: '16.0',
    before: 'Projects have `operations_access_level`, which can be set, and `ci_opt_in_jwt`',
    after: 'They lack both, and the first is ignored',
  },
  'projects#later-emails-disabled': {
    release: '16.3',
    before: '`emails_disabled` is null until it is set',
    after: 'It is always true or false',
    doubtful: true,
  },
  'projects#later-maintainer-settings': {
    release: '17.1',
    before: 'Everybody who is signed in sees how pipelines of a project run',
    after: 'Maintainers alone do; the keys are absent for others',
  },
  'projects#later-simple-storage': {
    release: '16.5',
    before: 'The simple form of a project has no `repository_storage`',
    after: 'It has for administrators',
  },
  'projects#later-deletion-everywhere': {
    release: '18.0',
    before:
      'Deletions are delayed, and `marked_for_deletion_at` and `marked_for_deletion_on` shown, with a plan',
    after: 'They are without one, too',
  },
  'projects#later-delayed-deletion': {
    release: '16.0',
    before: '`delayed_project_deletion` and `delayed_group_deletion` say whether deletions are delayed',
    after: 'With a plan they are, and the settings are gone',
  },
  'projects#later-group-access': {
    release: '18.1',
    before: '`group_access` in lists is that of the group of a project alone',
    after: 'It is the highest of all groups above',
  },
  'projects#later-registry-size': {
    release: '16.9',
    before: '`statistics` have no `container_registry_size`',
    after: 'They have',
  },
  'projects#later-updated-filters': {
    release: '15.11',
    before: '`updated_after` and `updated_before` are ignored',
    after: 'Lists of projects take them beside `order_by=updated_at`',
  },
  'projects#later-deletion-filter': {
    release: '17.1',
    before: '`marked_for_deletion_on` is ignored',
    after: 'Lists of projects take the day on which projects were marked for deletion',
  },
  'projects#later-star-order': {
    release: '17.4',
    before: '`order_by=star_count` answers 400',
    after: 'Lists of projects can be ordered by their stars',
  },
  'projects#later-active': {
    release: '18.0',
    before: '`active` is ignored',
    after:
      '`active=true` keeps projects that are neither archived nor marked for deletion, `active=false` the others',
  },
  'users#later-discord': {
    release: '15.9',
    before: 'Profiles have no `discord`',
    after: '`discord` is shown and can be set: a name there, or empty',
  },
  'users#later-github': {
    release: '18.1',
    before: 'Profiles have no `github`',
    after: '`github` is shown and can be set: a name there, or empty',
  },
  'users#later-public-email': {
    release: '18.9',
    before: 'Users who are named somewhere have no `public_email`',
    after: 'They have',
    doubtful: true,
  },
  'milestones#later-updated': {
    release: '15.10',
    before: '`updated_before` and `updated_after` are ignored',
    after: 'The list of milestones of a project takes them',
  },
  'milestones#later-order': {
    release: '15.10',
    before: 'Milestones of a project are listed by id, the newest first',
    after: 'They are listed by due date, the nearest first, then the newest first',
  },
  'milestones#later-ancestors': {
    release: '16.7',
    before: '`include_ancestors` is ignored',
    after: 'It is the new name of `include_parent_milestones`',
  },
  'search#later-archived': {
    release: '16.6',
    before: 'Searches find what archived projects hold',
    after: 'They leave it out, unless it is searched in the project itself',
  },
  'search#later-include-archived': {
    release: '18.7',
    before: '`include_archived` is ignored',
    after: '`include_archived=true` finds what archived projects hold, too',
  },
  'search#later-scope-text': {
    release: '17.5',
    before: 'The refusal of a scope of advanced search is `Scope not supported without Elasticsearch!`',
    after: 'It is `Scope supported only with Elasticsearch`, with ` or Zoekt` for `blobs`',
    doubtful: true,
  },
  'search#later-scope-words': {
    release: '18.9',
    before: 'The refusal of a scope of advanced search names Elasticsearch',
    after: 'It is `Scope supported only with advanced search`, with ` or exact code search` for `blobs`',
    doubtful: true,
  },
  'search#later-group-id': {
    release: '16.2',
    before: 'Files that a search finds have no `group_id`',
    after: '`group_id` stands behind `project_id`',
  },
  'search#later-attachment': {
    release: '18.0',
    before: 'Notes have `attachment`',
    after: 'They lack it',
    doubtful: true,
  },
  'search#later-code-search': {
    release: '18.9',
    before: '`regex` is ignored',
    after: 'It answers 400 without exact code search',
  },
  'search#later-exclude-forks': {
    release: '18.7',
    before: '`exclude_forks` is ignored',
    after: 'It answers 400 without exact code search',
    doubtful: true,
  },
  'approvals#later-reauthentication': {
    release: '17.2',
    before: 'Neither the configuration nor the settings have `require_reauthentication_to_approve`',
    after:
      '`require_reauthentication_to_approve` is the new name of `require_password_to_approve`, and wins over it',
  },
  'approvals#later-section-numbers': {
    release: '15.9',
    before: 'One approval is required in each section of `CODEOWNERS` that is not optional',
    after: 'A number behind the heading of a section says how many are: `[Docs][2]`',
    general: true,
  },
  'approvals#later-section-owners': {
    release: '15.11',
    before:
      'Owners behind the heading of a section of `CODEOWNERS` are ignored, as are its lines without owners',
    after: 'They own what the lines of the section name without owners',
    general: true,
  },
  'approvals#later-publish-review': {
    release: '18.6',
    before: '`publish_review` is ignored',
    after: 'Approving with `publish_review` also publishes the drafts of the caller',
  },
  'approvals#later-invalid-rules': {
    release: '16.5',
    before: 'The approvals of a merge request have no `invalid_approvers_rules`',
    after: '`invalid_approvers_rules` names the rules that too few can satisfy',
    doubtful: true,
  },
  'repository#later-unidiff': {
    release: '16.5',
    before: '`unidiff` is ignored',
    after: 'Comparisons and diffs of commits take `unidiff`, which adds the lines `---` and `+++`',
  },
  'repository#later-generated-file': {
    release: '16.9',
    before: 'Diffs have no `generated_file`',
    after: '`generated_file` tells whether a program wrote the file',
    doubtful: true,
  },
  'repository#later-contributors-ref': {
    release: '17.4',
    before: '`ref` of contributors is ignored',
    after: 'Contributors are those of `ref`',
  },
  'repository#later-changelog-version': {
    release: '17.0',
    before: 'The heading of a changelog shows `version` as it is sent',
    after: 'It drops a `v` in front',
    doubtful: true,
  },
  'repository#later-config-ref': {
    release: '18.2',
    before: '`config_file_ref` is ignored',
    after: 'The configuration of a changelog is read at `config_file_ref`',
  },
  'members#later-planner': {
    release: '17.7',
    before: '15 is no role',
    after:
      '15 is the role Planner, between Guest and Reporter: it manages issues, milestones, labels, boards and epics, and reads merge requests, but no code',
  },
  'conventions#later-moved-projects': {
    release: '16.7',
    before: 'The path that a project had before answers 404',
    after: 'It answers 301 to GET, with the address by id, and 405 otherwise',
    general: true,
  },
  'conventions#later-json-errors': {
    release: '18.5',
    before: 'A body that is no JSON answers 400 without saying why',
    after: 'It answers 400 `{"error":"Invalid JSON format"}`, and one that is too deep or too large says so',
    general: true,
  },
  'conventions#later-cursor-headers': {
    release: '18.7',
    before: 'Lists by cursor tell the next page in `Link` alone',
    after: '`X-Next-Cursor` and `X-Prev-Cursor` tell the cursors of the pages around',
    general: true,
  },
  'conventions#later-path-traversal': {
    release: '18.2',
    before: 'A path or query with a segment `..` reaches its operation',
    after: 'It answers 400 `Potential path traversal attempt detected`',
    doubtful: true,
    general: true,
  },
  'conventions#later-exposed-etag': {
    release: '17.4',
    before: 'Pages of other origins cannot read `ETag`',
    after: 'They can: it is among the exposed headers',
    general: true,
  },
  'conventions#later-rate-limit-headers': {
    release: '18.6',
    before: '`RateLimit-*` headers come with 429 alone',
    after:
      '`RateLimit-Name`, `-Limit`, `-Observed`, `-Remaining` and `-Reset` come with every answer that a throttle counted',
    general: true,
  },
  'access-tokens#later-expiry': {
    release: '16.0',
    before: 'Tokens without `expires_at` never end',
    after: 'They end after 365 days',
  },
  'packages#later-pipelines': {
    release: '17.0',
    before: '`pipelines` of a package lists the pipelines that built it',
    after: 'It is an empty list, where there is any',
  },
  'packages#later-npm-unauthorized': {
    release: '16.5',
    before: 'Without credentials an npm package that is not public answers 404',
    after: 'It answers 401',
  },
  'packages#later-version-filter': {
    release: '16.6',
    before: '`package_version` is ignored',
    after: 'The lists take `package_version`',
  },
  'packages#later-deprecated': {
    release: '17.8',
    before: '`status=deprecated` answers 400',
    after: 'It is a status that lists can be narrowed to',
  },
  'packages#later-models': {
    release: '16.2',
    before: '`package_type=ml_model` answers 400',
    after: 'It is a type that lists can be narrowed to',
    doubtful: true,
  },
  'packages#later-cargo': {
    release: '18.5',
    before: '`package_type=cargo` answers 400',
    after: 'It is a type that lists can be narrowed to',
    doubtful: true,
  },
  'packages#later-file-order': {
    release: '17.11',
    before: 'Files of a package are listed by id',
    after: '`order_by` takes `id`, `created_at` and `file_name`, and `sort` the direction',
  },
  'vulnerability-exports#later-expires-at': {
    release: '17.11',
    before: 'An export is there for an hour',
    after: 'It is there for seven days after its end, which `expires_at` tells',
  },
  'vulnerability-exports#later-send-email': {
    release: '17.10',
    before: '`send_email` is ignored',
    after: 'It is taken, and shown: whether its author gets the export by mail',
  },
  'vulnerability-exports#later-one-at-a-time': {
    release: '18.0',
    before: 'Several exports of the same may run at once',
    after: 'A second one answers 429 until the first has ended',
  },
  'vulnerability-exports#later-columns': {
    release: '16.8',
    before: 'The file of an export has sixteen columns',
    after: '`Full Path`, `CVSS Vectors` and `Dismissal Reason` follow, and `Additional Info` is empty',
  },
  'vulnerability-exports#later-id-column': {
    release: '18.2',
    before: 'The file of an export does not tell ids',
    after: 'The column `Vulnerability ID` is its last',
  },
  'audit-events#later-event-name': {
    release: '17.0',
    before: 'Audit events have no `event_name`',
    after: '`event_name` names the kind of the event, or is null',
    doubtful: true,
  },
  'audit-events#later-keyset': {
    release: '15.10',
    before: '`pagination=keyset` is ignored in the lists of a project and of the instance',
    after: 'It lists by cursor, ordered by `id`',
  },
  'audit-events#later-instance-scope': {
    release: '17.3',
    before: '`entity_type=Gitlab::Audit::InstanceScope` answers 400',
    after: 'It lists what concerns the instance itself',
  },
  'protected-tags#later-deploy-key': {
    release: '16.0',
    before: 'Access levels of protected tags have no `deploy_key_id`',
    after: 'They have, null unless the level is that of a deploy key',
  },
  'protected-tags#later-allowed-key': {
    release: '17.5',
    before: '`deploy_key_id` of `allowed_to_create` is ignored',
    after: 'Deploy keys of the project that may write can be allowed to create tags',
  },
  'protected-branches#later-of-groups': {
    release: '17.6',
    before: 'Groups have no protected branches',
    after:
      'Owners of a group at the top protect branches in all of its projects: `GET`, `POST`, `PATCH` and `DELETE /groups/:id/protected_branches`',
  },
  'protected-branches#later-inherited': {
    release: '17.6',
    before: 'Protected branches have no `inherited`',
    after: '`inherited` tells whether a protected branch is that of the group',
    doubtful: true,
  },
  'suggestions#later-co-authors': {
    release: '16.11',
    before: 'The author of suggestions authors the commit, if there is one alone',
    after:
      'Whoever applies them authors it, and the message ends with a line `Co-authored-by` for each other author',
    doubtful: true,
  },
  'project-import#later-namespace': {
    release: '18.7',
    before: '`namespace_id` and `namespace_path` are ignored',
    after: 'They name the namespace of the new project, as `namespace` does',
  },
  'project-import#later-unfinished': {
    release: '16.5',
    before: 'Pipelines and jobs of an archive that have not ended stay as they are for ever',
    after: 'They are canceled',
    general: true,
  },
  'project-import#later-issue-type': {
    release: '16.3',
    before: 'An issue of an archive whose type there is not is passed over and told in `failed_relations`',
    after: 'It has the usual type',
    doubtful: true,
    general: true,
  },
  'project-import#later-error-hidden': {
    release: '16.4',
    before: 'Everybody who sees the project reads `import_error`',
    after: 'Those below Maintainer read that a Maintainer should look, and anonymous callers null',
  },
  'project-export#later-once': {
    release: '18.5',
    before: 'A second export may be started while one is on its way',
    after: 'It answers 400',
  },
  'external-import#later-timeout': {
    release: '16.5',
    before: '`timeout_strategy` is ignored',
    after: 'It is `optimistic` or `pessimistic`',
  },
  'external-import#later-collaborators': {
    release: '16.0',
    before: '`collaborators_import` of `optional_stages` is ignored',
    after: 'It is a switch',
  },
  'external-import#later-answer': {
    release: '16.5',
    before:
      'The answer of an import from the hosted service is `id`, `name`, `full_path` and `full_name`; no import shows `refs_url` and `relation_type`',
    after:
      'It is that of the other imports, and all of them have `refs_url`, and end with `relation_type`, which is null',
    doubtful: true,
  },
  'external-import#later-pagination': {
    release: '17.1',
    before: '`pagination_limit` is ignored',
    after: 'It is a number from 1 to 100; anything else answers 400',
    doubtful: true,
  },
  'bulk-imports#later-memberships': {
    release: '17.5',
    before: '`migrate_memberships` is ignored',
    after: 'It is taken, and shown: whether members are migrated, too',
  },
  'keys#later-deploy-key-text': {
    release: '16.0',
    before: 'A deploy key that is looked up shows the name of its user instead of its comment',
    after: 'It shows the comment that it came with',
    doubtful: true,
  },
  'epics#later-personal-issues': {
    release: '18.6',
    before: 'An issue of a personal project cannot be in an epic',
    after: 'It can',
    doubtful: true,
  },
  'merge-requests#later-approved': {
    release: '15.11',
    before: '`approved` is ignored',
    after: '`approved` is `yes` or `no`, and narrows nothing unless a flag of the service is on',
    doubtful: true,
  },
  'dependencies#later-pnpm': {
    release: '15.11',
    before: '`package_manager=pnpm` answers 400',
    after: 'It is a package manager that the list can be narrowed to',
  },
  'dependencies#later-poetry': {
    release: '16.6',
    before: '`package_manager=poetry` answers 400',
    after: 'It is a package manager that the list can be narrowed to',
    doubtful: true,
  },
  'dependencies#later-apk': {
    release: '17.0',
    before: '`package_manager=apk` answers 400',
    after: 'It is a package manager that the list can be narrowed to',
    doubtful: true,
  },
  'dependencies#later-managers': {
    release: '18.0',
    before: '`package_manager` answers 400 to `conda`, `pub` and `cargo`',
    after: 'They are package managers that the list can be narrowed to',
    doubtful: true,
  },
  'dependencies#later-empty-filter': {
    release: '17.0',
    before: 'An empty `package_manager` lists nothing',
    after: 'It is no filter',
    doubtful: true,
  },
  'dependencies#later-role': {
    release: '18.3',
    before: 'Whoever is signed in and reads the code reads the dependencies',
    after: 'Reporters do, and auditors',
  },
  'runners#later-group-role': {
    release: '16.4',
    before: 'Owners list the runners of a group',
    after: 'Maintainers do, too',
  },
  'runners#later-owner-project': {
    release: '17.9',
    before: 'A runner is not disabled in its only project',
    after: 'It is not disabled in its owner project, the one in which it was first',
  },
  'runners#later-verified': {
    release: '15.9',
    before: 'Verifying a runner answers `200`',
    after: 'It answers `id`, `token` and `token_expires_at`',
  },
  'repository#later-unpaged': {
    release: '16.1',
    before: '`pagination=none` answers 400 for trees',
    after: 'A recursive tree is listed whole with `pagination=none`',
  },
  'access-tokens#later-longest': {
    release: '16.0',
    before: 'A token may end on any day',
    after: 'A day more than 365 days ahead is refused, unless the installation lets tokens last for ever',
  },
  'packages#later-list-of-pipelines': {
    release: '16.1',
    before: 'Pipelines of a package are not listed on their own',
    after: '`GET /projects/:id/packages/:package_id/pipelines` lists them by cursor, the newest first',
  },
  'packages#later-checksum': {
    release: '18.6',
    before: 'A generic package file is handed out without its checksum',
    after: '`X-Checksum-SHA256` tells it',
  },
  'packages#later-download': {
    release: '18.4',
    before: 'A file of a package is downloaded by its registry alone',
    after: '`GET /projects/:id/packages/:package_id/package_files/:package_file_id/download` hands it out',
  },
  'runners#later-managers': {
    release: '17.1',
    before: '`system_id` of a runner is ignored',
    after:
      '`GET /runners/:id/managers` lists the machines of a runner, each by the `system_id` that it tells',
  },
  'runners#later-jobs-of-machine': {
    release: '16.8',
    before: '`system_id` is ignored in the list of jobs of a runner',
    after: '`system_id` narrows the list to jobs of one machine',
  },
  'runners#later-list-of-projects': {
    release: '18.6',
    before: 'Projects of a runner are not listed on their own',
    after: '`GET /runners/:id/projects` lists those that the caller sees',
  },
  'packages#later-pipelines-hidden': {
    release: '18.6',
    before: 'Whoever sees a package sees the pipelines that built it',
    after: 'They are absent for whoever may not see the pipelines of the project',
  },
  'repository#later-changelog-limit': {
    release: '17.7',
    before: 'Changelogs have no limit of their own',
    after: 'A user has five a minute of a project, where requests are limited',
    doubtful: true,
  },
  'repository#later-changelog-by-job': {
    release: '17.7',
    before: 'A job token counts as none for a changelog',
    after: 'It generates one',
  },
  'repository#later-exclude-paths': {
    release: '17.10',
    before: '`exclude_paths` is ignored',
    after: 'Archives take `exclude_paths`, files and directories that are left out',
    doubtful: true,
  },
  'search#later-fields': {
    release: '17.5',
    before: '`fields` is ignored',
    after: '`fields=title` looks for merge requests and issues by their titles alone, in advanced search',
  },
  'bulk-imports#later-projects': {
    release: '15.11',
    before: 'Groups are migrated, with their projects',
    after: '`source_type=project_entity` migrates a project on its own',
  },
  'bulk-imports#later-start-limit': {
    release: '15.9',
    before: 'Starting migrations has no limit of its own',
    after: 'A user starts six a minute, where requests are limited',
  },
  'bulk-imports#later-source-text': {
    release: '15.10',
    before: 'A source that is none is refused as one to which there is no connection',
    after: 'It is refused as an invalid address',
  },
  'bulk-imports#later-token-text': {
    release: '17.8',
    before: 'A token that opens nothing at the source is refused as one without the scope `api`',
    after: 'The refusal asks to check address and token',
    doubtful: true,
  },
  'bulk-imports#later-version-text': {
    release: '18.9',
    before:
      'Refusals of migrations have short forms, and that of an old source is `Unsupported GitLab Version`',
    after:
      "They have none, and that of an old source is `Unsupported GitLab version. The minimum supported version is '14'.`",
    doubtful: true,
  },
  'bulk-imports#later-destination-taken': {
    release: '15.9',
    before: 'A migration to a path that is taken begins, and fails',
    after: 'It is refused with 422',
  },
  'bulk-imports#later-destination': {
    release: '15.11',
    before: 'A migration into a group that is missing, or not open to the caller, begins, and fails',
    after: 'It is refused with 422',
    doubtful: true,
  },
  'bulk-imports#later-source-switch': {
    release: '15.11',
    before: 'A migration from a source that has migrations switched off begins, and fails',
    after: 'It is refused with 422',
  },
  'bulk-imports#later-source-group': {
    release: '16.11',
    before: 'A migration of a group that the source has not, or does not let go, begins, and fails',
    after: 'It is refused with 422 if it is the first that is asked for',
    doubtful: true,
  },
  'bulk-imports#later-path-rules': {
    release: '16.4',
    before: 'Paths of a migration may end in a dash or an underscore',
    after: 'The last segment of a destination ends in a letter or digit, and the refusals have other texts',
    doubtful: true,
  },
  'bulk-imports#later-cancel': {
    release: '17.1',
    before: 'Migrations cannot be canceled',
    after: '`POST /bulk_imports/:import_id/cancel` cancels one, and `canceled` is a status',
  },
  'bulk-imports#later-list-of-failures': {
    release: '16.6',
    before: 'Failures of an entity are not listed on their own',
    after: '`GET /bulk_imports/:import_id/entities/:entity_id/failures` lists them',
  },
  'bulk-imports#later-stale': {
    release: '16.7',
    before: 'A migration times out eight hours after it began',
    after: 'It times out when nothing of it has changed for 24 hours',
    doubtful: true,
  },
  'bulk-imports#later-failures': {
    release: '16.6',
    before: 'Failures of an entity tell its step, its class and its time',
    after: 'They tell `source_url` and `source_title` instead',
    doubtful: true,
  },
  'project-export#later-of-user': {
    release: '17.3',
    before: 'An export is that of the project, for all who may export it',
    after: 'It is that of the user who asked for it: others neither see nor download it',
  },
  'access-tokens#later-routable': {
    release: '18.0',
    before: 'A new personal access token is its prefix and 20 characters',
    after: 'It is longer, and has two dots',
    general: true,
  },
  'access-tokens#later-deploy-token': {
    release: '16.7',
    before: 'A deploy token has no prefix',
    after: 'A new one begins with `gldt-`',
    general: true,
  },
  'access-tokens#later-description': {
    release: '17.7',
    before: 'Tokens of users, projects and groups have no `description`',
    after: '`description` is taken when a token is created, and shown; null unless sent',
    doubtful: true,
  },
  'access-tokens#later-last-used-ips': {
    release: '17.10',
    before: 'Personal access tokens have no `last_used_ips`',
    after: '`last_used_ips` ends them where they are read',
    doubtful: true,
  },
  'jobs#later-token': {
    release: '16.9',
    before: 'The token of a job has no prefix',
    after: 'It begins with `glcbt-`',
    general: true,
  },
  'runners#later-token': {
    release: '17.11',
    before: 'A runner that registers with a registration token gets a token without a prefix',
    after: 'Its token begins with `glrtr-`',
    general: true,
  },
  'repository#later-straight': {
    release: '18.7',
    before: '`web_url` of a comparison does not tell that it is straight',
    after: 'It ends in `?straight=true` then',
  },
  'users#later-auditors': {
    release: '16.5',
    before: '`auditors` is ignored in the list of users',
    after: '`auditors=true` narrows the list to auditors, for administrators',
    doubtful: true,
  },
  'pipelines#later-name': {
    release: '16.3',
    before: 'Pipelines have no `name`',
    after: '`name` of a pipeline, in the list of its project and on its own, is that of `workflow:name`',
  },
  'pipelines#later-name-filter': {
    release: '16.9',
    before: '`name` is ignored in the list of pipelines',
    after: '`name` narrows the list to pipelines with that name',
  },
  'hooks#later-member-events': {
    release: '16.11',
    before: 'Webhooks of groups neither take nor show `member_events`; pages alone switch them on',
    after: '`member_events` is a parameter and an attribute of webhooks of groups',
    doubtful: true,
  },
  'hooks#later-names': {
    release: '17.1',
    before: 'Webhooks have neither name nor description',
    after: '`name` and `description` are taken and shown; null unless sent',
  },
} as const satisfies { readonly [source: string]: Change }

export type ChangeId = keyof typeof changes
export const changeIds = Object.keys(changes) as readonly ChangeId[]
