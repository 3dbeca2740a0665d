import { packageProtectionEntity } from '../../entities/protection-rule.ts'
import {
  createProtectionRule,
  deleteProtectionRule,
  listProtectionRules,
  type ProtectionPlace,
  updateProtectionRule,
} from '../shared/protection-rules.ts'

const packages: ProtectionPlace = {
  kind: 'package',
  path: '/projects/:id/packages/protection/rules',
  id: 'package_protection_rule_id',
  pattern: 'package_name_pattern',
  noun: 'packages',
  entity: packageProtectionEntity,
  needs: 'admin_package_protection',
}

export const listPackageProtectionRules = listProtectionRules(packages)
export const createPackageProtectionRule = createProtectionRule(packages)
export const updatePackageProtectionRule = updateProtectionRule(packages)
export const deletePackageProtectionRule = deleteProtectionRule(packages)
