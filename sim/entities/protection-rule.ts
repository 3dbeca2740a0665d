import { type ProtectionRule, protectingRoles } from '../model/container-registry/protection-rule.ts'
import { entity, type Fields, integer, nullable, oneOfTexts, text } from './entity.ts'

const ids: Fields<ProtectionRule> = {
  id: integer(({ id }) => id),
  project_id: integer(({ projectId }) => projectId),
}
const roles: Fields<ProtectionRule> = {
  minimum_access_level_for_push: nullable(oneOfTexts(protectingRoles, ({ push }) => push as 'owner')),
  minimum_access_level_for_delete: nullable(oneOfTexts(protectingRoles, ({ delete: it }) => it as 'owner')),
}

export const packageProtectionEntity = entity<ProtectionRule>('PackageProtectionRule', {
  ...ids,
  package_name_pattern: text(({ pattern }) => pattern),
  package_type: text(({ packageType }) => packageType ?? ''),
  ...roles,
})

export const repositoryProtectionEntity = entity<ProtectionRule>('RegistryRepositoryProtectionRule', {
  ...ids,
  repository_path_pattern: text(({ pattern }) => pattern),
  ...roles,
})

export const tagProtectionEntity = entity<ProtectionRule>('RegistryTagProtectionRule', {
  ...ids,
  tag_name_pattern: text(({ pattern }) => pattern),
  ...roles,
})
