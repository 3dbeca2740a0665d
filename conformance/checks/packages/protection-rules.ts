import { attributesKept } from '../../kit/attributes-kept.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'

const PACKAGES = '/projects/:id/packages/protection/rules'

export const protectionRules = check({
  id: 'packages/protection-rules',
  says: 'A package protection rule refuses uploads of matching packages by users below its minimum role with 403 until it is deleted; a duplicate rule and one without a minimum role answer 422',
  source: 'packages#protection-rules, packages#protection-enforced',
  level: 'should',
  covers: [`GET ${PACKAGES}`, `POST ${PACKAGES}`, `DELETE ${PACKAGES}/:package_protection_rule_id`],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('developer')) return stage.skip('there is no developer')
    const { id } = project
    const rule = { id, package_name_pattern: 'guarded-*', package_type: 'generic' }
    const least = { minimum_access_level_for_push: 'maintainer' }
    const added = await call(`POST ${PACKAGES}`, { ...rule, ...least })
    answers(added, 201)
    has(added.row(), { ...least, package_type: 'generic', minimum_access_level_for_delete: null }, added)
    answers(await call(`POST ${PACKAGES}`, { ...rule, ...least }), 422)
    answers(await call(`POST ${PACKAGES}`, { ...rule, package_name_pattern: 'other' }), 422)
    const push = (package_name: string, as: 'developer' | 'owner') =>
      call(
        'PUT /projects/:id/packages/generic/:package_name/:package_version/:file_name',
        { id, package_name, package_version: '1.0.0', file_name: 'file.txt' },
        { as, body: 'content' },
      )
    answers(await push('guarded-tool', 'developer'), 403)
    answers(await push('guarded-tool', 'owner'), 201)
    answers(await push('free-tool', 'developer'), 201)
    const one = { id, package_protection_rule_id: numberIn(added.row(), 'id') }
    answers(await call(`DELETE ${PACKAGES}/:package_protection_rule_id`, one), 204)
    answers(await push('guarded-tool', 'developer'), 201)
  },
})

export const protectionRuleAttributesKept = attributesKept(
  {
    id: 'packages/protection-rule-attributes-kept',
    says: 'The pattern, type and levels that are sent when a package protection rule is created or updated are in the answer',
    source: 'packages#protection-rules',
  },
  [
    {
      create: `POST ${PACKAGES}`,
      update: `PATCH ${PACKAGES}/:package_protection_rule_id`,
      named: 'package_protection_rule_id',
      values: {
        package_name_pattern: 'kept-*',
        package_type: 'pypi',
        minimum_access_level_for_push: 'owner',
        minimum_access_level_for_delete: 'admin',
      },
      changes: { package_name_pattern: 'other-*', package_type: 'npm' },
    },
  ],
)
