import type { Changes } from './change.ts'

export const projects = {
  'projects#later-emails-enabled': {
    release: '16.3',
    before: 'Projects have `emails_disabled` alone',
    after: '`emails_enabled` stands beside it, the opposite',
    doubtful: true,
  },
  'projects#later-object-format': {
    release: '16.9',
    before: 'Projects have no `repository_object_format`',
    after: '`repository_object_format` is `sha1`',
  },
  'projects#later-visibility': {
    release: '18.2',
    before: 'The simple form of a project has no `visibility`',
    after: 'It has `visibility`',
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
  'projects#later-push-protection-shown': {
    release: '18.9',
    before: 'Whether secrets are looked for in pushes is shown to Maintainers',
    after: 'It is shown to Developers, too',
    doubtful: true,
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
  'projects#later-hidden': {
    release: '16.6',
    before: '`include_hidden` and `include_pending_delete` are ignored',
    after: 'The list of projects takes both, for administrators',
  },
  'projects#later-user-filters': {
    release: '16.0',
    before: 'The list of the projects of a user has fewer filters than that of all',
    after: 'It has the same, such as `topic`, `imported` and `last_activity_after`',
    doubtful: true,
  },
  'projects#later-runners-token': {
    release: '18.9',
    before: '`runners_token` is shown to Maintainers, whatever runners register with',
    after: 'It is not shown while registration tokens are switched off',
    doubtful: true,
  },
  'projects#later-18-3': {
    release: '18.3',
    before: 'Projects have no `spp_repository_pipeline_access`',
    after: 'With a plan of ultimate they show and take it',
  },
  'projects#later-18-4-likely': {
    release: '18.4',
    before: 'Projects have no `duo_remote_flows_enabled`',
    after: 'With a plan of premium they show and take it',
    doubtful: true,
  },
  'projects#later-18-5-likely': {
    release: '18.5',
    before: 'Projects have no `duo_sast_fp_detection_enabled`',
    after: 'With a plan of ultimate they show and take it',
    doubtful: true,
  },
  'projects#later-18-7-likely': {
    release: '18.7',
    before: 'Projects have neither `duo_foundational_flows_enabled` nor `duo_sast_vr_workflow_enabled`',
    after: 'They show them, the first with a plan of premium, the second of ultimate, and take the second',
    doubtful: true,
  },
  'projects#later-limits': {
    release: '18.1',
    before:
      'Those who sign in read projects as often as they like; anonymous callers list them 400 times in ten minutes',
    after:
      'Where requests are limited, a user lists projects 2,000 times in ten minutes, and those of a user 300 times a minute; a project is read 400 times a minute',
  },
} as const satisfies Changes<'projects'>
