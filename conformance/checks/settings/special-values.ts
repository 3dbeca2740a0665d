import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, numberIn } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { hiddenSettings } from '../../oracle/settings/object.ts'
import { expectArranged } from '../../run/stage.ts'

const read = 'GET /application/settings'

const write = 'PUT /application/settings'

const needs = { project: 'none', role: 'admin', writes: true, rewinds: true } as const

const putBack = { project: 'none', role: 'admin', writes: true, restores: true } as const

export const otherForms = check<readonly [sent: Params, shown: { readonly [name: string]: Json }]>({
  id: 'settings/other-forms',
  says: 'Values that are stored in another form are answered and read back in it',
  source: 'settings#other-forms, settings#storages-weighted, settings#put',
  level: 'should',
  covers: [read, write],
  needs,
  hardy: true,
  each: () => [
    [{ external_authorization_service_timeout: 5 }, { external_authorization_service_timeout: 5 }],
    [{ external_authorization_service_timeout: ' 2.5' }, { external_authorization_service_timeout: 2.5 }],
    [{ repository_size_limit: 42 }, { repository_size_limit: 44_040_192 }],
    [{ two_factor_grace_period: 2.5 }, { two_factor_grace_period: 2 }],
    [{ default_branch_name: '<b>stem</b>' }, { default_branch_name: 'stem' }],
    [{ default_branch_name: '' }, { default_branch_name: null }],
    [{ commit_email_hostname: 'mail.example' }, { commit_email_hostname: 'mail.example' }],
    [{ repository_storages_weighted: { default: '50' } }, { repository_storages_weighted: { default: 50 } }],
  ],
  holds: async ({ call }, [sent, shown]) => {
    const reply = await call(write, sent)
    answers(reply, 200)
    has(reply.row(), shown, reply)
    const again = await call(read)
    has(again.row(), shown, again)
  },
})

export const emptyTerms = check({
  id: 'settings/empty-terms',
  says: 'An empty text of `terms` leaves those that are there',
  source: 'settings#terms-first',
  level: 'should',
  covers: [read, write],
  needs,
  holds: async ({ call }) => {
    has((await call(write, { terms: 'Be kind' })).row(), { terms: 'Be kind' })
    const reply = await call(write, { terms: '' })
    answers(reply, 200)
    has(reply.row(), { terms: 'Be kind' }, reply)
    has((await call(read)).row(), { terms: 'Be kind' })
  },
})

export const emptyHostname = check({
  id: 'settings/empty-commit-email-hostname',
  says: 'An empty `commit_email_hostname` brings back the one that follows from the host',
  source: 'settings#other-forms',
  level: 'should',
  covers: [read, write],
  needs,
  holds: async ({ call }) => {
    const { commit_email_hostname = null } = (await call(read)).row()
    has((await call(write, { commit_email_hostname: 'mail.example' })).row(), {
      commit_email_hostname: 'mail.example',
    })
    const reply = await call(write, { commit_email_hostname: '' })
    answers(reply, 200)
    has(reply.row(), { commit_email_hostname }, reply)
  },
})

export const constants = check({
  id: 'settings/constants',
  says: 'Two switches are always on, and the three old periods repeat the present one',
  source: 'settings#constants',
  level: 'should',
  covers: [read, write],
  needs: putBack,
  hardy: true,
  holds: async ({ call }) => {
    const sent = { hashed_storage_enabled: false, housekeeping_optimize_repository_period: 25 }
    const reply = await call(write, sent)
    answers(reply, 200)
    const always = { hashed_storage_enabled: true, housekeeping_bitmaps_enabled: true }
    const periods = ['full_repack', 'gc', 'incremental_repack', 'optimize_repository'].map(
      (name) => [`housekeeping_${name}_period`, 25] as const,
    )
    has(reply.row(), { ...always, ...Object.fromEntries(periods) }, reply)
  },
})

const shownSecrets = [
  ...['spamfilter_api_key', 'recaptcha_private_key', 'recaptcha_site_key', 'spam_check_api_key'],
  ...['mailgun_signing_key', 'external_pipeline_validation_service_token'],
  ...['static_objects_external_storage_auth_token', 'elasticsearch_password'],
  'elasticsearch_aws_secret_access_key',
]

