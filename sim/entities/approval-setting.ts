import { since } from '../lib/dialect.ts'
import {
  type ApprovalSwitch,
  approvalSettings,
  type LockedBy,
  type ResolvedSwitch,
  switchOfGroup,
  switchOfProject,
} from '../model/approvals/approval-settings.ts'
import type { Group } from '../model/groups/group.ts'
import type { Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import { entity, type Field, type Fields, flag, nullable, one, oneOfTexts } from './entity.ts'

const resolvedEntity = entity<ResolvedSwitch>('ApprovalSettingValue', {
  value: flag(({ value }) => value),
  locked: flag(({ lockedBy }) => lockedBy !== null),
  // A setting that nothing above has locked is inherited from nothing.
  inherited_from: nullable(oneOfTexts(['instance', 'group'], ({ lockedBy }) => lockedBy as LockedBy)),
})

type Find<Row> = (world: World, row: Row, name: ApprovalSwitch) => ResolvedSwitch

function resolved<Row>(find: Find<Row>, name: ApprovalSwitch): Field<Row> {
  return one(resolvedEntity, (row: Row, { world }) => find(world, row, name))
}

function fields<Row>(find: Find<Row>, selective: (world: World, row: Row) => boolean): Fields<Row> {
  return {
    allow_author_approval: resolved(find, 'authorApproval'),
    allow_committer_approval: resolved(find, 'committerApproval'),
    allow_overrides_to_approver_list_per_merge_request: resolved(find, 'overriding'),
    retain_approvals_on_push: resolved(find, 'retaining'),
    selective_code_owner_removals: one(resolvedEntity, (row: Row, { world }) => ({
      value: selective(world, row),
      lockedBy: null,
    })),
    require_password_to_approve: resolved(find, 'requirePassword'),
    require_reauthentication_to_approve: since(
      'approvals#later-reauthentication',
      resolved(find, 'requirePassword'),
    ),
  }
}

/** What a project allows in its merge requests, and who above it decided so. */
export const projectApprovalSettingEntity = entity<Project>(
  'ProjectApprovalSetting',
  fields(switchOfProject, (world, project) => approvalSettings(world, project).selectiveCodeOwnerRemovals),
)

/** What a group allows in merge requests of the projects below it. Code owners are not its matter. */
export const groupApprovalSettingEntity = entity<Group>(
  'GroupApprovalSetting',
  fields(switchOfGroup, () => false),
)
