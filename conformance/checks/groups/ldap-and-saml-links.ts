import { check } from '../../kit/check.ts'
import { answers, equals, has, says } from '../../kit/expect.ts'

const SAML = '/groups/:id/saml_group_links'

const LDAP = '/groups/:id/ldap_group_links'

export const samlProvider = check({
  id: 'groups/saml-provider',
  says: 'Without a SAML provider, SAML group links are listed and created by nobody (real service: 401)',
  source: 'groups#saml-provider',
  level: 'should',
  covers: [`GET ${SAML}`, `POST ${SAML}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { id } = stage.group
    const listed = await stage.call(`GET ${SAML}`, { id })
    const link = { id, saml_group_name: 'Developers.none', access_level: 30 }
    await stage.differs('F36', {
      specification: () => answers(listed, 200),
      real: async () => {
        if (listed.status === 200) stage.unknown('the target has a SAML provider')
        answers(listed, 401)
        answers(await stage.call(`POST ${SAML}`, link), 401)
      },
    })
  },
})

export const samlLinks = check({
  id: 'groups/saml-links',
  says: 'A SAML group link is created once for a name, is found by that name, and answers 404 after its deletion',
  source: 'groups#saml-links, groups#saml-link-shape',
  level: 'should',
  covers: [`GET ${SAML}`, `POST ${SAML}`, `GET ${SAML}/:saml_group_name`, `DELETE ${SAML}/:saml_group_name`],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const link = { id, saml_group_name: 'Developers.all', access_level: 30, provider: 'saml' }
    const added = await call(`POST ${SAML}`, link)
    if (added.status === 401) stage.unknown('the target has no SAML provider')
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
  id: 'groups/ldap-links',
  says: 'An LDAP group link is created with a `cn` or a `filter` and is deleted by the same',
  source: 'groups#ldap-links, groups#ldap-link-shape',
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

export const noLdapLinks = check({
  id: 'groups/no-ldap-links',
  says: 'The list of LDAP links answers 404 where a group has none',
  source: 'groups#ldap-links-none',
  level: 'should',
  covers: [`GET ${LDAP}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, group: { id } }) => {
    says(await call(`GET ${LDAP}`, { id }), 404, 'No linked LDAP groups found')
    const link = { id, provider: 'ldapmain', cn: 'staff' }
    answers(await call(`POST ${LDAP}`, { ...link, group_access: 20 }), 201)
    answers(await call(`GET ${LDAP}`, { id }), 200)
    answers(await call(`DELETE ${LDAP}`, link), 204)
    answers(await call(`GET ${LDAP}`, { id }), 404)
  },
})
