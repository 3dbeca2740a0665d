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
]
