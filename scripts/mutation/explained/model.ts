import type { Explanation } from './explanation.ts'

/** Of everything else that is kept. */
export const model: readonly Explanation[] = [
  {
    why: 'While the rule is off the service keeps such a value; both are no number that anything reads',
    changes: [
      ['sim/model/settings/faults.ts', 'orNone && value === null', 'true'],
      ['sim/model/settings/faults.ts', 'orNone && value === null', 'false'],
      ['sim/model/settings/faults.ts', "kind !== 'decimal'", 'true'],
    ],
  },
  {
    why: 'Nothing has no object, so the end is the same',
    changes: [
      ['sim/model/members/memberships.ts', 'expiresAt !== null', 'true'],
      ['sim/model/repository/project-objects.ts', 'id === undefined', 'false'],
    ],
  },
  {
    why: 'Parity is all that counts',
    changes: [['sim/model/search/file-query.ts', 'quotes--', 'quotes++']],
  },
  {
    why: 'The service of 15.8 knows neither owners nor numbers of sections',
    changes: [
      ['sim/model/approvals/code-owners.ts', 'owners_.length > 0', 'owners_.length >= 0'],
      [
        'sim/model/approvals/code-owners.ts',
        'Math.max(1, Number(number ?? 1))',
        'Math.min(1, Number(number ?? 1))',
      ],
    ],
  },
  {
    why: 'Order inside a file whose readers sort for themselves',
    changes: [['sim/model/topics/topics.ts', 'names .map((name) => name.trim()) .filter((name) => name …']],
  },
  {
    why: 'Large files in archives are uploaded by git alone',
    changes: [
      ['sim/model/repository/lfs-objects.ts', 'newId !== undefined', 'newId === undefined'],

      ['sim/model/repository/lfs-objects.ts', 'world.projects.require(projectId).networkId === project. …'],
      ['sim/model/repository/lfs-objects.ts', "{ for (const { oid } of world.lfsLinks.by('byProject', s …"],
    ],
  },
  {
    why: 'Tables of a template are never empty',
    changes: [['sim/model/repository/changelog-template.ts', 'isTable(value)', 'false']],
  },
  {
    why: 'How the service reads a heading in the middle of a line was not learnt',
    changes: [
      [
        'sim/model/approvals/code-owners.ts',
        '/^(\\^)?\\[([^\\]]+)\\](?:\\[(\\d+)\\])?(.*)$/',
        '/(\\^)?\\[([^\\]]+)\\](?:\\[(\\d+)\\])?(.*)$/',
      ],
    ],
  },
  {
    why: 'It saves time: what is passed over or looked up again is the same',
    changes: [
      ['sim/model/commits/last-commit.ts', 'known.size >= REMEMBERED'],
      ['sim/model/merge-requests/merge-request.ts', "it.state !== 'opened'", 'false'],

      ['sim/model/vulnerability-exports/vulnerability-export.ts', 'it.groupId === null', 'true'],
      ['sim/model/search/searched-files.ts', 'content === undefined', 'true'],
      ['sim/model/epics/epic.ts', 'it.parentId === null', 'true'],
      ['sim/model/search/engine-files.ts', 'remembered.size >= REMEMBERED', 'false'],
      ['sim/model/repository/changelog.ts', 'start < text.length', 'start <= text.length'],
      ['sim/model/milestones/milestone.ts', '[it.createdAt]', '[]'],
      ['sim/model/commits/commit-count.ts', 'count === undefined', 'true'],
    ],
  },
  {
    why: 'An unclosed bracket takes the rest, and so does the query',
    changes: [['sim/model/search/engine-query.ts', 'end === undefined', 'false']],
  },
  {
    why: 'The sentence belongs to this double; the service tells none there, or another',
    changes: [['sim/model/settings/formats.ts', "'is not a valid X509 certificate.'", '""']],
  },
  {
    why: 'A position without one of its commits is no export of the service',
    changes: [
      [
        'sim/model/repository/changelog-merge-requests.ts',
        '[baseSha, startSha].filter((id) => id !== null)',
        '[baseSha, startSha]',
      ],
    ],
  },
  {
    why: 'The parameters refuse or trim what would reach it',
    changes: [
      ['sim/model/settings/cast.ts', "typeof value === 'object' && value !== null && !Array.is …"],
      ['sim/model/topics/topics.ts', 'name.trim()', 'name'],
    ],
  },
  {
    why: 'A name of a table, which only snapshots hold',
    changes: [['sim/model/discussions/note.ts', "'notes'", '""']],
  },
  {
    why: 'What the reader of durations of the service makes of stray marks was not learnt',
    changes: [
      ['sim/model/settings/duration.ts', '/^(?:\\d{1,9}(?:\\.\\d{1,4})?\\s*[a-z]+[\\s,]*(?:and\\s+)?)+$/'],
    ],
  },
  {
    why: 'Blanks between owners are parted again',
    changes: [['sim/model/approvals/code-owners.ts', '/(?<!\\\\)\\s+/', '/(?<!\\\\)\\s/']],
  },
  {
    why: 'A node that is empty writes nothing',
    changes: [['sim/model/repository/changelog-template.ts', "{ kind: 'text', text: '' }", '{}']],
  },
  {
    why: 'Worlds in files, not requests',
    changes: [
      ['sim/model/load.ts', '{ s3Endpoint: options.s3Endpoint }', '{}'],
      ['sim/model/settings/all-settings.ts', 'world.settings.get(1)?.stored ?? {}'],

      ['sim/model/groups/group-choices.ts', 'value === null', 'false'],
      ['sim/model/load.ts', '!(problem instanceof InvalidRow)', 'false'],
    ],
  },
  {
    why: 'More lines than the limits of diffs',
    changes: [['sim/model/repository/file-changes.ts', 'additions + deletions', 'additions - deletions']],
  },
  {
    why: 'A range of 15,000 commits',
    changes: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands so in the source.
      ['sim/model/repository/changelog-commits.ts', '`The commits range exceeds ${MOST} elements.`', '``'],
    ],
  },
  {
    why: 'Titles are never empty there',
    changes: [['sim/model/installation/markdown.ts', "markdown === ''", 'false']],
  },
  {
    why: 'There is no such setting: names come from the contract',
    changes: [
      ['sim/model/settings/all-settings.ts', 'entry === undefined || isSettingAlias(entry)', 'false'],
    ],
  },
  {
    why: 'What has no limit is never longer',
    changes: [['sim/model/settings/faults.ts', 'longest !== undefined', 'true']],
  },
  {
    why: 'The source of an open merge request is there where it is merged',
    changes: [['sim/model/merge-requests/merge.ts', 'source === undefined', 'false']],
  },
  {
    why: 'It is of newer releases, and the simulators here are of 15.8',
    changes: [
      ['sim/model/bulk-imports/bulk-imports.ts', 'stale > now'],
      ['sim/model/bulk-imports/bulk-imports.ts', '{ importId: migration.id }'],
    ],
  },
  {
    why: 'The parameters refuse or trim what would reach it',
    changes: [['sim/model/bulk-imports/bulk-imports.ts', '[BLANK]', '[]']],
  },
  {
    why: 'Whoever is deleted goes from the lists that name them',
    changes: [['sim/model/protected-tags/protections.ts', "''"]],
  },
  {
    why: 'The path of a repository on that host has two parts',
    changes: [['sim/model/external-import/hosts/extserver.ts', "''", '"Stryker was here!"']],
  },
  {
    why: 'More merge requests than the host is asked about',
    changes: [
      [
        'sim/model/external-import/hosts/extgit.ts',
        "[{ relation: 'pull_request_reviews', message: `Reviews of …",
      ],
    ],
  },
  {
    why: 'Objects of the same id are the same, stored once or twice',
    changes: [
      ['sim/model/repository/packed-objects.ts', 'world.gitObjects.get(id) === undefined', 'false'],
      ['sim/model/repository/changelog-merge-requests.ts', 'id !== null', 'false'],
    ],
  },
  {
    why: 'It is kept until the next clean-up of memory, or longer',
    changes: [['sim/model/repository/collect-objects.ts', '[...namedOutside(pack)]', '[]']],
  },
  {
    why: 'Large files in archives are uploaded by git alone',
    changes: [
      ['sim/model/repository/lfs-objects.ts', 'isRegular(newMode) && newId !== undefined && readPointer …'],
    ],
  },
  {
    why: 'The setting takes no pattern that could not be read',
    changes: [['sim/model/users/users.ts', 'false', 'true']],
  },
  {
    why: 'Worlds in files, not requests',
    changes: [
      ['sim/model/load.ts', 'true', 'false'],
      ['sim/model/settings/in-force.ts', '{ ...inForce, ...values }'],
    ],
  },
  {
    why: 'Operations around the specification alone show it',
    changes: [
      ['sim/model/discussions/discussion.ts', 'at + 1', 'at - 1'],
      ['sim/model/labels/label-changes.ts', "'is invalid'", '""'],
      ['sim/model/pipelines/pipelines.ts', 'job.args.pipelineId === pipeline.id', 'true'],

      ['sim/model/hooks/', /./],
      ['sim/model/projects/delete-project.ts', 'userId ?? []', 'userId && []'],
      ['sim/model/branches/protect-branch.ts', "name.trim() === ''", 'false'],
      ['sim/model/branches/protect-branch.ts', "{ id: nextId(world, 'groupProtectedBranches'), groupId: …"],
      ['sim/model/labels/label-changes.ts', '[TAKEN]', '[]'],
      ['sim/model/members/memberships.ts', /^\{ access_level: \[ `should be greater than/],
      ['sim/model/groups/groups.ts', /is not allowed since the parent group/],
      ['sim/model/discussions/discussion.ts', 'true', 'false'],
      ['sim/model/pipelines/pipelines.ts', "'byKind'", '""'],
    ],
  },
  {
    why: 'How a table is written where a template shows one whole was not learnt',
    changes: [['sim/model/repository/changelog-template.ts', "', '", '""']],
  },
  {
    why: 'The own address of the service has a host',
    changes: [['sim/model/settings/change.ts', "''", '"Stryker was here!"']],
  },
  {
    why: 'A position of a kind that is missing is one in a text',
    changes: [['sim/model/external-import/hosts/extserver.ts', "'text'", '""']],
  },
  {
    why: 'A merge request without commits has been merged nowhere',
    changes: [
      ['sim/model/repository/changelog-merge-requests.ts', 'sha === null || exclude.length === 0', 'false'],
    ],
  },
  {
    why: 'The sentence belongs to this double; the service tells none there, or another',
    changes: [['sim/model/repository/changelog-template.ts', /^`You can only nest up to/]],
  },
  {
    why: 'Templates of messages are set by operations around the specification',
    changes: [['sim/model/merge-requests/merge-messages.ts', 'multiline.at(-1)?.trimEnd']],
  },
  {
    why: 'Archives larger than are made',
    changes: [
      ['sim/model/repository/archives.ts', '{ if (problem instanceof GitError) return undefined throw …'],
    ],
  },
  {
    why: 'Numbers have no parts',
    changes: [['sim/model/repository/named-objects.ts', "typeof args === 'object' && args !== null"]],
  },
]
