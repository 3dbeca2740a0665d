/** A parameter of an integration. */
export interface IntegrationField {
  readonly type: 'text' | 'flag' | 'number'
  readonly required: boolean
  /** A secret, which is never shown. */
  readonly secret: boolean
}

/** A kind of integration of projects and groups. */
export interface IntegrationKind {
  readonly title: string
  readonly fields: { readonly [name: string]: IntegrationField }
}

/** Names with marks: `!` required, `*` secret, `?` boolean, `#` number. */
function kind(title: string, names = ''): IntegrationKind {
  const fields = names.split(' ').filter((name) => name !== '')
  return {
    title,
    fields: Object.fromEntries(fields.map((name) => [name.replace(/[!*?#]/g, ''), marked(name)])),
  }
}

function marked(name: string): IntegrationField {
  const type = name.includes('?') ? 'flag' : name.includes('#') ? 'number' : 'text'
  return { type, required: name.includes('!'), secret: name.includes('*') }
}

const chat =
  'webhook!* username channel notify_only_broken_pipelines? branches_to_be_notified labels_to_be_notified labels_to_be_notified_behavior push_channel issue_channel confidential_issue_channel merge_request_channel note_channel confidential_note_channel tag_push_channel pipeline_channel wiki_page_channel'
const tracker = 'project_url! issues_url!'
const build = 'enable_ssl_verification?'

/** By the names under which the API knows them. */
export const integrationKinds: { readonly [slug: string]: IntegrationKind } = {
  'apple-app-store': kind(
    'Apple App Store Connect',
    'app_store_issuer_id! app_store_key_id! app_store_private_key!* app_store_private_key_file_name! app_store_protected_refs?',
  ),
  asana: kind('Asana', 'api_key!* restrict_to_branch'),
  assembla: kind('Assembla', 'token!* subdomain'),
  bamboo: kind('Atlassian Bamboo', `bamboo_url! build_key! username! password!* ${build}`),
  bugzilla: kind('Bugzilla', `${tracker} new_issue_url!`),
  buildkite: kind('Buildkite', `token!* project_url! ${build}`),
  campfire: kind('Campfire', 'token!* subdomain room'),
  clickup: kind('ClickUp', tracker),
  confluence: kind('Confluence Workspace', 'confluence_url!'),
  'custom-issue-tracker': kind('Custom issue tracker', `${tracker} new_issue_url!`),
  datadog: kind(
    'Datadog',
    'api_key!* api_url datadog_env datadog_service datadog_site datadog_tags archive_trace_events? datadog_ci_visibility?',
  ),
  diffblue: kind(
    'Diffblue Cover',
    'diffblue_license_key!* diffblue_access_token_name! diffblue_access_token_secret!*',
  ),
  discord: kind('Discord Notifications', 'webhook!* notify_only_broken_pipelines? branches_to_be_notified'),
  'drone-ci': kind('Drone', `token!* drone_url! ${build}`),
  'emails-on-push': kind(
    'Emails on push',
    'recipients! disable_diffs? send_from_committer_email? branches_to_be_notified',
  ),
  ewm: kind('IBM Engineering Workflow Management', `${tracker} new_issue_url!`),
  'external-wiki': kind('External wiki', 'external_wiki_url!'),
  'gitlab-slack-application': kind(
    'GitLab for Slack app',
    'channel notify_only_broken_pipelines? branches_to_be_notified',
  ),
  'google-play': kind(
    'Google Play',
    'package_name! service_account_key!* service_account_key_file_name! google_play_protected_refs?',
  ),
  'hangouts-chat': kind('Google Chat', 'webhook!* notify_only_broken_pipelines? branches_to_be_notified'),
  harbor: kind('Harbor', 'url! project_name! username! password!*'),
  irker: kind(
    'irker (IRC gateway)',
    'recipients! default_irc_uri server_host server_port# colorize_messages?',
  ),
  jenkins: kind('Jenkins', `jenkins_url! project_name! username password* ${build}`),
  jira: kind(
    'Jira',
    'url! api_url jira_auth_type# username password!* active? jira_issue_prefix jira_issue_regex jira_issue_transition_automatic? jira_issue_transition_id commit_events? merge_requests_events? comment_on_event_enabled? issues_enabled? project_keys project_key vulnerabilities_enabled?',
  ),
  mattermost: kind('Mattermost notifications', chat),
  'mattermost-slash-commands': kind('Mattermost slash commands', 'token!*'),
  'microsoft-teams': kind(
    'Microsoft Teams notifications',
    'webhook!* notify_only_broken_pipelines? branches_to_be_notified',
  ),
  packagist: kind('Packagist', 'username! token!* server'),
  phorge: kind('Phorge', tracker),
  'pipelines-email': kind(
    'Pipeline status emails',
    'recipients notify_only_broken_pipelines? notify_only_default_branch? branches_to_be_notified',
  ),
  pivotaltracker: kind('Pivotal Tracker', 'token!* restrict_to_branch'),
  prometheus: kind(
    'Prometheus',
    'api_url! google_iap_audience_client_id google_iap_service_account_json* manual_configuration?',
  ),
  pumble: kind('Pumble', 'webhook!* branches_to_be_notified notify_only_broken_pipelines?'),
  pushover: kind('Pushover', 'api_key!* user_key!* priority! device sound'),
  redmine: kind('Redmine', `${tracker} new_issue_url!`),
  slack: kind('Slack notifications', chat),
  'slack-slash-commands': kind('Slack slash commands', 'token!*'),
  'squash-tm': kind('Squash TM', 'url! token*'),
  teamcity: kind('JetBrains TeamCity', `teamcity_url! build_type! username! password!* ${build}`),
  telegram: kind(
    'Telegram',
    'token!* room! hostname thread# notify_only_broken_pipelines? branches_to_be_notified',
  ),
  'unify-circuit': kind('Unify Circuit', 'webhook!* notify_only_broken_pipelines? branches_to_be_notified'),
  'webex-teams': kind('Webex Teams', 'webhook!* notify_only_broken_pipelines? branches_to_be_notified'),
  youtrack: kind('YouTrack', tracker),
  zentao: kind('ZenTao', 'url! api_url api_token!* zentao_product_xid!'),
}

/** The events of integrations, and whether each is on by default. */
export const integrationEvents: { readonly [name: string]: boolean } = {
  commit_events: true,
  push_events: true,
  issues_events: true,
  incident_events: true,
  alert_events: true,
  confidential_issues_events: true,
  merge_requests_events: true,
  tag_push_events: true,
  deployment_events: false,
  note_events: true,
  confidential_note_events: true,
  pipeline_events: true,
  wiki_page_events: true,
  job_events: true,
  comment_on_event_enabled: true,
  group_mention_events: false,
  group_confidential_mention_events: false,
}
