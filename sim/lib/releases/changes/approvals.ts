import type { Changes } from './change.ts'

export const approvals = {
  'approvals#later-report-type': {
    release: '17.2',
    before: 'Approval rules have no `report_type`',
    after: '`report_type` of an approval rule is that of a `report_approver` rule, else null',
  },
  'approvals#later-approved-at': {
    release: '18.4',
    before: 'Whoever approved is shown as `user` alone',
    after: '`approved_at` tells when',
  },
  'approvals#later-reauthentication': {
    release: '17.2',
    before: 'Neither the configuration nor the settings have `require_reauthentication_to_approve`',
    after:
      '`require_reauthentication_to_approve` is the new name of `require_password_to_approve`, and wins over it',
  },
  'approvals#later-section-numbers': {
    release: '15.9',
    before: 'One approval is required in each section of `CODEOWNERS` that is not optional',
    after: 'A number behind the heading of a section says how many are: `[Docs][2]`',
    general: true,
  },
  'approvals#later-section-owners': {
    release: '15.11',
    before:
      'Owners behind the heading of a section of `CODEOWNERS` are ignored, as are its lines without owners',
    after: 'They own what the lines of the section name without owners',
    general: true,
  },
  'approvals#later-publish-review': {
    release: '18.6',
    before: '`publish_review` is ignored',
    after: 'Approving with `publish_review` also publishes the drafts of the caller',
  },
  'approvals#later-invalid-rules': {
    release: '16.5',
    before: 'The approvals of a merge request have no `invalid_approvers_rules`',
    after: '`invalid_approvers_rules` names the rules that too few can satisfy',
    doubtful: true,
  },
  'approvals#later-report-types': {
    release: '17.0',
    before: '`report_type` of a new approval rule may be `license_scanning`',
    after: '400 `report_type does not have a valid value`',
    doubtful: true,
  },
  'approvals#later-name-length': {
    release: '18.9',
    before: 'Names of approval rules have at most 255 characters',
    after: 'They have at most 1,024',
    general: true,
    doubtful: true,
    sends: ['name'],
  },
} as const satisfies Changes<'approvals'>
