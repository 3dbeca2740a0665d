import type { Explanation } from './explanation.ts'

/** What comes to the same, or would take what no client can bring about. */
export const alike: readonly Explanation[] = [
  {
    why: 'It is of newer releases, and the simulators here are of 15.8',
    changes: [
      ['sim/api/audit-events/instance.ts', '[...auditEntities, INSTANCE_SCOPE]'],
      ['sim/api/bulk-imports/destination.ts', /can only include|you do not have permission/],
      ['sim/api/bulk-imports/remote.ts', /^`URL is blocked/],
      ['sim/api/dependencies/dependencies.ts', /emptyIsNone/],
      ['sim/api/external-import/start.ts', "'pessimistic'"],
      ['sim/api/merge-requests/filter.ts', 'row.mergedById === merger'],
      ['sim/api/merge-requests/list.ts', '[wordsByDates]'],
      ['sim/api/merge-requests/milestone-filter.ts', 'startOn === null || startOn <= today'],
      ['sim/api/merge-requests/milestone-filter.ts', 'milestone?.state'],
      ['sim/api/milestones/milestones.ts', 'it.updatedAt >= after'],
      ['sim/api/packages/files.ts', /'id'/],
      ['sim/api/packages/params.ts', 'package_version == null'],
      ['sim/api/projects/filter.ts', /updated_at/],
      ['sim/api/protected-tags/protected-tags.ts', 'deploy_key_id != null'],
      ['sim/api/search/global.ts', "'Content-Transfer-Encoding'"],
      ['sim/api/settings/params.ts', /\bentry\.since === undefined\b|^id !== undefined$/],
      ['sim/api/settings/params.ts', '[]', '["Stryker was here"]'],
      ['sim/api/vulnerability-exports/create.ts', /newer|\blisted\b|lasts|'specified'/],
      ['sim/entities/imported.ts', /./],
      ['sim/entities/project-later.ts', /./],
      ['sim/entities/project.ts', "['sha1']"],
      ['sim/entities/settings.ts', 'brought !== undefined'],
      ['sim/model/runners/runner-manager.ts', /./],
      ['sim/model/runners/runner.ts', '{ before: { months: 3 }, after: { days: 7 }, }'],
      ['sim/model/vulnerability-exports/vulnerability-csv.ts', 'names === undefined'],
      ['sim/model/vulnerability-exports/vulnerability-exports.ts', "status === 'created'"],
      ['sim/policy/merge-status.ts', 'mergeRequest.mergeAfter ?? now'],
      ['sim/policy/merge-status.ts', "'merge-requests#later-rebase-status'"],
      ['sim/policy/ref-access.ts', /deployKeyId|deploy_key/],
      ['sim/protocol/subject.ts', /\bmoved\b/],
      ['sim/entities/project-parts.ts', '() => 0', '() => undefined'],
      ['sim/model/approvals/code-owners.ts', /\(\\d\+\)/, /\(\\D\+\)/],
      ['sim/model/runners/runner.ts', '24 * 3_600_000'],
      ['sim/protocol/coerce.ts', /^\/\^\[\+-\]\?\\d\{1,20\}/],
    ],
  },
  {
    why: 'It is told by documents alone',
    changes: [
      ['sim/api/', /^\[4\d\d(?:, 4\d\d)*\]$/, '[]'],
      ['sim/api/runners/jobs.ts', "'desc'"],
      ['sim/api/settings/params.ts', /^typeof below === 'number'$|^tier === undefined$/],
      ['sim/entities/', /^'[A-Z][A-Za-z]+'$/, '""'],
      ['sim/entities/audit-event.ts', "'null'", '""'],
      ['sim/entities/contributor.ts', '{ ...constant(0), deprecated: true }'],
      ['sim/entities/settings.ts', 'entry.as !== undefined'],
      ['sim/entities/settings.ts', /schema: TIME|^\{ type: 'array'/],
      ['sim/entities/entity.ts', '[shape]', '[]'],
      ['sim/entities/entity.ts', /components\/schemas/, '{}'],
    ],
  },
  {
    why: 'It is told by explanations of requests alone',
    changes: [
      ['sim/protocol/identify.ts', "token === 'unknown'", "token !== 'unknown'"],
      ['sim/protocol/subject.ts', 'row !== undefined', 'row === undefined'],
    ],
  },
  {
    why: 'It saves time: what is passed over or looked up again is the same',
    changes: [
      ['sim/api/merge-requests/filter.ts', '{ count: iids.length, rows }'],
      ['sim/api/merge-requests/plan.ts', 'projectId === undefined', 'false'],
      ['sim/api/merge-requests/plan.ts', /^\{ (?:const index = orderIndexes|if \(order === 'updated_at'\))/],
      ['sim/api/search/commits.ts', /gatherLimit/],
      ['sim/api/search/milestones.ts', '{ run: milestones.all(), size: milestones.size, sorted: fal …'],
      ['sim/api/projects/order.ts', /^case 'id':/],
      ['sim/entities/entity.ts', /'id' in row/],
      ['sim/entities/entity.ts', 'at < bytes.length', 'at <= bytes.length'],
      ['sim/model/labels/label.ts', 'label.groupId === null'],
      ['sim/model/repository/contributors.ts', 'found !== undefined'],
      ['sim/model/repository/git-storage.ts', /./],
      ['sim/model/search/engine-files.ts', 'open.length + phrases.length === 0'],
      ['sim/model/vulnerability-exports/vulnerability-export.ts', /groupId/],
      ['sim/policy/places.ts', 'readsEverything(world, caller)', 'true'],
      ['sim/policy/places.ts', 'projects?.filter(({ id }) => holds(id))'],
      ['sim/protocol/listing.ts', /\bslice\b|^low \+ high$|^compare\(x, y\) < 0$/],
    ],
  },
  {
    why: 'The rows come in that order already',
    changes: [['sim/api/approvals/rules.ts', 'a.id - b.id']],
  },
  {
    why: 'Rows come by their ids, which decide there too',
    changes: [['sim/api/projects/order.ts', 'x > y', 'x <= y']],
  },
  {
    why: 'Another right of the list opens the scope as well',
    changes: [['sim/api/search/search.ts', "'read_snippets'"]],
  },
  {
    why: 'What the readers of quick actions, reverts and templates make of marks in the middle of a line was not learnt',
    changes: [
      ['sim/api/shared/quick-actions/split-text.ts', /^\/\^(?:>>>|\[\^`\]\*`)\$\//],
      ['sim/model/repository/changelog-commits.ts', /This reverts commit/],
      ['sim/model/repository/changelog-template.ts', /^\/\\\\/],
    ],
  },
  {
    why: 'Nothing is written where there is nothing, and lists have one entry where no report of a scanner has more',
    changes: [
      ['sim/model/vulnerability-exports/vulnerability-csv.ts', '() => null', '() => undefined'],
      ['sim/model/vulnerability-exports/vulnerability-csv.ts', "';'"],
    ],
  },
  {
    why: 'What other features are called in audit events was not learnt',
    changes: [['sim/model/audit-events/audited-project.ts', "'feature flags'"]],
  },
  {
    why: 'The right to it needs the plan as well',
    changes: [['sim/api/approvals/rules.ts', "'premium'", '""']],
  },
  {
    why: 'A host of more than one letter is read alike',
    changes: [['sim/model/settings/formats.ts', /\[a-z0-9\+\.-\]\*/, /\(\?:\[\^\/\?#\]\\S\*\)\?\$\/i$/]],
  },
  {
    why: 'What is locked above is shown as it is there, whatever the project keeps',
    changes: [['sim/model/approvals/approval-configuration.ts', "'authorApproval'"]],
  },
  {
    why: 'The real service without a plan does it, which is none of the simulators here',
    changes: [['sim/api/merge-requests/attributes.ts', /reviewer_ids\.slice\(0, 1\)/]],
  },
  {
    why: 'Nothing is shown for a text that is not there',
    changes: [['sim/api/settings/settings.ts', "typeof text === 'string'", 'true']],
  },
  {
    why: 'Whoever waits for approval signed up in the web pages',
    changes: [['sim/protocol/identify.ts', /pending approval/]],
  },
  {
    why: 'The sentence belongs to this double; the service tells none there, or another',
    changes: [['sim/model/repository/changelog-template.ts', '-1', '+1']],
  },
  {
    why: 'The parameter is required, or refused before, so it is never missing or blank there',
    changes: [
      ['sim/api/bulk-imports/start.ts', "''", '"Stryker was here!"'],
      ['sim/model/bulk-imports/bulk-imports.ts', "''", '"Stryker was here!"'],
      ['sim/model/search/engine-words.ts', 'true', 'false'],
    ],
  },
  {
    why: 'A source of migrations would have to lie or break in the middle of one, and the suite plays none',
    changes: [
      ['sim/api/bulk-imports/remote.ts', 'first.status === 404'],
      ['sim/api/bulk-imports/remote.ts', '!reply.reached'],
      ['sim/jobs/migrate-group.ts', /subgroups/],
    ],
  },
  {
    why: 'A name belongs to one user, group or project at a time',
    changes: [
      ['sim/jobs/migrate-group.ts', 'parent === undefined', 'true'],
      ['sim/jobs/migrate-group.ts', "''", '"Stryker was here!"'],
      ['sim/model/groups/group-tree.ts', "project.namespaceKind === 'group'"],
    ],
  },
  {
    why: 'The service that it would be told to is another one, and the caller is told nothing of it',
    changes: [['sim/jobs/project-export.ts', 'callFault(world, row.upload.url) !== undefined']],
  },
  {
    why: 'Hosts of repositories would have to answer in another form than they do',
    changes: [
      ['sim/model/external-import/hosts/extgit.ts', 'head?.sha'],
      ['sim/model/external-import/hosts/extgit.ts', "login === null || login === ''"],
      ['sim/model/external-import/hosts/extgit.ts', 'latest !== null'],
      ['sim/model/external-import/hosts/rest.ts', 'reply.status >= 300'],
      ['sim/api/project-import/remote-file.ts', "'Moved Permanently'"],
    ],
  },
  {
    why: 'It tells hosts that are played from hosts that are called, which a service does not have',
    changes: [
      ['sim/api/external-import/extserver.ts', /^\{ return \/\^https/],
      ['sim/model/external-import/hosts/extserver.ts', '{ url: base, username, token }'],
    ],
  },
  {
    why: 'What was passed over is counted by the smaller number, and hosts that are played have every row there',
    changes: [['sim/model/external-import/imported-counts.ts', /system|DiffNote/]],
  },
  {
    why: 'Archives whose rows disagree with one another; what the service makes of them was not learnt',
    changes: [
      ['sim/model/project-export/archive/lfs-objects.ts', '!isObject(listed)'],
      ['sim/model/project-export/archive/merge-requests.ts', 'known !== undefined', 'false'],
      ['sim/model/project-export/archive/types.ts', "typeof given !== 'boolean'"],
      ['sim/model/milestones/milestone.ts', '[it.projectId, it.iid]'],
    ],
  },
  {
    why: 'The archive names the default branch beside its repository',
    changes: [['sim/model/project-export/archive/repository.ts', 'head === undefined', 'true']],
  },
  {
    why: 'Who or what it guards against is not there by then, or always there',
    changes: [
      ['sim/api/suggestions/apply.ts', 'at === undefined'],
      ['sim/jobs/background.ts', 'this.#calling'],
      ['sim/model/discussions/diff-notes.ts', 'sha === null || baseSha === null || startSha === null'],
      ['sim/model/project-export/archive/repository.ts', 'it.sha !== null'],
      ['sim/model/protected-tags/protections.ts', 'world.users.get(userId)?.name'],
      ['sim/model/repository/project-objects.ts', 'commit !== undefined', 'true'],
      ['sim/model/merge-requests/merge.ts', 'issue !== undefined', 'true'],
      ['sim/model/settings/all-settings.ts', 'entry === undefined', 'false'],
      ['sim/policy/runners.ts', 'user === undefined', 'false'],
      ['sim/protocol/keyset.ts', 'keyset === undefined', 'false'],
      ['sim/api/merge-requests/merge.ts', "'Branch cannot be merged'"],
      ['sim/api/shared/quick-actions/people-and-labels.ts', /^column === 'reviewerIds' &&/],
      ['sim/api/shared/quick-actions/people-and-labels.ts', /^mode !== 'add' &&/],
    ],
  },
  {
    why: 'No import takes as long as its timeout',
    changes: [['sim/model/project-import/project-imports.ts', /importStatus !== 'scheduled'/]],
  },
  {
    why: 'A package is hidden at once; when it goes for good nobody sees',
    changes: [['sim/model/packages/packages.ts', 'now - CLEANED_AT']],
  },
  {
    why: 'When a rule was created is not shown',
    changes: [['sim/model/approvals/approval-rules.ts', 'isRow', 'true']],
  },
  {
    why: 'Nothing else has changed, so there is no other merge request of that route either',
    changes: [
      [
        'sim/model/merge-requests/merge-requests.ts',
        'changes.targetBranch !== mergeRequest.targetBranch',
        'true',
      ],
    ],
  },
  {
    why: 'Whoever merges has all rules satisfied before',
    changes: [['sim/entities/approval-state.ts', "row.state === 'merged'", 'false']],
  },
  {
    why: 'Nothing follows the last stage, whatever it says of itself',
    changes: [['sim/jobs/migrate-project.ts', "'done'", '""']],
  },
  {
    why: 'A value that is null counts as missing right after',
    changes: [['sim/model/repository/changelog-config.ts', 'value === undefined || value === null', 'false']],
  },
  {
    why: 'What groups and members there are then, and protected branches, operations around the specification show',
    changes: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands so in the source.
      ['sim/jobs/migrate-group.ts', '`${parent.fullPath}/${path}`'],
      ['sim/jobs/project-import.ts', "'project'"],
      ['sim/model/installation/restricted-visibility.ts', "'public'"],
      ['sim/model/project-export/archive/read-archive.ts', 'isEmpty(world, filled)', 'false'],
    ],
  },
  {
    why: 'Whether members of invited groups are found among the people of a project was not learnt',
    changes: [['sim/policy/members.ts', "'group'", '""']],
  },
  {
    why: 'What a failure of a project in a migration names was not learnt',
    changes: [['sim/jobs/migrate-project.ts', "'project'"]],
  },
  {
    why: 'One slash before a path is passed over; what becomes of more was not learnt',
    changes: [['sim/api/project-import/start.ts', '/^\\/+/', '/^\\//']],
  },
  {
    why: 'Readers of archives look for nothing but what they need',
    changes: [
      ['sim/model/project-export/archive/labels.ts', /GroupLabel/],
      ['sim/model/project-export/archive/write-archive.ts', "'GITLAB_REVISION'"],
    ],
  },
  {
    why: 'More commits, longer texts or deeper nesting than the bounds of this double',
    changes: [
      ['sim/model/repository/changelog-commits.ts', 'looked > MOST'],
      ['sim/model/repository/changelog-template.ts', 'length += part.length'],
      ['sim/model/repository/changelog-version.ts', 'text.slice(0, LONGEST)'],
      ['sim/model/search/found-files.ts', "''", '"Stryker was here!"'],
      ['sim/protocol/coerce.ts', /kind === 'string'|^\(sum, item\) =>/],
      ['sim/protocol/input.ts', "'414 Request-URI Too Large'"],
      ['sim/protocol/nested.ts', 'depth - 1'],
      ['sim/protocol/paginate.ts', 'rows.length > 0'],
    ],
  },
  {
    why: 'How a table is written where a template shows one whole was not learnt',
    changes: [['sim/model/repository/changelog-template.ts', "'object'"]],
  },
  {
    why: 'Before the beginning of a word is no letter',
    changes: [
      ['sim/model/search/edit-distance.ts', 'i > 1'],
      ['sim/model/search/edit-distance.ts', 'j > 1'],
    ],
  },
  {
    why: 'A phrase begins at its first word as well; how words of one run count in phrases with a distance was not learnt',
    changes: [['sim/model/search/in-a-row.ts', 'at - word']],
  },
  {
    why: 'A larger number is free just as well',
    changes: [['sim/model/world.ts', 'reserved === undefined']],
  },
  {
    why: 'The installation says so in a file, not by a request',
    changes: [['sim/protocol/identify.ts', "'Token is an impersonation token but impersonation was disa …"]],
  },
  {
    why: 'Clients name the parts of a body, and send ASCII beside what is none in a header',
    changes: [
      ['sim/protocol/input.ts', 'name === undefined'],
      ['sim/protocol/input.ts', 'code > 127'],
    ],
  },
  {
    why: 'Clients send no fragments',
    changes: [['sim/protocol/handle.ts', 'hash < 0']],
  },
  {
    why: 'A cursor that says nothing of its direction goes on',
    changes: [['sim/protocol/keyset.ts', "'n'"]],
  },
  {
    why: 'No operation has such a parameter',
    changes: [
      ['sim/protocol/params.ts', "{ kind: 'integerArray', ...extra }"],
      ['sim/protocol/params.ts', "{ return { kind: 'stringArray', ...extra } }"],
    ],
  },
  {
    why: 'Rates are counted only by a simulator that was told to',
    changes: [
      ['sim/protocol/rate-limit.ts', "typeof declared === 'string'"],
      ['sim/protocol/throttle.ts', '(start) => path.startsWith(start)'],
    ],
  },
  {
    why: 'It is answered to an error of the simulator itself, or to what is no call of the API',
    changes: [
      ['sim/protocol/refusal.ts', "{ return message(500, '500 Internal Server Error') }"],
      ['sim/protocol/outside.ts', /./],
    ],
  },
  {
    why: 'A tag has to be the same for the same body, and another one for another',
    changes: [
      ['sim/protocol/reply.ts', 'body.slice(at, end)'],
      ['sim/protocol/reply.ts', /0xd800/],
    ],
  },
  {
    why: 'An order that means nothing, which only a simulator that was told to has',
    changes: [['sim/protocol/shuffled.ts', /./]],
  },
  {
    why: 'A tar reader of clients would have to mind a folder named like a file',
    changes: [['sim/model/project-export/archive/write-archive.ts', 'bytes === undefined']],
  },
]
