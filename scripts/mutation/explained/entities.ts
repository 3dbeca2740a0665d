import type { Explanation } from './explanation.ts'

const forDocuments = 'It is told by documents alone'

export const inEntities: readonly Explanation[] = [
  { file: 'sim/entities/approvals.ts', from: "'Approver'", to: '""', why: forDocuments },
  { file: 'sim/entities/approvals.ts', from: "'ApprovalRuleLeft'", to: '""', why: forDocuments },
  { file: 'sim/entities/', from: /^'[FS]\d+'$/, to: '""', why: forDocuments },
  { file: 'sim/entities/', from: /^\{ type: ['[][^:]*\}$/, to: '{}', why: forDocuments },
  { file: 'sim/entities/entity.ts', from: 'value === null', to: 'false', why: forDocuments },
  { file: 'sim/entities/project-parts.ts', from: "'null'", to: '""', why: forDocuments },
  {
    file: 'sim/entities/project-parts.ts',
    from: '{ project_access: null, group_access: null }',
    to: '{}',
    why: 'What somebody may do is shown to who is signed in alone',
  },
  {
    file: 'sim/entities/settings.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'What follows the host of an address is cut off',
  },
]
