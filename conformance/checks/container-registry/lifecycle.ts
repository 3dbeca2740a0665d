import { lifecycle } from '../../kit/lifecycle.ts'

export const protectionRulesLifecycle = lifecycle(
  {
    id: 'container-registry/protection-rules-lifecycle',
    says: 'A protection rule of repositories or tags is listed as it was created and updated, and no more once it is deleted',
    source:
      'container-registry#repository-rule-create, container-registry#repository-rule-delete, container-registry#tag-rule-write',
  },
  [
    {
      record: '/projects/:id/registry/protection/repository/rules/:protection_rule_id',
      values: ({ project }) => ({
        repository_path_pattern: `${project.path.toLowerCase()}/one*`,
        minimum_access_level_for_push: 'maintainer',
      }),
      changes: { minimum_access_level_for_push: 'owner' },
      verb: 'PATCH',
      without: ['read'],
    },
    {
      record: '/projects/:id/registry/protection/tag/rules/:protection_rule_id',
      values: {
        tag_name_pattern: 'v*',
        minimum_access_level_for_push: 'owner',
        minimum_access_level_for_delete: 'owner',
      },
      changes: { tag_name_pattern: 'w*' },
      verb: 'PATCH',
      without: ['read'],
    },
  ],
)
