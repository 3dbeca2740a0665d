import type { Explanation } from './explanation.ts'

const forDocuments = 'It is told by documents alone'

const onlySavesTime = 'It says which rows are walked; every one is tested and sorted all the same'

const onlyCounted =
  'Limits of single operations are counted only by a simulator that was told to, and refuse every other call then'

const letInAlike = 'Whoever is asked neither for a user nor for an administrator is let in alike'

export const inApi: readonly Explanation[] = [
  { file: 'sim/api/approvals/merge-request.ts', from: "'public'", to: '""', why: letInAlike },
  { file: 'sim/api/epics/epics.ts', from: "'public'", to: '""', why: letInAlike },
  { file: 'sim/api/groups/lists.ts', from: "'public'", to: '""', why: letInAlike },
  { file: 'sim/api/', from: /^'[\w-]+#[\w-]+'$/, to: '""', why: forDocuments },
  { file: 'sim/api/', from: /^'[FS]\d+'$/, to: '""', why: forDocuments },
  { file: 'sim/api/', from: '[404]', to: '[]', why: forDocuments },
  { file: 'sim/api/badges/badges.ts', from: '{ about: PLACEHOLDERS }', to: '{}', why: forDocuments },
  { file: 'sim/api/repository/changelog.ts', from: /^\{ about: `/, to: '{}', why: forDocuments },
  { file: 'sim/api/members/members.ts', from: /^`List the members/, why: forDocuments },
  {
    file: 'sim/api/external-import/gists.ts',
    from: "{ type: 'integer', const: 202 }",
    to: '{}',
    why: forDocuments,
  },
  {
    file: 'sim/api/audit-events/scope.ts',
    from: 'caller.user?.id',
    why: 'Who has no user is refused before',
  },
  {
    file: 'sim/api/bulk-imports/start.ts',
    from: 'params.configuration?.access_token',
    why: 'The parameter is required, so it is never missing there',
  },
  {
    file: 'sim/api/external-import/extserver.ts',
    from: /^\/\^https\?:/,
    why: 'It tells hosts that are played from hosts that are called, which a service does not have',
  },
  {
    file: 'sim/api/merge-requests/write.ts',
    from: "''",
    why: 'The parameter is required, so nothing stands in for it',
  },
  {
    file: 'sim/api/milestones/burndown.ts',
    from: 'issue.createdAt < end',
    to: 'true',
    why: 'What happens to an issue comes after its creation, and the bound of the events leaves nothing of it',
  },
  {
    file: 'sim/api/project-export/export.ts',
    from: /^\{ name: 'project_export',/,
    to: '{}',
    why: onlyCounted,
  },
  {
    file: 'sim/api/projects/order.ts',
    from: /^case 'created_at': return byDefault$/,
    why: 'The case below answers the same to an order that is not by similarity',
  },
  { file: 'sim/api/repository/archive.ts', from: "'project'", to: '""', why: onlyCounted },
  {
    file: 'sim/api/repository/merge-base.ts',
    from: "'Merge Base'",
    to: '""',
    why: 'Commits without a common ancestor come by a push alone, which is no operation',
  },
  {
    file: 'sim/api/repository/tree-listing.ts',
    from: "'commit'",
    to: '""',
    why: 'Links to other repositories in a tree come by a push alone, which is no operation',
  },
  { file: 'sim/api/search/find.ts', from: 'count * count <= PAGE * size', to: 'true', why: onlySavesTime },
  { file: 'sim/api/search/projects.ts', from: 'group === undefined', to: 'false', why: onlySavesTime },
  {
    file: 'sim/api/search/relevance.ts',
    from: 'ranked.length < MOST_RANKED',
    to: 'true',
    why: 'More results than are ranked take more records than a check can create',
  },
  { file: 'sim/api/search/relevance.ts', from: 'titles[id]?.includes', why: 'There is a title for each row' },
  {
    file: 'sim/api/search/search.ts',
    from: "'issues'",
    to: '""',
    why: 'The parameter is required, so nothing stands in for it',
  },
  { file: 'sim/api/search/snippets.ts', from: 'true', to: 'false', why: onlySavesTime },
  {
    file: 'sim/api/search/users.ts',
    from: '[name, username]',
    to: '[]',
    why: 'The search engine does not look for people',
  },
]
