interface Exception {
  /** Operations that it is about; default all. */
  readonly at?: RegExp
  readonly params: readonly string[]
  readonly why: string
}

/** Parameters that are called like an attribute and are not shown as they were sent, and why. */
const exceptions: readonly Exception[] = [
  {
    at: / \/projects\/:id\/approval_rules/,
    params: ['users', 'groups'],
    why: 'they are other names of `user_ids` and `group_ids`, which are sent',
  },
  {
    at: /^POST \/projects\/:id\/approval_rules/,
    params: ['rule_type'],
    why: 'the other types take no approvers, or a report; approvals/rule-types sends them',
  },
  {
    at: / \/projects\/:id\/approval_rules/,
    params: ['report_type'],
    why: 'only rules about reports have one; approvals/rule-types sends it',
  },
  {
    at: /^(?:POST \/projects\/:id\/approvals|PUT .*\/merge_request_approval_setting)$/,
    params: ['require_reauthentication_to_approve'],
    why: 'it is another name of `require_password_to_approve`; approvals/reauthentication sends both',
  },
  {
    at: /^POST \/projects\/:id\/approvals$/,
    params: ['selective_code_owner_removals'],
    why: 'it goes with `reset_approvals_on_push` off alone; approvals/selective-removals-without-reset sends it',
  },
  {
    at: /^POST \/projects\/:id\/merge_requests$/,
    params: ['approvals_before_merge'],
    why: 'it counts where the project asks for fewer; merge-requests/approvals-before-merge sends it there',
  },
  {
    params: [
      'target_project_id',
      'namespace',
      'namespace_id',
      'parent_id',
      'import_url',
      'repository_storage',
    ],
    why: 'it names another place, where the record lies afterwards or comes from',
  },
  {
    at: /\/merge_requests/,
    params: ['merge_after'],
    why: 'it is a time, and keeps what follows from being merged; merge-requests/merge-after sends it',
  },
  {
    at: /\/merge_requests/,
    params: ['allow_collaboration', 'allow_maintainer_to_push'],
    why: 'only a merge request from a fork shows it; merge-requests/collaboration-fields sends it there',
  },
  {
    at: / \/(?:projects|groups)(?:\/user\/:user_id|\/:id)?$/,
    params: ['visibility'],
    why: 'the group above decides which it may be; projects/fields and groups/subgroups send it',
  },
  {
    at: / \/projects\/:id\/issues(?:\/:issue_iid)?$/,
    params: ['iid', 'updated_at'],
    why: 'a number is given once, and the next change sets the time anew; issues/backdating sends both',
  },
  {
    at: /^PUT \/users\/:id$/,
    params: ['email'],
    why: 'it waits for its confirmation; users/update-edges sends it with and without `skip_reconfirmation`',
  },
  {
    at: / \/groups(?:\/:id)?$/,
    params: ['ip_restriction_ranges', 'allowed_email_domains_list', 'require_two_factor_authentication'],
    why: 'it would lock somebody out',
  },
  {
    at: /^PUT \/groups\/:id$/,
    params: ['prevent_sharing_groups_outside_hierarchy', 'extra_shared_runners_minutes_limit'],
    why: 'only a top-level group takes it',
  },
  {
    at: /\/commits\/:sha\/comments$/,
    params: ['path', 'line', 'line_type'],
    why: 'they are shown where the commit changed the line; discussions/commit-comments sends them there',
  },
  {
    at: /\/draft_notes/,
    params: ['position', 'commit_id', 'resolve_discussion'],
    why: 'it belongs to a line or to a thread; discussions/draft-notes sends it there',
  },
  {
    at: /\/releases/,
    params: ['milestones'],
    why: 'it names milestones; releases/milestones-and-links sends them',
  },
  {
    at: /\/snippets/,
    params: ['files', 'file_name'],
    why: 'files are shown by their paths; snippets/files sends them',
  },
  { at: /\/commits$/, params: ['stats'], why: 'it asks for the attribute' },
  { at: /\/epics/, params: ['updated_at'], why: 'only administrators and owners may send it' },
  {
    at: /^PUT .*\/protected_environments/,
    params: ['deploy_access_levels', 'approval_rules'],
    why: 'what is sent is added to what is there; deployments/protected-environments-lifecycle sends it',
  },
  {
    at: /^PUT .*\/feature_flags\//,
    params: ['strategies'],
    why: 'what is sent is added to what is there; feature-flags/update-strategies sends it',
  },
  {
    at: /\/hooks(?:\/:hook_id)?$/,
    params: ['branch_filter_strategy'],
    why: 'one of its values clears the filter of branches; hooks/branch-expressions sends it',
  },
  {
    at: /\/issues\/:issue_iid\/links$/,
    params: ['link_type'],
    why: 'plans decide; issues/link-types sends each',
  },
  {
    at: /\/notification_settings$/,
    params: ['level'],
    why: 'events are shown at the level `custom` alone; users/notification-levels sends the others',
  },
  { params: ['notification_email'], why: 'it must have been verified' },
  {
    at: /^PUT \/groups\/:id\/boards\//,
    params: ['milestone_id'],
    why: 'it names a milestone of groups alone; boards/limits sends one',
  },
  {
    at: /^PUT .*\/boards\//,
    params: ['labels'],
    why: 'labels are shown with their colours; boards/limits sends them by name',
  },
  {
    at: /^PUT \/users\//,
    params: ['external'],
    why: 'who is external creates no groups; users/attributes sends it',
  },
]