export const secrets = check({
  id: 'settings/secrets',
  says: 'Write-only secrets are shown by no answer; the others are read back in clear',
  source: 'settings#secrets-shown, settings#write-only',
  level: 'must',
  covers: [read, write],
  needs,
  hardy: true,
  holds: async ({ call }) => {
    const known = (await call(read)).row()
    const shown = Object.fromEntries(
      shownSecrets.filter((name) => name in known).map((name) => [name, `shown-${name}`]),
    )
    const hidden = { asset_proxy_secret_key: 'hidden-4711', eks_secret_access_key: 'hidden-4711' }
    const reply = await call(write, { ...shown, ...hidden })
    answers(reply, 200)
    for (const answer of [reply, await call(read)]) {
      has(answer.row(), shown, answer)
      lacks(answer.row(), hiddenSettings, answer)
      holds(!answer.text.includes('hidden-4711'), 'a write-only secret is not shown', null, answer)
    }
  },
})

export const performanceBar = check({
  id: 'settings/performance-bar',
  says: 'The group of the performance bar is written as a path, read as an ID, and cleared by the old switch',
  source: 'settings#performance-bar',
  level: 'should',
  covers: [read, write],
  needs: { ...needs, project: 'private', in: 'group' },
  holds: async ({ call, group }) => {
    const set = await call(write, { performance_bar_allowed_group_path: group.path })
    answers(set, 200)
    has(set.row(), { performance_bar_allowed_group_id: group.id }, set)
    const cleared = await call(write, { performance_bar_enabled: false })
    answers(cleared, 200)
    has(cleared.row(), { performance_bar_allowed_group_id: null }, cleared)
  },
})

export const assetProxy = check({
  id: 'settings/asset-proxy',
  says: 'The allowlist of the asset proxy gets the own host, and each change of the proxy one more version of the Markdown',
  source: 'settings#asset-proxy-allowlist, settings#asset-proxy',
  level: 'should',
  covers: [read, write],
  needs,
  hardy: true,
  holds: async ({ call }) => {
    const before = numberIn((await call(read)).row(), 'local_markdown_version')
    const first = await call(write, { asset_proxy_allowlist: ['a.example', 'b.example'] })
    answers(first, 200)
    const list = first.row().asset_proxy_allowlist
    holds(Array.isArray(list) && list.length === 3, 'the own host is on the list', list, first)
    equals('what was sent', list.slice(0, 2), ['a.example', 'b.example'], first)
    equals('the version', first.row().local_markdown_version, before + 1, first)
    const again = await call(write, { asset_proxy_allowlist: list as string[] })
    equals('the list that was sent again', again.row().asset_proxy_allowlist, list, again)
    equals('the version after no change', again.row().local_markdown_version, before + 1, again)
    const refused = await call(write, { asset_proxy_enabled: true })
    answers(refused, 400)
    const others = [
      { asset_proxy_url: 'https://proxy.example' },
      { asset_proxy_secret_key: 'a-secret-of-the-proxy' },
      { asset_proxy_enabled: true },
      { asset_proxy_enabled: true },
    ]
    for (const [i, sent] of others.entries()) {
      const reply = await call(write, sent)
      const version = before + Math.min(i, 2) + 2
      equals(`the version after ${Object.keys(sent)}`, reply.row().local_markdown_version, version, reply)
    }
    const told = { asset_proxy_url: 'https://other.example', local_markdown_version: before + 20 }
    const own = await call(write, told)
    equals('the version that was sent', own.row().local_markdown_version, before + 20, own)
    holds(refused.text.includes('"asset_proxy_url"'), 'it needs an address', refused.json, refused)
  },
})

export const ignoredNames = check({
  id: 'settings/ignored-names',
  says: 'Names that were given up change nothing, whether a known attribute is beside them or not',
  source: 'settings#ignored-names, settings#unknown-keys',
  level: 'should',
  covers: [read, write],
  needs: putBack,
  hardy: true,
  holds: async ({ call }) => {
    const before = (await call(read)).row()
    const old = {
      domain_whitelist: ['old.example'],
      domain_blacklist: ['old.example'],
      domain_blacklist_enabled: true,
      user_email_lookup_limit: 1,
      send_user_confirmation_email: true,
    }
    const reply = await call(write, { ...old, max_export_size: 9 })
    answers(reply, 200)
    const kept = ['domain_allowlist', 'domain_denylist', 'domain_denylist_enabled']
    for (const name of kept) equals(name, reply.row()[name], before[name], reply)
    lacks(reply.row(), Object.keys(old), reply)
    answers(await call(write, old), 400)
  },
})

