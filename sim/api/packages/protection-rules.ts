import { packageProtectionEntity } from '../../entities/protection-rule.ts'
import {
  addProtection,
  deleteProtection,
  listProtections,
  type ProtectionPlace,
  updateProtection,
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

export const listPackageProtectionRules = listProtections(packages)
export const createPackageProtectionRule = addProtection(packages)
export const updatePackageProtectionRule = updateProtection(packages)
export const deletePackageProtectionRule = deleteProtection(packages)
