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
    real: 'both are optional',
  },
  F6: {
    specification: 'Updating an approval rule removes users and groups that are not sent',
    real: 'A list that is not sent at all is left alone',
  },
  F8: {
    specification: '`in`, `deployed_after`, `deployed_before` only on the global list; three orders',
    real: 'on both lists; also `label_priority`, `milestone_due`, `popularity`, `priority`',
  },
  F9: {
    specification: 'Pages by cursor lead on until one is empty',
    real: 'The last page by cursor has no next link',
  },
  F12: {
    specification: 'Searching comments, files, wiki pages and commits of a project takes the premium plan',
    real: 'it takes none',
  },
  F13: {
    specification: '`allow_collaboration` and `allow_maintainer_to_push` are always present',
    real: 'present only when source and target project differ',
  },
  F14: {
    specification:
      "`code_owner_approval_required` of a rule's branches is text, access levels have two fields",
    real: 'a boolean, and access levels have ids, users and groups',
  },
  F17: {
    specification: 'Label details have no `id`',
    real: 'Label details have an `id`',
  },
  F19: {
    specification: 'Merge requests that a search finds lack `reviewers`, `merge_user` and `merged_by`',
    real: 'they have them',
  },
  F20: {
    specification: 'A POST answers 201, promotion too',
    real: 'Promotion answers 200 with the body `200`',
  },
  F21: {
    specification: 'Approval rules of a project include a pre-configured `any_approver` rule',
    real: 'A new project has no rules',
  },
  S9: {
    specification: 'Writing a changelog answers with what was written, its notes',
    real: 'it answers with the body `200`',
  },
  S12: {
    specification: 'The packages of a group cannot be asked for terraform modules',
    real: '`package_type=terraform_module` is accepted there too',
  },
  S16: {
    specification: 'The duration of a job is whole seconds, and a job has an `ip_address` (null)',
    real: 'seconds with a fraction; no `ip_address`',
  },
  S21: {
    specification: 'One audit event of a group or project is for owners or maintainers alone',
    real: 'Developers read those of what they did themselves; others are 404',
  },
  X1: {
    specification: 'The target of an export needs a `url` as soon as it says anything',
    real: 'A target without a `url` is none',
  },
  X2: {
    specification: 'What follows on the writing of an archive is part of the status `started`',
    real: 'it is `regeneration_in_progress`, since there is an archive',
  },
  X5: {
    specification: 'Importing into a group takes a Maintainer',
    real: 'it takes the right to create projects, which Developers have',
  },
  X8: {
    specification: 'A failed relation tells why in `exception_message`',
    real: '`exception_message` is always null',
  },
  X17: {
    specification: '`destination_name` beside an equal `destination_slug` is taken',
    real: '`destination_name` and `destination_slug` are mutually exclusive',
  },
  X22: {
    specification: '`polling_interval_multiplier` of the settings is a number',
    real: 'it is a text, `"1.0"`',
  },
  X28: {
    specification: 'Entities of a migration are sorted by creation, newest first',
    real: 'Entities of a migration come by id unless `sort` is sent',
  },
} as const satisfies { readonly [id: string]: Difference }

export type DifferenceId = keyof typeof differences
