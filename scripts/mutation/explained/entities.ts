import type { Explanation } from './explanation.ts'

export const entities: readonly Explanation[] = [
  {
    why: 'It is told by documents alone',
    changes: [
      ['sim/entities/approvals.ts', "'Approver'", '""'],
      ['sim/entities/approvals.ts', "'ApprovalRuleLeft'", '""'],
      ['sim/entities/', /^'[FS]\d+'$/, '""'],
      ['sim/entities/', /^\{ type: ['[][^:]*\}$/, '{}'],
      ['sim/entities/entity.ts', 'value === null', 'false'],
      ['sim/entities/project-parts.ts', "'null'", '""'],
    ],
  },
  {
    why: 'What somebody may do is shown to who is signed in alone',
    changes: [['sim/entities/project-parts.ts', '{ project_access: null, group_access: null }', '{}']],
  },
  {
    why: 'What follows the host of an address is cut off',
    changes: [['sim/entities/settings.ts', "''", '"Stryker was here!"']],
  },
  {
    why: 'It is of newer releases, and the simulators here are of 15.8',
    changes: [
      ['sim/entities/user.ts', "''", '"Stryker was here!"'],
      ['sim/entities/audit-event.ts', "change === 'access_level'"],
      ['sim/entities/bulk-import.ts', "world.bulkImportFailures.by('byEntity', id).list().length …"],
      ['sim/entities/diff.ts', "'collapsed'"],
      ['sim/entities/diff.ts', "view.asked('unidiff') === true"],
      ['sim/entities/vulnerability-export.ts', 'it.newer?.sendsEmail === true'],
    ],
  },
  {
    why: 'Whose profile is private is shown to who is signed in alone',
    changes: [['sim/entities/user.ts', 'viewer?.id', 'viewer.id']],
  },
  { why: 'Times are never negative', changes: [['sim/entities/time-stats.ts', "'-'", '""']] },
  {
    why: 'It guards against entities that are written wrongly',
    changes: [['sim/entities/entity.ts', "'an entity is written as an object'", '""']],
  },
]
