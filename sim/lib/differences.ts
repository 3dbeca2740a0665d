/** A place where specification and real service contradict or extend each other. */
export interface Difference {
  readonly specification: string
  readonly real: string
}

/** Every numbered difference that some definition, entity or rule declares. The table of sim/guide/fidelity.md is made from this. */
export const differences = {
  F1: {
    specification: 'Expired and revoked tokens answer 401 with `message`',
    real: '401 with `error`, `error_description` and `WWW-Authenticate`',
  },
  F2: {
    specification: 'A wrong verb on a known path is 405 with `Allow`',
    real: '404 `{"error":"404 Not Found"}`',
  },
  F3: {
    specification: 'Every merge request call is authenticated',
    real: 'Reading merge requests of public projects works anonymously',
  },
  F4: {
    specification: '`squash_on_merge` is a parameter, stored like `squash`',
    real: '`squash_on_merge` is ignored as unknown',
  },
  F5: {
    specification: 'Updating an approval rule needs `name` and `approvals_required`',
    real: 'Both are optional',
  },
  F6: {
    specification: 'Updating an approval rule removes users and groups that are not sent',
    real: 'A list that is not sent stays as it is',
  },
  F8: {
    specification: '`in`, `deployed_after`, `deployed_before` only on the global list; three orders',
    real: 'They are on both lists; also `label_priority`, `milestone_due`, `popularity`, `priority`',
  },
  F9: {
    specification: 'Keyset pages link to a next page until one is empty',
    real: 'The last keyset page has no next link',
  },
  F12: {
    specification: 'Searching comments, files, wiki pages and commits of a project needs the premium plan',
    real: 'It needs no plan',
  },
  F13: {
    specification: '`allow_collaboration` and `allow_maintainer_to_push` are always present',
    real: 'They are present only when source and target project differ',
  },
  F14: {
    specification:
      "`code_owner_approval_required` of a rule's branches is a string; access levels have two fields",
    real: 'It is a boolean; access levels have ids, users and groups',
  },
  F17: {
    specification: 'Label details have no `id`',
    real: 'Label details have an `id`',
  },
  F19: {
    specification: 'Merge requests that a search finds lack `reviewers`, `merge_user` and `merged_by`',
    real: 'They have these fields',
  },
  F20: {
    specification: 'A POST answers 201, promotion too',
    real: 'Promotion answers 200 with the body `200`',
  },
  F21: {
    specification: 'Approval rules of a project include a pre-configured `any_approver` rule',
    real: 'A new project has no rules',
  },
  F22: {
    specification:
      'Searches of the database without `order_by` list the newest first; `order_by` and `sort` take nothing but `created_at`, `asc` and `desc`',
    real: 'Milestones and snippets come by update, projects by id, users by how well they match; any other word means the default order',
  },
  F23: {
    specification: 'Results of a search are counted, up to 10,000',
    real: 'Results that come from the database are never counted',
  },
  F24: {
    specification: 'The approval settings of a project may be changed by no parameter at all',
    real: 'At least one is needed: 400',
  },
  F25: {
    specification: '`squash` of a new merge request follows a `squash_option` of `default_on` or `always`',
    real: 'It is false unless it is sent',
  },
  F26: {
    specification: 'A page by keyset needs `order_by` and `sort`: 400',
    real: 'Both have defaults',
  },
  F27: {
    specification: 'Burndown events of a milestone come in pages',
    real: 'They come all at once',
  },
  F28: {
    specification:
      'All approval operations of the specification, and filters by approvals, need the premium plan',
    real: 'Approval settings, and the approvals of a merge request and filters by them, need none',
  },
  F29: {
    specification: 'Merge requests have several assignees and reviewers on any plan',
    real: 'Without a plan only the first of each is kept',
  },
  F30: {
    specification: 'A session cookie counts wherever it is present',
    real: 'It reads; a write needs a token against forged requests as well (followed in both dialects)',
  },
  F31: {
    specification: 'Descriptions are strings',
    real: 'They are null where nobody wrote one (followed in both dialects)',
  },
  F32: {
    specification: 'Deleting a milestone or a user list looks at `If-Unmodified-Since`',
    real: 'It does not',
  },
  F33: {
    specification:
      'An update of an approval rule without `applies_to_all_protected_branches` sets it to false',
    real: 'It stays as it is',
  },
  F34: {
    specification: '`allow_collaboration` is what was sent, whatever the projects are',
    real: 'It has no effect and is false where one of the projects is private, or the branch is protected',
  },
  F35: {
    specification: 'An archive of a repository is sent whoever asks for it',
    real: 'A page that embeds it, and a `fetch` whose mode is `cors`, get 406',
  },
  F36: {
    specification: 'SAML group links are stored, whether or not the installation has a SAML provider',
    real: 'They are 401 without one (`settings: {saml: true}` in a world adds it)',
  },
  S5: {
    specification: 'Entries of a tree are trees and blobs',
    real: 'Submodules are entries of the type `commit` (followed in both dialects)',
  },
  S6: {
    specification: 'The tree of a repository comes by keyset only',
    real: 'It comes by offset unless `pagination=keyset` is sent (followed in both dialects)',
  },
  S7: {
    specification: 'Archives have eight formats',
    real: 'They also have the formats `gz` and `tgz` (followed in both dialects)',
  },
  S8: {
    specification: 'Commits of a comparison have six fields',
    real: 'They have all fields of a commit (followed in both dialects)',
  },
  S9: {
    specification: 'Adding a changelog answers with its notes',
    real: 'It answers with the body `200`',
  },
  S10: {
    specification: '`pipelines` of a package replaces `pipeline`',
    real: '`pipeline` is sent beside it (followed in both dialects)',
  },
  S12: {
    specification: 'Packages of a group are not filtered by `package_type=terraform_module`',
    real: '`package_type=terraform_module` is accepted',
  },
  S13: {
    specification: 'A runner has 18 fields',
    real: 'It also has `run_untagged`, `locked` and `groups` (followed in both dialects)',
  },
  S16: {
    specification: 'The duration of a job is whole seconds, and a job has an `ip_address` (null)',
    real: 'Seconds have a fraction; there is no `ip_address`',
  },
  S17: {
    specification: 'A feature flag user list has seven fields',
    real: 'It also has `path` and `edit_path` (followed in both dialects)',
  },
  S18: {
    specification: 'A suggestion that can be applied is `applicable`',
    real: 'It is `appliable` (both names are sent in both dialects)',
  },
  S19: {
    specification: 'An export of vulnerabilities is `created` or `finished`',
    real: 'It may also be `running` or `failed` (followed in both dialects)',
  },
  S20: {
    specification: 'Audit events of the instance do not include those of groups and projects',
    real: 'They do (followed in both dialects, since `entity_type` offers them)',
  },
  S21: {
    specification: 'A single audit event of a group or project is shown to owners or maintainers only',
    real: 'Developers also see their own events; others are 404',
  },
  S27: {
    specification: 'It is not told what a path that a tree does not have answers',
    real: 'It answers 200 with an empty list, before release 17.6 (followed in both dialects)',
  },
  S29: {
    specification: 'Details of audit events have `author_email`',
    real: 'They have it from release 15.9 on (sent in both dialects)',
  },
  S31: {
    specification:
      'Protected tags, user lists, exports, deleting packages, and audit events of groups and projects need a credential: 401',
    real: 'Callers without one are refused like strangers: 403 or 404',
  },
  S32: {
    specification: 'Projects are ordered by the time of their creation',
    real: 'The order by creation is the order of ids',
  },
  S33: {
    specification: 'Projects in lists have `import_error`',
    real: 'Only a project on its own has it',
  },
  S34: {
    specification: 'A project has `group_runners_enabled`',
    real: 'It has it from release 15.9 on',
  },
  X1: {
    specification: '`upload` of an export needs a `url` as soon as any field of it is sent',
    real: '`upload` without a `url` is ignored',
  },
  X2: {
    specification: 'An export whose archive is written, but not done with, has the status `started`',
    real: 'It has the status `regeneration_in_progress`, since there is an archive',
  },
  X5: {
    specification: 'Importing into a group needs the role Maintainer',
    real: 'It needs the right to create projects, which Developers have',
  },
  X8: {
    specification: 'A failed relation has its reason in `exception_message`',
    real: '`exception_message` is always null',
  },
  X17: {
    specification: '`destination_name` beside an equal `destination_slug` is accepted',
    real: '`destination_name` and `destination_slug` are mutually exclusive',
  },
  X22: {
    specification: '`polling_interval_multiplier` of the settings is a number',
    real: 'It is a string, `"1.0"`',
  },
  X28: {
    specification: 'Entities of a migration are sorted by creation, newest first',
    real: 'Entities of a migration are sorted by id unless `sort` is sent',
  },
} as const satisfies { readonly [id: string]: Difference }

export type DifferenceId = keyof typeof differences
