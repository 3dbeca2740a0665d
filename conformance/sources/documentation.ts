// Written by `npm run docs` from the pages beside it: what each names of the service’s documentation.
// biome-ignore format: a line an entry
export const documentation: { readonly [page: string]: { readonly [entry: string]: string } | undefined } = {
  'access-requests': {
    'Group and project access requests API': 'https://docs.gitlab.com/ee/api/access_requests.html',
  },
  'access-tokens': {
    'Personal access tokens API': 'https://docs.gitlab.com/ee/api/personal_access_tokens.html',
    'Project access tokens API': 'https://docs.gitlab.com/ee/api/project_access_tokens.html',
    'Group access tokens API': 'https://docs.gitlab.com/ee/api/group_access_tokens.html',
    'Deploy tokens API': 'https://docs.gitlab.com/ee/api/deploy_tokens.html',
    'Service accounts API': 'https://docs.gitlab.com/ee/api/service_accounts.html',
  },
  'approvals': {
    'Merge request approvals API': 'https://docs.gitlab.com/ee/api/merge_request_approvals.html',
  },
  'audit-events': {
    'Audit events API': 'https://docs.gitlab.com/ee/api/audit_events.html',
  },
  'avatars': {
    'Avatar API': 'https://docs.gitlab.com/ee/api/avatar.html',
    'Projects API': 'https://docs.gitlab.com/ee/api/projects.html',
    'Groups API': 'https://docs.gitlab.com/ee/api/groups.html',
  },
  'award-emoji': {
    'Emoji reactions API': 'https://docs.gitlab.com/ee/api/emoji_reactions.html',
  },
  'badges': {
    'Project badges API': 'https://docs.gitlab.com/ee/api/project_badges.html',
    'Group badges API': 'https://docs.gitlab.com/ee/api/group_badges.html',
  },
  'boards': {
    'Project issue boards API': 'https://docs.gitlab.com/ee/api/boards.html',
    'Group issue boards API': 'https://docs.gitlab.com/ee/api/group_boards.html',
  },
  'branches': {
    'Branches API': 'https://docs.gitlab.com/ee/api/branches.html',
  },
  'bulk-imports': {
    'Group and project migration by direct transfer API': 'https://docs.gitlab.com/ee/api/bulk_imports.html',
  },
  'clusters': {
    'Project clusters API': 'https://docs.gitlab.com/ee/api/project_clusters.html',
    'Group clusters API': 'https://docs.gitlab.com/ee/api/group_clusters.html',
    'Instance clusters API': 'https://docs.gitlab.com/ee/api/instance_clusters.html',
    'Agents for Kubernetes API': 'https://docs.gitlab.com/ee/api/cluster_agents.html',
  },
  'commits': {
    'Commits API': 'https://docs.gitlab.com/ee/api/commits.html',
  },
  'container-registry': {
    'Container registry API': 'https://docs.gitlab.com/ee/api/container_registry.html',
    'Container repository protection rules API': 'https://docs.gitlab.com/ee/api/container_repository_protection_rules.html',
    'Container registry protection tag rules API': 'https://docs.gitlab.com/ee/api/container_registry_protection_tag_rules.html',
  },
  'conventions': {
    'REST API': 'https://docs.gitlab.com/ee/api/rest/index.html',
    'OAuth 2.0 API': 'https://docs.gitlab.com/ee/api/oauth2.html',
    'Personal access tokens API': 'https://docs.gitlab.com/ee/api/personal_access_tokens.html',
  },
  'custom-attributes': {
    'Custom attributes API': 'https://docs.gitlab.com/ee/api/custom_attributes.html',
  },
  'dependencies': {
    'Dependencies API': 'https://docs.gitlab.com/ee/api/dependencies.html',
  },
  'deployments': {
    'Deployments API': 'https://docs.gitlab.com/ee/api/deployments.html',
    'Environments API': 'https://docs.gitlab.com/ee/api/environments.html',
    'Protected environments API': 'https://docs.gitlab.com/ee/api/protected_environments.html',
    'Group-level protected environments API': 'https://docs.gitlab.com/ee/api/group_protected_environments.html',
    'Pages API': 'https://docs.gitlab.com/ee/api/pages.html',
    'Pages domains API': 'https://docs.gitlab.com/ee/api/pages_domains.html',
  },
  'discussions': {
    'Notes API': 'https://docs.gitlab.com/ee/api/notes.html',
    'Discussions API': 'https://docs.gitlab.com/ee/api/discussions.html',
    'Draft notes API': 'https://docs.gitlab.com/ee/api/draft_notes.html',
  },
  'epics': {
    'Epics API': 'https://docs.gitlab.com/ee/api/epics.html',
    'Epic issues API': 'https://docs.gitlab.com/ee/api/epic_issues.html',
    'Epic links API': 'https://docs.gitlab.com/ee/api/epic_links.html',
    'Linked epics API': 'https://docs.gitlab.com/ee/api/linked_epics.html',
  },
  'external-import': {
    'Import API': 'https://docs.gitlab.com/ee/api/import.html',
  },
  'feature-flag-user-lists': {
    'Feature flag user lists API': 'https://docs.gitlab.com/ee/api/feature_flag_user_lists.html',
  },
  'feature-flags': {
    'Feature flags API': 'https://docs.gitlab.com/ee/api/feature_flags.html',
  },
  'groups': {
    'Groups API': 'https://docs.gitlab.com/ee/api/groups.html',
    'Namespaces API': 'https://docs.gitlab.com/ee/api/namespaces.html',
    'Group import and export API': 'https://docs.gitlab.com/ee/api/group_import_export.html',
    'SAML group links API': 'https://docs.gitlab.com/ee/api/saml.html',
    'Member roles API': 'https://docs.gitlab.com/ee/api/member_roles.html',
  },
  'hooks': {
    'Project webhooks API': 'https://docs.gitlab.com/ee/api/project_webhooks.html',
    'Group webhooks API': 'https://docs.gitlab.com/ee/api/group_webhooks.html',
    'System hooks API': 'https://docs.gitlab.com/ee/api/system_hooks.html',
    'Integrations API': 'https://docs.gitlab.com/ee/api/integrations.html',
    'External status checks API': 'https://docs.gitlab.com/ee/api/status_checks.html',
  },
  'installation': {
    'Version API': 'https://docs.gitlab.com/ee/api/version.html',
    'Metadata API': 'https://docs.gitlab.com/ee/api/metadata.html',
    'License API': 'https://docs.gitlab.com/ee/api/license.html',
    'Appearance API': 'https://docs.gitlab.com/ee/api/appearance.html',
    'Broadcast messages API': 'https://docs.gitlab.com/ee/api/broadcast_messages.html',
    'Plan limits API': 'https://docs.gitlab.com/ee/api/plan_limits.html',
    'Features API': 'https://docs.gitlab.com/ee/api/features.html',
    'Application statistics API': 'https://docs.gitlab.com/ee/api/statistics.html',
    'Applications API': 'https://docs.gitlab.com/ee/api/applications.html',
    'Markdown API': 'https://docs.gitlab.com/ee/api/markdown.html',
    'Sidekiq metrics API': 'https://docs.gitlab.com/ee/api/sidekiq_metrics.html',
    'Project templates API': 'https://docs.gitlab.com/ee/api/project_templates.html',
    'Licenses API': 'https://docs.gitlab.com/ee/api/templates/licenses.html',
  },
  'issues': {
    'Issues API': 'https://docs.gitlab.com/ee/api/issues.html',
    'Issue links API': 'https://docs.gitlab.com/ee/api/issue_links.html',
    'Issues statistics API': 'https://docs.gitlab.com/ee/api/issues_statistics.html',
    'To-do items API': 'https://docs.gitlab.com/ee/api/todos.html',
  },
  'jobs': {
    'Jobs API': 'https://docs.gitlab.com/ee/api/jobs.html',
    'Job artifacts API': 'https://docs.gitlab.com/ee/api/job_artifacts.html',
  },
  'keys': {
    'Keys API': 'https://docs.gitlab.com/ee/api/keys.html',
    'Deploy keys API': 'https://docs.gitlab.com/ee/api/deploy_keys.html',
    'Users API': 'https://docs.gitlab.com/ee/api/users.html',
  },
  'labels': {
    'Labels API': 'https://docs.gitlab.com/ee/api/labels.html',
    'Group-level labels API': 'https://docs.gitlab.com/ee/api/group_labels.html',
  },
  'members': {
    'Group and project members API': 'https://docs.gitlab.com/ee/api/members.html',
    'Invitations API': 'https://docs.gitlab.com/ee/api/invitations.html',
  },
  'merge-requests': {
    'Merge requests API': 'https://docs.gitlab.com/ee/api/merge_requests.html',
  },
  'milestones': {
    'Project milestones API': 'https://docs.gitlab.com/ee/api/milestones.html',
    'Group milestones API': 'https://docs.gitlab.com/ee/api/group_milestones.html',
  },
  'packages': {
    'Packages API': 'https://docs.gitlab.com/ee/api/packages.html',
    'Generic packages': 'https://docs.gitlab.com/ee/user/packages/generic_packages/',
    'npm API': 'https://docs.gitlab.com/ee/api/packages/npm.html',
    'npm registry': 'https://docs.gitlab.com/ee/user/packages/npm_registry/',
    'PyPI API': 'https://docs.gitlab.com/ee/api/packages/pypi.html',
    'PyPI registry': 'https://docs.gitlab.com/ee/user/packages/pypi_repository/',
    'Maven API': 'https://docs.gitlab.com/ee/api/packages/maven.html',
    'Maven registry': 'https://docs.gitlab.com/ee/user/packages/maven_repository/',
  },
  'pipelines': {
    'Pipelines API': 'https://docs.gitlab.com/ee/api/pipelines.html',
    'Pipeline schedules API': 'https://docs.gitlab.com/ee/api/pipeline_schedules.html',
    'Pipeline triggers API': 'https://docs.gitlab.com/ee/api/pipeline_triggers.html',
    'Project-level variables API': 'https://docs.gitlab.com/ee/api/project_level_variables.html',
    'Group-level variables API': 'https://docs.gitlab.com/ee/api/group_level_variables.html',
    'Instance-level CI/CD variables API': 'https://docs.gitlab.com/ee/api/instance_level_ci_variables.html',
    'CI lint API': 'https://docs.gitlab.com/ee/api/lint.html',
    'Freeze periods API': 'https://docs.gitlab.com/ee/api/freeze_periods.html',
    'CI/CD job token scope API': 'https://docs.gitlab.com/ee/api/project_job_token_scopes.html',
    'Resource groups API': 'https://docs.gitlab.com/ee/api/resource_groups.html',
  },
  'project-export': {
    'Project import and export API': 'https://docs.gitlab.com/ee/api/project_import_export.html',
    'Project relations export API': 'https://docs.gitlab.com/ee/api/project_relations_export.html',
    'Group relations export API': 'https://docs.gitlab.com/ee/api/group_relations_export.html',
  },
  'project-import': {
    'Project import and export API': 'https://docs.gitlab.com/ee/api/project_import_export.html',
  },
  'projects': {
    'Projects API': 'https://docs.gitlab.com/ee/api/projects.html',
  },
  'protected-branches': {
    'Protected branches API': 'https://docs.gitlab.com/ee/api/protected_branches.html',
  },
  'protected-tags': {
    'Protected tags API': 'https://docs.gitlab.com/ee/api/protected_tags.html',
  },
  'push-rules': {
    'Push rules of projects': 'https://docs.gitlab.com/ee/api/projects.html#push-rules',
    'Push rules of groups': 'https://docs.gitlab.com/ee/api/groups.html#push-rules',
    'what they do': 'https://docs.gitlab.com/ee/user/project/repository/push_rules.html',
  },
  'releases': {
    'Releases API': 'https://docs.gitlab.com/ee/api/releases/',
    'Release links API': 'https://docs.gitlab.com/ee/api/releases/links.html',
    'Group releases API': 'https://docs.gitlab.com/ee/api/group_releases.html',
  },
  'remote-mirrors': {
    'Project remote mirrors API': 'https://docs.gitlab.com/ee/api/remote_mirrors.html',
    'Project pull mirroring API': 'https://docs.gitlab.com/ee/api/project_pull_mirroring.html',
  },
  'repository-files': {
    'Repository files API': 'https://docs.gitlab.com/ee/api/repository_files.html',
  },
  'repository': {
    'Repositories API': 'https://docs.gitlab.com/ee/api/repositories.html',
    'Repository submodules API': 'https://docs.gitlab.com/ee/api/repository_submodules.html',
    'Changelogs': 'https://docs.gitlab.com/ee/user/project/changelogs.html',
  },
  'resource-events': {
    'Resource label events API': 'https://docs.gitlab.com/ee/api/resource_label_events.html',
    'Resource milestone events API': 'https://docs.gitlab.com/ee/api/resource_milestone_events.html',
    'Resource state events API': 'https://docs.gitlab.com/ee/api/resource_state_events.html',
    'Resource weight events API': 'https://docs.gitlab.com/ee/api/resource_weight_events.html',
  },
  'runners': {
    'Runners API': 'https://docs.gitlab.com/ee/api/runners.html',
    'Users API': 'https://docs.gitlab.com/ee/api/users.html',
  },
  'search': {
    'Search API': 'https://docs.gitlab.com/ee/api/search.html',
  },
  'settings': {
    'Application settings API': 'https://docs.gitlab.com/ee/api/settings.html',
  },
  'snippets': {
    'Snippets API': 'https://docs.gitlab.com/ee/api/snippets.html',
    'Project snippets API': 'https://docs.gitlab.com/ee/api/project_snippets.html',
  },
  'suggestions': {
    'Suggest changes API': 'https://docs.gitlab.com/ee/api/suggestions.html',
  },
  'tags': {
    'Tags API': 'https://docs.gitlab.com/ee/api/tags.html',
  },
  'topics': {
    'Topics API': 'https://docs.gitlab.com/ee/api/topics.html',
  },
  'uploads': {
    'Markdown uploads API': 'https://docs.gitlab.com/ee/api/project_markdown_uploads.html',
  },
  'users': {
    'Users API': 'https://docs.gitlab.com/ee/api/users.html',
    'Events API': 'https://docs.gitlab.com/ee/api/events.html',
    'Notification settings API': 'https://docs.gitlab.com/ee/api/notification_settings.html',
  },
  'vulnerability-exports': {
    'Vulnerability export API': 'https://docs.gitlab.com/ee/api/vulnerability_exports.html',
  },
  'wikis': {
    'Project wikis API': 'https://docs.gitlab.com/ee/api/wikis.html',
    'Group wikis API': 'https://docs.gitlab.com/ee/api/group_wikis.html',
  },
}
