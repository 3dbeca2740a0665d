import { repositoryProtectionEntity, tagProtectionEntity } from '../../entities/protection-rule.ts'
import {
  addProtection,
  deleteProtection,
  listProtections,
  type ProtectionPlace,
  updateProtection,
} from '../shared/protection-rules.ts'

const repositories: ProtectionPlace = {
  kind: 'repository',
  path: '/projects/:id/registry/protection/repository/rules',
  id: 'protection_rule_id',
  pattern: 'repository_path_pattern',
  noun: 'container repositories',
  entity: repositoryProtectionEntity,
  needs: 'admin_registry',
}
const tags: ProtectionPlace = {
  kind: 'tag',
  path: '/projects/:id/registry/protection/tag/rules',
  id: 'protection_rule_id',
  pattern: 'tag_name_pattern',
  noun: 'container image tags',
  entity: tagProtectionEntity,
  needs: 'admin_registry',
}

export const listRepositoryProtectionRules = listProtections(repositories)
export const listTagProtectionRules = listProtections(tags)
export const createRepositoryProtectionRule = addProtection(repositories)
export const createTagProtectionRule = addProtection(tags)
export const updateRepositoryProtectionRule = updateProtection(repositories)
export const updateTagProtectionRule = updateProtection(tags)
export const deleteRepositoryProtectionRule = deleteProtection(repositories)
export const deleteTagProtectionRule = deleteProtection(tags)