/** Operations that are no writing of a record, though what they take is called like attributes, and why. */
const others: readonly { readonly at: RegExp; readonly why: string }[] = [
  { at: / \/application\/settings$/, why: 'settings/every-attribute sends each of them' },
  {
    at: /\/merge$|\/rotate$|\/fork$|\/transfer$|\/approve$|\/cherry_pick$/,
    why: 'it acts on a record, and takes more than it shows',
  },
  { at: / \/projects\/(?:remote-)?import|^POST \/import\//, why: 'it takes what another host has' },
  {
    at: /reset_authentication_token$|\/jobs\/request$|^POST \/runners$/,
    why: 'a runner asks for it with a token',
  },
  { at: /\/packages\/npm\//, why: 'it takes a package; packages/npm-publish sends it' },
  { at: /gpg_keys$/, why: 'it takes a key alone; keys/gpg-keys-lifecycle sends it' },
  { at: /_group_links$|\/share$|_allowlist$|\/allowlist$/, why: 'it takes a group or a project, each once' },
  {
    at: /\/clusters\/(?:user|add)$/,
    why: 'it takes the address of a cluster; clusters/attributes-kept sends it',
  },
  {
    at: /^POST .*\/boards\/:board_id\/lists$/,
    why: 'a board has one list of each; boards/lists-by-record sends it',
  },
  { at: / \/groups\/:id\/boards$/, why: 'plans allow one each; boards/group-boards-lifecycle sends it' },
  {
    at: /\/cluster_agents\/:agent_id\/tokens$/,
    why: 'an agent has two tokens at most; clusters/agent-tokens-lifecycle sends it',
  },
  {
    at: /\/deployments(?:\/:deployment_id\/approval)?$|\/pages\/domains/,
    why: 'it takes what a pipeline or a key made; deployments/… sends it',
  },
  { at: /^PUT .*\/labels$/, why: 'it names the record by what it sends; labels/named-in-body sends it' },
  { at: /\/pipelines?$/, why: 'it starts what a configuration says' },
  { at: /^POST .*\/push_rule$/, why: 'a place has one; push-rules/attributes-kept sends each of them' },
  { at: /\/integrations\/:slug$/, why: 'hooks/set-integrations sends what an integration takes' },
]

/** Parameters that an update sets back where they are not sent, and why. */
const setBack: readonly Exception[] = [
  {
    at: /^PUT \/projects\/:id\/approval_rules\//,
    params: ['user_ids', 'group_ids', 'applies_to_all_protected_branches'],
    why: 'the specification has a default for it (F6, F33)',
  },
  {
    at: /^PUT \/user\/status$/,
    params: ['emoji', 'message', 'availability'],
    why: 'it replaces the status; PATCH changes it',
  },
  { at: /^PUT .*\/wikis\//, params: ['format'], why: 'it has a default, at updates too' },
]

const about =
  (operation: string, param: string) =>
  ({ at, params }: Exception) =>
    params.includes(param) && (at === undefined || at.test(operation))

/** Why a parameter that is called like an attribute is none, or not one that is shown as it was sent. */
export function whyNot(operation: string, param: string): string | undefined {
  const other = others.find(({ at }) => at.test(operation))
  return (other ?? exceptions.find(about(operation, param)))?.why
}

/** Whether an update that does not send a parameter leaves its attribute as it was. */
export function isKept(operation: string, param: string): boolean {
  return !setBack.some(about(operation, param))
}

/** Parameters that say one thing in two ways, or exclude each other: never sent together. */
const alike: readonly RegExp[] = [
  /^(?:jobs_enabled|builds_access_level|public_jobs|public_builds)$/,
  /^(?:tag_list|topics)$/,
  /^emails_(?:en|dis)abled$/,
  /^(?:active|paused)$/,
  /^(?:name|title)$/,
  /^(?:can_create_group|external)$/,
  /^(?:confidential|internal)$/,
  /^(issues|merge_requests|wiki|snippets|container_registry)_(?:enabled|access_level)$/,
  /^(start_date|due_date)_/,
]

/** The name of the thing that a parameter says something about. */
export function thingOf(param: string): string {
  const pattern = alike.find((it) => it.test(param))
  return pattern?.exec(param)?.[1] ?? pattern?.source ?? param
}
