import type { Explanation } from './explanation.ts'

export const api: readonly Explanation[] = [
  {
    why: 'Whoever is asked neither for a user nor for an administrator is let in alike',
    changes: [
      ['sim/api/approvals/merge-request.ts', "'public'", '""'],
      ['sim/api/epics/epics.ts', "'public'", '""'],
      ['sim/api/groups/lists.ts', "'public'", '""'],
    ],
  },
  {
    why: 'It is told by documents alone',
    changes: [
      ['sim/api/', /^'[\w-]+#[\w-]+'$/, '""'],
      ['sim/api/', /^'[FS]\d+'$/, '""'],
      ['sim/api/', '[404]', '[]'],
      ['sim/api/badges/badges.ts', '{ about: PLACEHOLDERS }', '{}'],
      ['sim/api/repository/changelog.ts', /^\{ about: `/, '{}'],
      ['sim/api/members/members.ts', /^`List the members/],
      ['sim/api/external-import/gists.ts', "{ type: 'integer', const: 202 }", '{}'],
    ],
  },
  {
    why: 'Who has no user is refused before',
    changes: [['sim/api/audit-events/scope.ts', 'caller.user?.id']],
  },
  {
    why: 'The parameter is required, so it is never missing there',
    changes: [['sim/api/bulk-imports/start.ts', 'params.configuration?.access_token']],
  },
  {
    why: 'It tells hosts that are played from hosts that are called, which a service does not have',
    changes: [['sim/api/external-import/extserver.ts', /^\/\^https\?:/]],
  },
  {
    why: 'The parameter is required, so nothing stands in for it',
    changes: [
      ['sim/api/merge-requests/write.ts', "''"],
      ['sim/api/search/search.ts', "'issues'", '""'],
    ],
  },
  {
    why: 'What happens to an issue comes after its creation, and the bound of the events leaves nothing of it',
    changes: [['sim/api/milestones/burndown.ts', 'issue.createdAt < end', 'true']],
  },
  {
    why: 'Limits of single operations are counted only by a simulator that was told to, and refuse every other call then',
    changes: [
      ['sim/api/project-export/export.ts', /^\{ name: 'project_export',/, '{}'],
      ['sim/api/repository/archive.ts', "'project'", '""'],
    ],
  },
  {
    why: 'The case below answers the same to an order that is not by similarity',
    changes: [['sim/api/projects/order.ts', /^case 'created_at': return byDefault$/]],
  },
  {
    why: 'Commits without a common ancestor come by a push alone, which is no operation',
    changes: [['sim/api/repository/merge-base.ts', "'Merge Base'", '""']],
  },
  {
    why: 'Links to other repositories in a tree come by a push alone, which is no operation',
    changes: [['sim/api/repository/tree-listing.ts', "'commit'", '""']],
  },
  {
    why: 'It says which rows are walked; every one is tested and sorted all the same',
    changes: [
      ['sim/api/search/find.ts', 'count * count <= PAGE * size', 'true'],
      ['sim/api/search/projects.ts', 'group === undefined', 'false'],
      ['sim/api/search/snippets.ts', 'true', 'false'],
    ],
  },
  {
    why: 'More results than are ranked take more records than a check can create',
    changes: [['sim/api/search/relevance.ts', 'ranked.length < MOST_RANKED', 'true']],
  },
  {
    why: 'There is a title for each row',
    changes: [['sim/api/search/relevance.ts', 'titles[id]?.includes']],
  },
  {
    why: 'The search engine does not look for people',
    changes: [['sim/api/search/users.ts', '[name, username]', '[]']],
  },
  {
    why: 'It is of newer releases, and the simulators here are of 15.8',
    changes: [
      ['sim/api/repository/archive.ts', '/^\\/+|\\/+$/g'],
      ['sim/api/search/search.ts', '(name) => name === scope'],
      ['sim/api/packages/pipelines.ts', /./],
      ['sim/api/projects/filter.ts', /isActive/],
      ['sim/api/projects/filter.ts', 'false', 'true'],
    ],
  },
  {
    why: 'What a quick action has to say is shown by notes alone',
    changes: [
      ['sim/api/shared/quick-actions/people-and-labels.ts', 'words.length < 3'],
      ['sim/api/shared/quick-actions/people-and-labels.ts', "'users'"],
      ['sim/api/shared/quick-actions/people-and-labels.ts', "'drop'"],
      ['sim/api/shared/quick-actions/relabel.ts', '{ label_ids: [] }'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands so in the source.
      ['sim/api/shared/quick-actions/relabel.ts', '`~${id}`'],
    ],
  },
  {
    why: 'Nobody has an empty name',
    changes: [['sim/api/shared/quick-actions/named.ts', 'text.split(/[\\s,]+/).filter((name) => name …']],
  },
  {
    why: 'Whoever writes a description is signed in',
    changes: [['sim/api/shared/quick-actions/run.ts', 'situation.caller.user?.id']],
  },
  {
    why: 'The sentence belongs to this double; the service tells none there, or another',
    changes: [['sim/api/repository/changelog.ts', 'error instanceof ChangeError', 'false']],
  },
]
