import { repositoryProtectionEntity, tagProtectionEntity } from '../../entities/protection-rule.ts'
import {
  createProtectionRule,
  deleteProtectionRule,
  listProtectionRules,
  type ProtectionPlace,
  updateProtectionRule,
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

export const listRepositoryProtectionRules = listProtectionRules(repositories)
export const listTagProtectionRules = listProtectionRules(tags)
export const createRepositoryProtectionRule = createProtectionRule(repositories)
export const createTagProtectionRule = createProtectionRule(tags)
export const updateRepositoryProtectionRule = updateProtectionRule(repositories)
export const updateTagProtectionRule = updateProtectionRule(tags)
export const deleteRepositoryProtectionRule = deleteProtectionRule(repositories)
export const deleteTagProtectionRule = deleteProtectionRule(tags)