export const newUsers = check({
  id: 'settings/new-users',
  says: 'Defaults of users apply to new users alone',
  source: 'settings#new-user-defaults, settings#effects',
  level: 'must',
  covers: [write],
  needs,
  holds: async (stage) => {
    const { call } = stage
    const fields = async (id: number) => {
      const row = (await call('GET /users/:id', { id })).row()
      const { external, private_profile, projects_limit, can_create_group } = row
      return [external, private_profile, projects_limit, can_create_group].map((value) => value ?? null)
    }
    const old = numberIn(await createdUser(stage, 'before'), 'id')
    const before = await fields(old)
    const defaults = {
      user_default_external: true,
      user_defaults_to_private_profile: true,
      default_projects_limit: 7,
      can_create_group: false,
    }
    answers(await call(write, defaults), 200)
    await stage.wait(61)
    const young = numberIn(await createdUser(stage, 'after'), 'id')
    // An external user has no projects of their own.
    const [external, hidden, limit, groups] = await fields(young)
    equals(
      'a new user',
      [external, hidden, groups].map((it) => it ?? null),
      [true, true, false],
    )
    holds(limit === 7 || limit === 0, 'the limit is that of the setting', limit)
    equals('a user who was there', await fields(old), before)
  },
})

export const tokenLifetime = check({
  id: 'settings/token-lifetime',
  says: 'With a maximum lifetime a personal token has to end within it',
  source: 'settings#max-token-lifetime, access-tokens#later-expiry',
  level: 'should',
  covers: [write],
  needs: { ...needs, tier: 'ultimate' },
  holds: async (stage) => {
    const { call } = stage
    answers(await call(write, { max_personal_access_token_lifetime: 30 }), 200)
    await stage.wait(61)
    const user_id = stage.user('owner').id
    const created = (expires_at: string | undefined) =>
      call('POST /users/:user_id/personal_access_tokens', { user_id, name: 'x', scopes: ['api'], expires_at })
    const now = Date.parse(String((await call('GET /application/settings')).row().updated_at))
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
    answers(await created(day(60)), 422)
    const endless = await created(undefined)
    await stage.changed('access-tokens#later-expiry', {
      before: () => answers(endless, 422),
      after: () => answers(endless, 201),
    })
    answers(await created(day(20)), 201)
  },
})

export const branchProtectionOfOwners = check({
  id: 'settings/branch-protection-of-owners',
  says: 'Where administrators keep it to themselves, an Owner does not change the default branch protection of a group',
  source: 'settings#branch-protection-of-owners, groups#branch-protection-right',
  level: 'should',
  covers: [write],
  needs: { ...needs, project: 'private', in: 'group', tier: 'premium', plainOwner: true },
  holds: async ({ call, group, wait }) => {
    const { id } = group
    const protect = (default_branch_protection: number, as: 'owner' | 'admin') =>
      call('PUT /groups/:id', { id, default_branch_protection }, { as })
    const shown = async () => (await call('GET /groups/:id', { id })).row().default_branch_protection
    answers(await protect(1, 'owner'), 200)
    equals('what an Owner chose', await shown(), 1)
    const off = { group_owners_can_manage_default_branch_protection: false }
    expectArranged(await call(write, off))
    await wait(61)
    await protect(0, 'owner')
    equals('what is left', await shown(), 1)
    answers(await protect(0, 'admin'), 200)
    equals('what an administrator chose', await shown(), 0)
  },
})

export const adminMode = check({
  id: 'settings/admin-mode-tokens',
  says: 'While administrators have to sign in anew, a token without the scope for that is no administrator’s',
  source: 'settings#admin-mode-tokens',
  level: 'should',
  covers: [read, write],
  needs,
  holds: async ({ call, wait }) => {
    answers(await call(write, { admin_mode: true }), 200)
    await wait(61)
    for (const operation of [read, 'GET /runners/all', 'GET /keys/:id'])
      answers(await call(operation, { id: 1 }), 403)
  },
})
