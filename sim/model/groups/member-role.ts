import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** The abilities that a custom role may add to its base role. */
export const addedAbilities = [
  'admin_cicd_variables',
  'admin_compliance_framework',
  'admin_group_member',
  'admin_integrations',
  'admin_merge_request',
  'admin_protected_branch',
  'admin_push_rules',
  'admin_runners',
  'admin_security_testing',
  'admin_terraform_state',
  'admin_vulnerability',
  'admin_web_hook',
  'archive_project',
  'manage_deploy_tokens',
  'manage_group_access_tokens',
  'manage_merge_request_settings',
  'manage_project_access_tokens',
  'manage_protected_tags',
  'manage_security_policy_link',
  'read_code',
  'read_compliance_dashboard',
  'read_crm_contact',
  'read_dependency',
  'read_runners',
  'read_vulnerability',
  'remove_group',
  'remove_project',
] as const
/** Abilities that releases brought, with the change that did; here nothing follows from them. */
export const laterAbilities = {
  admin_protected_environments: 'members#later-role-environments',
  admin_security_attributes: 'members#later-role-security',
  apply_security_scan_profiles: 'members#later-role-security',
  read_security_attribute: 'members#later-role-security',
  read_security_scan_profiles: 'members#later-role-security',
} as const
export type LaterAbility = keyof typeof laterAbilities

export type AddedAbility = (typeof addedAbilities)[number]

/** A custom role of the installation or of a top-level group. */
export interface MemberRole {
  readonly id: number
  readonly groupId: number | null
  readonly name: string
  readonly description: string | null
  readonly baseAccessLevel: number
  readonly abilities: readonly (AddedAbility | LaterAbility)[]
}

export const memberRolesTable = table<MemberRole>()('memberRoles', {
  byGroup: index((it) => [it.groupId ?? 0, it.name]),
})
