import { attributesKept } from '../../kit/attributes-kept.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const REPOSITORIES = '/projects/:id/registry/protection/repository/rules'

const TAGS = '/projects/:id/registry/protection/tag/rules'

export const protectionRules = check({
  id: 'container-registry/protection-rules',
  says: 'A repository protection rule names a path below the project, and a tag protection rule sets both levels or none: others are refused with 422',
  source:
    'container-registry#repository-rule-path, container-registry#repository-rule-update, container-registry#tag-rule-levels',
  level: 'should',
  covers: [
    `POST ${REPOSITORIES}`,
    `PATCH ${REPOSITORIES}/:protection_rule_id`,
    `GET ${REPOSITORIES}`,
    `POST ${TAGS}`,
  ],
  holds: async ({ call, project }) => {
    const { id } = project
    const push = { minimum_access_level_for_push: 'owner' }
    const foreign = await call(`POST ${REPOSITORIES}`, { id, repository_path_pattern: 'elsewhere', ...push })
    answers(foreign, 422)
    const pattern = { id, repository_path_pattern: `${project.path.toLowerCase()}/image*` }
    const rule = arranged(await call(`POST ${REPOSITORIES}`, { ...pattern, ...push }))
    const place = { id, protection_rule_id: numberIn(rule, 'id') }
    const change = { minimum_access_level_for_push: '', minimum_access_level_for_delete: 'maintainer' }
    const changed = await call(`PATCH ${REPOSITORIES}/:protection_rule_id`, { ...place, ...change })
    answers(changed, 200)
    const levels = { minimum_access_level_for_push: null, minimum_access_level_for_delete: 'maintainer' }
    has(changed.row(), levels, changed)
    answers(await call(`POST ${TAGS}`, { id, tag_name_pattern: 'v*', ...push }), 422)
    const both = { ...push, minimum_access_level_for_delete: 'owner' }
    answers(await call(`POST ${TAGS}`, { id, tag_name_pattern: 'v*', ...both }), 201)
  },
})

export const tagRuleAttributesKept = attributesKept(
  {
    id: 'container-registry/tag-rule-attributes-kept',
    says: 'The pattern and levels that are sent when a tag protection rule is created or updated are in the answer',
    source: 'container-registry#tag-rule-shape, container-registry#tag-rule-write',
  },
  [
    {
      create: `POST ${TAGS}`,
      update: `PATCH ${TAGS}/:protection_rule_id`,
      named: 'protection_rule_id',
      values: {
        tag_name_pattern: 'kept-*',
        minimum_access_level_for_push: 'owner',
        minimum_access_level_for_delete: 'admin',
      },
      changes: { tag_name_pattern: 'other-*' },
    },
  ],
)
