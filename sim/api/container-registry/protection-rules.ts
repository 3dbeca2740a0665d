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
  noun: 'repositories of containers',
  entity: repositoryProtectionEntity,
  needs: 'admin_registry',
}
const tags: ProtectionPlace = {
  kind: 'tag',
  path: '/projects/:id/registry/protection/tag/rules',
  id: 'protection_rule_id',
  pattern: 'tag_name_pattern',
  noun: 'tags of containers',
  entity: tagProtectionEntity,
  needs: 'admin_registry',
}

export const listRepositoryProtections = listProtectionRules(repositories)
export const listTagProtections = listProtectionRules(tags)
export const protectRepositories = createProtectionRule(repositories)
export const protectTags = createProtectionRule(tags)
export const changeRepositoryProtection = updateProtectionRule(repositories)
export const changeTagProtection = updateProtectionRule(tags)
export const unprotectRepositories = deleteProtectionRule(repositories)
export const unprotectTags = deleteProtectionRule(tags)
