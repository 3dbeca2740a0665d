import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const PUSH = '/projects/:id/push_rule'
const PACKAGES = '/projects/:id/packages/protection/rules'

export const pushRule = check({
  id: 'administered/push-rule',
  says: 'A project has no rule for pushes until somebody gives it one, and one at the most',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: [`GET ${PUSH}`, `POST ${PUSH}`, `PUT ${PUSH}`, `DELETE ${PUSH}`],
  needs: { tier: 'premium' },
  holds: async ({ call, project }) => {
    const { id } = project
    const none = await call(`GET ${PUSH}`, { id })
    answers(none, 200)
    equals('the rule', none.json ?? null, null, none)
    const added = await call(`POST ${PUSH}`, { id, deny_delete_tag: true, max_file_size: 3 })
    answers(added, 201)
    has(added.row(), { project_id: id, deny_delete_tag: true, member_check: false, max_file_size: 3 }, added)
    answers(await call(`POST ${PUSH}`, { id, member_check: true }), 422)
    const changed = await call(`PUT ${PUSH}`, { id, deny_delete_tag: false })
    answers(changed, 200)
    has(changed.row(), { deny_delete_tag: false, max_file_size: 3 }, changed)
    answers(await call(`DELETE ${PUSH}`, { id }), 204)
    answers(await call(`DELETE ${PUSH}`, { id }), 404)
  },
})

export const pushRuleKept = check({
  id: 'administered/push-rule-kept',
  says: 'What does not keep to the rule for pushes is not committed, and what does is',
  source: 'dossier 2, section 13; documentation of the service, Push rules',
  level: 'should',
  covers: [`POST ${PUSH}`, 'POST /projects/:id/repository/commits'],
  needs: { tier: 'premium', writes: true },
  each: (): readonly (readonly [object, object, string])[] => [
    [
      { commit_message_regex: '^ABC' },
      { commit_message: 'Go' },
      "Commit message does not follow the pattern '^ABC'",
    ],
    [
      { commit_message_negative_regex: 'secret' },
      { commit_message: 'ABC, no secret' },
      "Commit message contains the forbidden pattern 'secret'",
    ],
    [
      { branch_name_regex: '^topic/' },
      { branch: 'other' },
      "Branch name does not follow the pattern '^topic/'",
    ],
    [
      { file_name_regex: '[.]exe$' },
      { file_path: 'a.exe' },
      'File name a.exe was prohibited by the pattern "[.]exe$".',
    ],
  ],
  holds: async ({ call, project }, [rule, wrong, text]: readonly [object, object, string]) => {
    const { id, branch: start_branch } = project
    const committed = (change: object) => {
      const { file_path, ...rest } = {
        file_path: 'a.txt',
        branch: 'topic/a',
        commit_message: 'ABC',
        ...change,
      }
      const actions = [{ action: 'create', file_path, content: 'x' }]
      return call('POST /projects/:id/repository/commits', { id, start_branch, actions, ...rest })
    }
    arranged(
      await call('POST /projects/:id/repository/commits', {
        id,
        branch: start_branch,
        commit_message: 'Begin',
        actions: [{ action: 'create', file_path: 'begin.txt', content: 'x' }],
      }),
    )
    answers(await call(`POST ${PUSH}`, { id, ...rule }), 201)
    says(await committed(wrong), 400, text)
    const list = await call('GET /projects/:id/repository/branches', { id })
    equals('the branches', list.rows().length, 1, list)
    answers(await committed({}), 201)
  },
})

export const protectedPackage = check({
  id: 'administered/protected-package',
  says: 'A package that a rule protects is pushed by nobody below the role that it names',
  source: 'dossier 2, section 13',
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

const REPOSITORIES = '/projects/:id/registry/protection/repository/rules'
const TAGS = '/projects/:id/registry/protection/tag/rules'

export const protectedImages = check({
  id: 'administered/protected-images',
  says: 'Repositories of containers are protected below the path of the project, and tags from both sides or none',
  source: 'dossier 2, section 13',
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
