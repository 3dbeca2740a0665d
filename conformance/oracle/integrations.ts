import type { Params } from '../kit/query.ts'

/** An integration with a value for each of its parameters (hooks#integration-properties). */
export interface IntegrationProperties {
  readonly slug: string
  /** What is kept and shown. */
  readonly shown: Params
  /** What is kept and never shown. */
  readonly secret?: Params
}

const address = 'https://there.example'

const build = { enable_ssl_verification: true }

const channels = Object.fromEntries(
  ['push', 'issue', 'confidential_issue', 'merge_request', 'note', 'confidential_note', 'tag_push']
    .concat('pipeline', 'wiki_page')
    .map((event) => [`${event}_channel`, `#of-${event}`]),
)

/** Integrations that have every parameter between them; those with most parameters first. */
export const integrationsWithProperties: readonly IntegrationProperties[] = [
  {
    slug: 'mattermost',
    shown: {
      ...channels,
      ...{ username: 'messenger', channel: '#all' },
      ...{ notify_only_broken_pipelines: true, branches_to_be_notified: 'protected' },
      ...{ labels_to_be_notified: '~bug', labels_to_be_notified_behavior: 'match_all' },
    },
    secret: { webhook: `${address}/hooks/a-secret` },
  },
  {
    slug: 'jira',
    shown: {
      ...{ url: address, api_url: `${address}/api`, jira_auth_type: 0, username: 'messenger' },
      ...{ jira_issue_prefix: 'jira-', jira_issue_regex: '[A-Z]+', jira_issue_transition_id: '5,7' },
      ...{ jira_issue_transition_automatic: false, issues_enabled: true, vulnerabilities_enabled: false },
      ...{ project_keys: 'ONE,TWO', project_key: 'ONE' },
    },
    secret: { password: 'a-secret' },
  },
  {
    slug: 'datadog',
    shown: {
      ...{ api_url: address, datadog_env: 'test', datadog_service: 'app', datadog_site: 'there.example' },
      ...{ datadog_tags: 'team:one', archive_trace_events: true, datadog_ci_visibility: true },
    },
    secret: { api_key: 'a-secret' },
  },
  {
    slug: 'irker',
    shown: {
      ...{ recipients: 'irc://there.example/one', default_irc_uri: 'irc://there.example/' },
      ...{ server_host: 'there.example', server_port: 6659, colorize_messages: true },
    },
  },
  {
    slug: 'telegram',
    shown: {
      ...{ room: '@one', hostname: address, thread: 4 },
      ...{ notify_only_broken_pipelines: true, branches_to_be_notified: 'all' },
    },
    secret: { token: 'a-secret' },
  },
  {
    slug: 'emails-on-push',
    shown: {
      ...{ recipients: 'one@example.com', disable_diffs: true, send_from_committer_email: true },
      branches_to_be_notified: 'all',
    },
  },
  {
    slug: 'pipelines-email',
    shown: {
      ...{ recipients: 'one@example.com', notify_only_broken_pipelines: false },
      ...{ notify_only_default_branch: false, branches_to_be_notified: 'protected' },
    },
  },
  {
    slug: 'apple-app-store',
    shown: {
      ...{ app_store_issuer_id: 'aaaaaaaa-0000-4000-8000-000000000000', app_store_key_id: 'ABC1' },
      ...{ app_store_private_key_file_name: 'key.p8', app_store_protected_refs: true },
    },
    secret: { app_store_private_key: 'a-secret' },
  },
  {
    slug: 'google-play',
    shown: {
      ...{ package_name: 'com.example.app', service_account_key_file_name: 'key.json' },
      google_play_protected_refs: true,
    },
    secret: { service_account_key: '{"a":"secret"}' },
  },
  {
    slug: 'pushover',
    shown: { priority: '0', device: 'desk', sound: 'bike' },
    secret: { api_key: 'a-secret', user_key: 'a-secret' },
  },
  {
    slug: 'bamboo',
    shown: { bamboo_url: address, build_key: 'KEY', username: 'messenger', ...build },
    secret: { password: 'a-secret' },
  },
  {
    slug: 'bugzilla',
    shown: {
      ...{ project_url: address, issues_url: `${address}/:id`, new_issue_url: `${address}/new` },
    },
  },
  {
    slug: 'diffblue',
    shown: { diffblue_access_token_name: 'one' },
    secret: { diffblue_license_key: 'a-secret', diffblue_access_token_secret: 'a-secret' },
  },
  {
    slug: 'prometheus',
    shown: { api_url: address, google_iap_audience_client_id: 'one.example', manual_configuration: true },
    secret: { google_iap_service_account_json: '{"a":"secret"}' },
  },
  {
    slug: 'jenkins',
    shown: { jenkins_url: address, project_name: 'app', username: 'messenger', ...build },
    secret: { password: 'a-secret' },
  },
  {
    slug: 'teamcity',
    shown: { teamcity_url: address, build_type: 'one', username: 'messenger', ...build },
    secret: { password: 'a-secret' },
  },
  {
    slug: 'zentao',
    shown: { url: address, api_url: `${address}/api`, zentao_product_xid: '7' },
    secret: { api_token: 'a-secret' },
  },
  { slug: 'asana', shown: { restrict_to_branch: 'main' }, secret: { api_key: 'a-secret' } },
  { slug: 'assembla', shown: { subdomain: 'one' }, secret: { token: 'a-secret' } },
  { slug: 'confluence', shown: { confluence_url: `${address}/wiki` } },
  { slug: 'drone-ci', shown: { drone_url: address, ...build }, secret: { token: 'a-secret' } },
  { slug: 'external-wiki', shown: { external_wiki_url: address } },
  { slug: 'packagist', shown: { username: 'messenger', server: address }, secret: { token: 'a-secret' } },
]
