/** Attributes that no check meets with a value, and why. */
interface Valueless {
  readonly why: string
  readonly attributes: readonly string[]
  /** Names of entities; of all unless told. */
  readonly of?: readonly string[]
}

const valueless: readonly Valueless[] = [
  {
    why: 'It comes on request, and these operations have no parameter that asks for it',
    attributes: [
      'title_html',
      'description_html',
      'custom_attributes',
      'statistics',
      'license',
      'license_url',
    ],
  },
  {
    why: 'Only the operation that reads one merge request has parameters that ask for it',
    attributes: ['rebase_in_progress', 'diverged_commits_count'],
  },
  {
    why: 'Part of what comes on request',
    of: ['RepositoryLicense'],
    attributes: ['key', 'name', 'nickname'],
  },
  { why: 'Part of what comes on request', of: ['RepositoryLicense'], attributes: ['html_url', 'source_url'] },
  {
    why: 'No operation sets it: people do, in the pages of the service, or its configuration does',
    attributes: [
      ...['pronouns', 'local_time', 'last_sign_in_at', 'current_sign_in_at', 'last_activity_on'],
      ...['created_by', 'provisioned_by_group_id', 'note', 'ldap_cn', 'ldap_access'],
      ...['disabled_oauth_sign_in_sources', 'compliance_frameworks', 'service_desk_address'],
    ],
  },
  {
    why: 'Administrators set it, and see it in operations around the specification',
    attributes: ['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
  },
  {
    why: 'Always null or empty, as the documentation shows it',
    attributes: ['approvers', 'approver_groups', 'attachment', 'committed_at', 'should_remove_source_branch'],
  },
  {
    why: 'The address of a runner is that of its connection, which no check knows',
    of: ['RunnerJob'],
    attributes: ['ip_address'],
  },
  { why: 'The service keeps no MD5 of these files', of: ['PackageFile'], attributes: ['file_md5'] },
  {
    why: 'The service answers searches of files without it',
    of: ['FoundFile', 'FoundPage'],
    attributes: ['id'],
  },
  {
    why: 'Checks of operations around the specification read it, and records show it alike everywhere',
    attributes: [
      ...['first_deployed_to_production_at', 'yaml_errors', 'coverage', 'marked_for_deletion_on'],
      ...['runner_token_expiration_interval', 'import_error'],
    ],
  },
  {
    why: 'The lists and the operations of these records show it',
    of: ['FoundMergeRequest', 'Note'],
    attributes: ['squash_commit_sha', 'approvals_before_merge', 'resolved_by', 'resolved_at'],
  },
  {
    why: 'It tells why a merge failed while it was carried out, which only a race brings about',
    attributes: ['merge_error'],
  },
  { why: 'No packages of Conan are served', attributes: ['conan_package_name'] },
]

export function isExplained(entity: string, attribute: string): boolean {
  return valueless.some(
    ({ attributes, of }) =>
      (of?.includes(entity) ?? true) &&
      attributes.some((name) => attribute === `.${name}` || attribute.startsWith(`.${name}.`)),
  )
}
