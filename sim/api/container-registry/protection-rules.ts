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

export const listRepositoryProtections = listProtections(repositories)
export const listTagProtections = listProtections(tags)
export const protectRepositories = addProtection(repositories)
export const protectTags = addProtection(tags)
export const changeRepositoryProtection = updateProtection(repositories)
export const changeTagProtection = updateProtection(tags)
export const unprotectRepositories = deleteProtection(repositories)
export const unprotectTags = deleteProtection(tags)
