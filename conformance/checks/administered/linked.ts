import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const SAML = '/groups/:id/saml_group_links'
const LDAP = '/groups/:id/ldap_group_links'
const source = 'dossier 2, section 13'

export const samlLinks = check({
  id: 'administered/saml-links',
  says: 'A group of SAML is linked once, found by its name, and unlinked',
  source,
  level: 'should',
  covers: [`GET ${SAML}`, `POST ${SAML}`, `GET ${SAML}/:saml_group_name`, `DELETE ${SAML}/:saml_group_name`],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, group }) => {
    const { id } = group
    const link = { id, saml_group_name: 'Developers.all', access_level: 30, provider: 'saml' }
    const added = await call(`POST ${SAML}`, link)
    answers(added, 201)
    has(added.row(), { name: 'Developers.all', access_level: 30 }, added)
    answers(await call(`POST ${SAML}`, link), 400)
    const place = { id, saml_group_name: 'Developers.all' }
    has((await call(`GET ${SAML}/:saml_group_name`, place)).row(), { access_level: 30 })
    answers(await call(`DELETE ${SAML}/:saml_group_name`, place), 204)
    answers(await call(`GET ${SAML}/:saml_group_name`, place), 404)
    equals('the links', (await call(`GET ${SAML}`, { id })).json, [])
  },
})

export const ldapLinks = check({
  id: 'administered/ldap-links',
  says: 'A group of LDAP is linked by its name or by a filter, and unlinked by the same',
  source,
  level: 'should',
  covers: [`GET ${LDAP}`, `POST ${LDAP}`, `DELETE ${LDAP}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, group }) => {
    const { id } = group
    const link = { id, group_access: 20, provider: 'ldapmain' }
    answers(await call(`POST ${LDAP}`, link), 400)
    const added = await call(`POST ${LDAP}`, { ...link, cn: 'staff' })
    answers(added, 201)
    has(added.row(), { cn: 'staff', filter: null, group_access: 20, provider: 'ldapmain' }, added)
    answers(await call(`POST ${LDAP}`, { ...link, filter: '(a=b)' }), 201)
    const { provider } = link
    answers(await call(`DELETE ${LDAP}`, { id, provider, cn: 'others' }), 404)
    answers(await call(`DELETE ${LDAP}`, { id, provider, cn: 'staff' }), 204)
    const left = (await call(`GET ${LDAP}`, { id })).rows()
    equals(
      'the filters',
      left.map(({ filter }) => filter ?? ''),
      ['(a=b)'],
    )
    answers(await call(`DELETE ${LDAP}`, { id, provider, filter: '(a=b)' }), 204)
  },
})

export const memberWithRole = check({
  id: 'administered/member-with-role',
  says: 'A member has a role of its own on the level that it builds on, and on no other',
  source,
  level: 'should',
  covers: ['POST /groups/:id/members', 'PUT /groups/:id/members/:user_id'],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    if (!stage.has('stranger')) return stage.skip('there is nobody to become a member')
    const { id } = group
    const wish = { id, name: 'Hooks', base_access_level: 20, admin_web_hook: true }
    const role = arranged(await call('POST /groups/:id/member_roles', wish))
    const member_role_id = numberIn(role, 'id')
    const user_id = stage.user('stranger').id
    const add = 'POST /groups/:id/members'
    answers(await call(add, { id, user_id, access_level: 30, member_role_id }), 400)
    const added = await call(add, { id, user_id, access_level: 20, member_role_id })
    answers(added, 201)
    const shown = added.row().member_role
    has(isRow(shown) ? shown : {}, { id: member_role_id, base_access_level: 20 }, added)
    const change = 'PUT /groups/:id/members/:user_id'
    const without = await call(change, { id, user_id, access_level: 20, member_role_id: null })
    answers(without, 200)
    equals('the role', without.row().member_role ?? null, null, without)
  },
})

const GROUPS = '/projects/:id/resource_groups'

export const resourceGroup = check({
  id: 'administered/resource-group',
  says: 'A group of jobs that run one after another is there once a pipeline names it',
  source,
  level: 'should',
  covers: [`GET ${GROUPS}`, `GET ${GROUPS}/:key`, `PUT ${GROUPS}/:key`, `GET ${GROUPS}/:key/upcoming_jobs`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    answers(await call(`GET ${GROUPS}/:key`, { id, key: 'production' }), 404)
    const content = 'deploy:\n  when: manual\n  script: ["true"]\n  resource_group: production\n'
    const message = 'Configure a job [skip ci]'
    await commit(stage, { branch: 'ci', from: project.branch, path: '.gitlab-ci.yml', content, message })
    arranged(await call('POST /projects/:id/pipeline', { id, ref: 'ci' }))
    const place = { id, key: 'production' }
    const found = await call(`GET ${GROUPS}/:key`, place)
    answers(found, 200)
    has(found.row(), { key: 'production', process_mode: 'unordered' }, found)
    answers(await call(`PUT ${GROUPS}/:key`, { ...place, process_mode: 'any' }), 400)
    const changed = await call(`PUT ${GROUPS}/:key`, { ...place, process_mode: 'newest_first' })
    has(changed.row(), { process_mode: 'newest_first' }, changed)
    const modes = (await call(`GET ${GROUPS}`, { id })).rows().map(({ process_mode: mode }) => mode ?? '')
    equals('the modes', modes, ['newest_first'])
    answers(await call(`GET ${GROUPS}/:key/upcoming_jobs`, place), 200)
  },
})
