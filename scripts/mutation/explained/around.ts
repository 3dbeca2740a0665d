import type { ExplainedChange, Explanation } from './explanation.ts'

const whole = (file: string): ExplainedChange => [file, /./]

/** What operations around the specification alone show, and what takes them to come about. */
export const around: readonly Explanation[] = [
  {
    why: 'Operations around the specification alone show it',
    changes: [
      ...[
        'sim/api/avatars/avatars.ts',
        'sim/api/epics/',
        'sim/api/groups/lists.ts',
        'sim/api/labels/group-labels.ts',
        'sim/api/milestones/group-milestones.ts',
        'sim/api/projects/statistics.ts',
        'sim/api/users/',
        'sim/entities/access-token.ts',
        'sim/entities/board.ts',
        'sim/entities/cluster-agent.ts',
        'sim/entities/issue.ts',
        'sim/entities/label.ts',
        'sim/entities/member-role.ts',
        'sim/entities/oauth-application.ts',
        'sim/entities/protected-branch.ts',
        'sim/entities/remote-mirror.ts',
        'sim/jobs/migrate-epics.ts',
        'sim/jobs/resource-events.ts',
        'sim/model/boards/',
        'sim/model/epics/',
        'sim/model/groups/group-choices.ts',
        'sim/model/jobs/script-output.ts',
        'sim/model/project-export/archive/badges.ts',
        'sim/model/project-export/archive/boards.ts',
        'sim/model/project-export/archive/epics.ts',
        'sim/model/project-export/archive/events.ts',
        'sim/model/project-export/archive/exportable.ts',
        'sim/model/project-export/archive/group-relations.ts',
        'sim/model/project-export/archive/notes.ts',
        'sim/model/project-export/archive/resource-events.ts',
        'sim/model/project-export/archive/schedules.ts',
        'sim/model/project-export/archive/snippets.ts',
        'sim/model/project-export/archive/wiki.ts',
        'sim/model/releases/release.ts',
        'sim/model/snippets/snippet.ts',
      ].map(whole),
      ['sim/entities/group.ts', /premium|admin|snippets|fullPath|branchProtectionOf|membershipLocked/],
      ['sim/entities/member.ts', /createdById|takesSeat/],
      ['sim/entities/user.ts', /jobTitle/],
      ['sim/model/issues/issue.ts', /dueDate|^value === null$|NO_ID/],
      ['sim/policy/members.ts', /^a < b$|accessLevel > /],
      ['sim/policy/notes.ts', "'Commit'"],
      ['sim/api/shared/quick-actions/actions.ts', "'remove_parent_epic'"],
      ['sim/api/shared/project-params.ts', "'disabled'"],
      ['sim/entities/user-ref.ts', "switchedOff(world, 'gravatar_enabled')"],
      ['sim/model/external-import/hosts/extserver.ts', "'line'"],
      ['sim/model/external-import/hosts/extserver.ts', '[]', '["Stryker was here"]'],
      ['sim/model/external-import/hosts/extgit.ts', "'Commented'"],
      ['sim/model/groups/groups.ts', '{ if (namespaceTaken(world, fullPath, self)) return true …'],
      ['sim/model/project-export/archive/attributes.ts', '{ expiration }'],
      ['sim/model/project-export/archive/attributes.ts', /^'(?:gitDepth|autoDevops|cadence|7d|lfs)'$/],
      ['sim/model/project-export/archive/issues.ts', /./],
      ['sim/protocol/handle.ts', "request.method === 'HEAD' && 'one' in answers"],
      ['sim/protocol/handle.ts', "takes !== 'content' || body === undefined"],
      ['sim/protocol/coerce.ts', "kind === 'file'"],
      ['sim/protocol/coerce.ts', "'file'"],
    ],
  },
  {
    why: 'Jobs and pipelines come of a CI configuration, which operations around the specification commit',
    changes: [
      ['sim/entities/ci-job.ts', /./],
      ['sim/entities/pipeline-ref.ts', /variable_type|env_var|coverage/],
      ['sim/jobs/auto-merge.ts', /headPipeline/],
      ['sim/jobs/job-effects.ts', /resourceGroup|!job\.taken/],
      ['sim/jobs/open-pipeline.ts', /plan\.name|autoCancelPipelines|mergeRequest\?\.id/],
      ['sim/jobs/pipeline.ts', 'pipeline === undefined || !isActive(pipeline)'],
      [
        'sim/model/jobs/ci-jobs.ts',
        /^plan\.timeout|^queued\.status|mayRetry\(job\)$|^running\.length === 0$/,
      ],
      ['sim/model/pipelines/ci-variables.ts', /./],
      ['sim/model/pipelines/ci.ts', /'running'/],
      ['sim/model/pipelines/head-pipeline.ts', /'preparing'|^mergeRequest\.sha === null$/],
      ['sim/model/pipelines/job-token-scopes.ts', /./],
      ['sim/model/pipelines/pipelines.ts', /'external'|'pending'/],
      ['sim/model/project-export/archive/pipelines.ts', /./],
      ['sim/api/shared/merging.ts', "'ci_must_pass'"],
    ],
  },
  {
    why: 'What it is about is made, given or switched by operations around the specification alone',
    changes: [
      // The rules of pushes.
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands so in the source.
      ['sim/api/repository/changelog.ts', '`refs/heads/${branch}`'],
      ['sim/policy/push-rules.ts', "way === 'pushed' && rule.rejectUnsignedCommits && !isSigned( …"],
      // Snippets, of a size that counts against the limit of exports.
      [
        'sim/api/project-export/export.ts',
        'repository + wiki + lfsObjects + snippets',
        'repository + wiki + lfsObjects - snippets',
      ],
      // Auditors.
      ['sim/policy/abilities.ts', 'level === accessLevels.none'],
      // Groups in which nobody may create projects.
      ['sim/policy/abilities.ts', "member === 'noone'"],
      // Members of groups that share a runner.
      ['sim/policy/runners.ts', 'user !== undefined && groupLevel(world, user, group, now) >= …'],
    ],
  },
]
