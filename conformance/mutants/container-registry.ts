import type { Mutant } from './mutant.ts'
import { paramsChanged, rowsChanged } from './wire.ts'

/** Faults in container registry. */
export const containerRegistryMutants: readonly Mutant[] = [
  paramsChanged(
    'repository-rule-level-not-unset',
    'An empty level does not unset the level of a repository protection rule',
    'container-registry/protection-rules',
    'PATCH /projects/:id/registry/protection/repository/rules/:protection_rule_id',
    ({ minimum_access_level_for_push: _, ...params }) => params,
  ),
  rowsChanged(
    'tag-rule-pattern-not-updated',
    'An update of a tag protection rule shows the old pattern',
    'container-registry/tag-rule-attributes-kept',
    ['PATCH /projects/:id/registry/protection/tag/rules/:protection_rule_id'],
    (row) => ({ ...row, tag_name_pattern: 'kept-*' }),
  ),
]
