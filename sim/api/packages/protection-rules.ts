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

export const listPackageProtections = listProtections(packages)
export const protectPackages = addProtection(packages)
export const changePackageProtection = updateProtection(packages)
export const unprotectPackages = deleteProtection(packages)
