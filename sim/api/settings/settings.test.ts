import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withDefaults } from '../../model/settings/all-settings.ts'
import { attributes, isSettingAlias } from '../../model/settings/attributes.ts'
import { settingFaults } from '../../model/settings/faults.ts'
import { callsOf, type Reply, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'

const PATH = '/application/settings'
const here = perTest()
const real = perTest({ dialect: 'real' })

const read = () => here.as('root').get(PATH).json
const put = (values: object): Reply => here.as('root').put(PATH, values)

/** What a refused change answers; the world stays as it was. */
function refusal(values: object): unknown {
  const before = standing(here.sim.world)
  const { status, json } = put(values)
  expect(status).toBe(400)
  expect(writtenSince(before, here.sim.world)).toEqual([])
  return json
}

describe('who may', () => {
  test.each(['GET', 'PUT'])('%s: administrators alone, whatever is sent', (method) => {
    const ask = (user?: string) => here.as(user).send(method, `${PATH}?max_import_size=abc`)
    expect(ask()).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } })
    for (const user of ['alice', 'bob', 'mallory'])
      expect(ask(user)).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
  })

  test('a token that only reads may read', () => {
    expect(here.as('root-read').get(PATH).status).toBe(200)
    expect(here.as('root-read').put(PATH, { max_import_size: 5 })).toMatchObject({
      status: 403,
      json: { error: 'insufficient_scope', scope: 'api read_api' },
    })
  })
})

describe('reading', () => {
  test('shows the defaults of a fresh installation', () => {
    expect(callsOf(testSimulator({ world: 'empty' }), 'root').get(PATH).json).toMatchObject({
      id: 1,
      bulk_import_enabled: false,
      signup_enabled: true,
      default_projects_limit: 100_000,
      max_import_size: 0,
      default_artifacts_expire_in: '30 days',
      default_branch_name: null,
      commit_email_hostname: 'users.noreply.127.0.0.1',
      container_registry_pre_import_tags_rate: '0.5',
      container_registry_import_created_before: '2022-01-23T00:00:00.000Z',
      repository_storages: ['default'],
      repository_storages_weighted: { default: 100 },
      kroki_formats: { blockdiag: false, bpmn: false, excalidraw: false },
      restricted_visibility_levels: [],
      outbound_local_requests_allowlist_raw: '',
      throttle_unauthenticated_web_requests_per_period: 3600,
      deletion_adjourned_period: 7,
      created_at: '2024-01-01T00:00:00.000Z',
    })
  })

  test('tells of the demo world that groups may be migrated', () => {
    expect(read().bulk_import_enabled).toBe(true)
  })

  test('never shows what is secret or has another name', () => {
    const hidden = ['asset_proxy_secret_key', 'eks_secret_access_key', 'performance_bar_allowed_group_path']
    const old = ['performance_bar_enabled', 'admin_notification_email', 'disable_personal_access_token']
    for (const name of [...hidden, ...old]) expect(read()).not.toHaveProperty(name)
  })

  test('shows the multiplier as a number, in the real dialect as text (X22)', () => {
    const multiplier = (calls: typeof here) =>
      calls.as('root').put(PATH, { polling_interval_multiplier: '2' }).json.polling_interval_multiplier
    expect([multiplier(here), multiplier(real)]).toEqual([2, '2.0'])
  })

  test('without a plan leaves licensed settings out, and drops them when they are sent', () => {
    const free = callsOf(testSimulator({ tier: 'free' }), 'root')
    const reply = free.put(PATH, {
      deletion_adjourned_period: 30,
      maintenance_mode: true,
      max_import_size: 3,
    })
    expect(reply).toMatchObject({ status: 200, json: { max_import_size: 3, geo_status_timeout: 10 } })
    expect(reply.json).not.toHaveProperty('deletion_adjourned_period')
    const premium = callsOf(testSimulator({ tier: 'premium' }), 'root').get(PATH).json
    expect(premium).toMatchObject({ deletion_adjourned_period: 7, maintenance_mode: false })
    expect(premium).not.toHaveProperty('git_rate_limit_users_allowlist')
  })
})

describe('changing', () => {
  test('answers with the whole object, and reading shows it at once', () => {
    const reply = put({ max_import_size: '12', signup_enabled: 'no', sign_in_text: 'Hello' })
    expect(reply.status).toBe(200)
    expect(read()).toEqual(reply.json)
    expect(reply.json).toMatchObject({ max_import_size: 12, signup_enabled: false, sign_in_text: 'Hello' })
    expect(reply.json.updated_at).not.toBe(reply.json.created_at)
  })

  test('takes query, form and body, which merge', () => {
    const reply = here.as('root').send('PUT', `${PATH}?max_import_size=4&sign_in_text=query`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'sign_in_text=form&domain_allowlist[]=a.example&domain_allowlist[]=b.example',
    })
    expect(reply.json).toMatchObject({
      max_import_size: 4,
      sign_in_text: 'form',
      domain_allowlist: ['a.example', 'b.example'],
      domain_allowlist_raw: 'a.example\nb.example',
    })
  })

  test.each([{}, { unknown: 1 }, { signin_enabled: false }, { password_authentication_enabled: true }])(
    '%j names no attribute, so all are listed',
    (values) => {
      const { error } = refusal(values) as { error: string }
      expect(error).toMatch(/^admin_mode, .* are missing, at least one parameter must be provided$/)
      expect(error).not.toContain('signin_enabled')
    },
  )

  test('an unknown key beside a known one is ignored', () => {
    expect(put({ unknown: 1, signin_enabled: false, max_export_size: 2 }).json).toMatchObject({
      max_export_size: 2,
      password_authentication_enabled_for_web: false,
    })
  })

  test.each([
    [{ max_import_size: 'abc' }, 'max_import_size is invalid'],
    [{ admin_mode: 'maybe' }, 'admin_mode is invalid'],
    [{ default_project_visibility: 'secret' }, 'default_project_visibility does not have a valid value'],
    [{ default_project_visibility: 20 }, 'default_project_visibility does not have a valid value'],
    [{ default_branch_protection: 4 }, 'default_branch_protection does not have a valid value'],
    [{ rsa_key_restriction: 512 }, 'rsa_key_restriction does not have a valid value'],
    [
      { default_project_creation: 'x' },
      'default_project_creation is invalid, default_project_creation does not have a valid value',
    ],
    [{ import_sources: 'github,nowhere' }, 'import_sources does not have a valid value'],
    [{ repository_storages_weighted: 'default' }, 'repository_storages_weighted is invalid'],
    [{ polling_interval_multiplier: 'x' }, 'polling_interval_multiplier is invalid'],
    [{ kroki_enabled: true }, 'kroki_url is missing'],
    [{ kroki_enabled: 'maybe' }, 'kroki_enabled is invalid, kroki_url is missing'],
    [{ spamfilter_enabled: true }, 'spamfilter_api_key is missing'],
    [{ akismet_enabled: true }, 'akismet_api_key is missing'],
    [{ recaptcha_enabled: true }, 'recaptcha_site_key is missing, recaptcha_private_key is missing'],
    [
      { recaptcha_enabled: true, login_recaptcha_protection_enabled: true },
      'recaptcha_site_key is missing, recaptcha_private_key is missing',
    ],
    [
      { eks_integration_enabled: true },
      'eks_account_id is missing, eks_access_key_id is missing, eks_secret_access_key is missing',
    ],
    [{ require_two_factor_authentication: 1 }, 'two_factor_grace_period is missing'],
    [{ shared_runners_enabled: true }, 'shared_runners_text is missing'],
    [
      { housekeeping_enabled: true },
      'housekeeping_incremental_repack_period, housekeeping_optimize_repository_period are missing, exactly one parameter must be provided',
    ],
    [
      { housekeeping_enabled: true, housekeeping_incremental_repack_period: 5 },
      'housekeeping_full_repack_period, housekeeping_gc_period, housekeeping_incremental_repack_period provide all or none of parameters',
    ],
    [
      { password_authentication_enabled_for_web: true, signin_enabled: true },
      'password_authentication_enabled_for_web, signin_enabled are mutually exclusive',
    ],
  ])('%j is refused by the parameters', (values, error) => {
    expect(refusal(values)).toEqual({ error })
  })

  test.each([
    [{ max_import_size: -1 }, { max_import_size: ['must be greater than or equal to 0'] }],
    [{ max_import_size: '' }, { max_import_size: ["can't be blank", 'is not a number'] }],
    [{ max_attachment_size: 0 }, { max_attachment_size: ['must be greater than 0'] }],
    [{ issues_create_limit: null }, { issues_create_limit: ['is not a number'] }],
    [{ search_rate_limit: 'abc' }, { search_rate_limit: ['is not a number'] }],
    [{ notes_create_limit: '1.5' }, { notes_create_limit: ['must be an integer'] }],
    [{ can_create_group: null }, { can_create_group: ['must be a boolean value'] }],
    [{ bulk_import_enabled: '' }, { bulk_import_enabled: ['must be a boolean value'] }],
    [{ admin_notification_email: 'nobody' }, { abuse_notification_email: ['is invalid'] }],
    [
      { after_sign_out_path: '/goodbye' },
      { after_sign_out_path: ['is blocked: Only allowed schemes are http, https'] },
    ],
    [{ after_sign_out_path: 'http://a b' }, { after_sign_out_path: ['is blocked: URI is invalid'] }],
    [{ akismet_enabled: true, akismet_api_key: '' }, { akismet_api_key: ["can't be blank"] }],
    [{ spamfilter_enabled: true, spamfilter_api_key: '' }, { spamfilter_api_key: ["can't be blank"] }],
    [
      { archive_builds_in_human_readable: 'for ever' },
      { archive_builds_in_human_readable: ['is not a correct duration'] },
    ],
    [
      { archive_builds_in_human_readable: '2 hours' },
      { archive_builds_in_seconds: ['must be greater than or equal to 86400'] },
    ],
    [
      { asset_proxy_enabled: true },
      { asset_proxy_secret_key: ["can't be blank"], asset_proxy_url: ["can't be blank"] },
    ],
    [
      { asset_proxy_enabled: true, asset_proxy_secret_key: 'x', asset_proxy_url: 'x' },
      { asset_proxy_url: ['must be a valid URL'] },
    ],
    [{ commit_email_hostname: 'a@b' }, { commit_email_hostname: ['is invalid'] }],
    [
      { container_registry_token_expire_delay: 0 },
      { container_registry_token_expire_delay: ['must be greater than 0'] },
    ],
    [
      { deactivate_dormant_users: true, deactivate_dormant_users_period: 89 },
      { deactivate_dormant_users_period: ["'89' days of inactivity must be greater than or equal to 90"] },
    ],
    [{ default_artifacts_expire_in: '' }, { default_artifacts_expire_in: ["can't be blank"] }],
    [{ default_artifacts_expire_in: 'soon' }, { default_artifacts_expire_in: ['is not a correct duration'] }],
    [{ default_branch_name: '&lt;b&gt;' }, { default_branch_name: ['cannot contain escaped HTML entities'] }],
    [
      { default_ci_config_path: 'ci/../x' },
      { default_ci_config_path: ['cannot include leading slash or directory traversal.'] },
    ],
    [
      { default_ci_config_path: '/x' },
      { default_ci_config_path: ['cannot include leading slash or directory traversal.'] },
    ],
    [
      { default_ci_config_path: 'x'.repeat(256) },
      { default_ci_config_path: ['is too long (maximum is 255 characters)'] },
    ],
    [{ default_preferred_language: 'xx' }, { default_preferred_language: ['is not included in the list'] }],
    [{ deletion_adjourned_period: 91 }, { deletion_adjourned_period: ['must be less than or equal to 90'] }],
    [{ deletion_adjourned_period: -1 }, { deletion_adjourned_period: ['must be greater than 0'] }],
    [
      { delayed_project_deletion: true, delayed_group_deletion: false },
      { delayed_project_removal: ["can't be enabled when delayed group deletion is disabled"] },
    ],
    [{ diff_max_patch_bytes: 5 }, { diff_max_patch_bytes: ['must be greater than or equal to 204800'] }],
    [{ diff_max_files: 3001 }, { diff_max_files: ['must be less than or equal to 3000'] }],
    [
      { personal_access_token_prefix: 'a b' },
      { personal_access_token_prefix: [expect.stringContaining('Base64')] },
    ],
    [
      { personal_access_token_prefix: 'x'.repeat(21) },
      { personal_access_token_prefix: ['is too long (maximum is 20 characters)'] },
    ],
    [
      { rate_limiting_response_text: 'x'.repeat(256) },
      { rate_limiting_response_text: ['is too long (maximum is 255 characters)'] },
    ],
    [
      { throttle_unauthenticated_web_period_in_seconds: 0 },
      { throttle_unauthenticated_period_in_seconds: ['must be greater than 0'] },
    ],
    [
      { throttle_authenticated_api_requests_per_period: '' },
      { throttle_authenticated_api_requests_per_period: ["can't be blank", 'is not a number'] },
    ],
    [{ gitaly_timeout_medium: 5 }, { gitaly_timeout_medium: ['must be greater than or equal to 10'] }],
    [
      { inactive_projects_send_warning_email_after_months: 2 },
      { inactive_projects_send_warning_email_after_months: ['must be less than 2'] },
    ],
    [{ minimum_password_length: 129 }, { minimum_password_length: ['must be less than or equal to 128'] }],
    [{ local_markdown_version: 65536 }, { local_markdown_version: ['must be less than 65536'] }],
    [
      { wiki_page_max_content_bytes: 1 },
      { wiki_page_max_content_bytes: ['must be greater than or equal to 1024'] },
    ],
    [
      { enabled_git_access_protocol: 'nil' },
      { enabled_git_access_protocol: ['is not included in the list'] },
    ],
    [{ enforce_terms: true }, { base: ['You need to set terms to be enforced'] }],
    [{ performance_bar_allowed_group_path: 'nowhere' }, { performance_bar_allowed_group_id: ['not found'] }],
    [
      { domain_denylist_enabled: true },
      { domain_denylist: ['Domain denylist cannot be empty if denylist is enabled.'] },
    ],
    [
      { external_authorization_service_enabled: true },
      { external_authorization_service_default_label: ["can't be blank"] },
    ],
    [
      {
        external_authorization_service_enabled: true,
        external_authorization_service_default_label: 'x',
        external_authorization_service_timeout: 11,
      },
      { external_authorization_service_timeout: ['must be less than or equal to 10'] },
    ],
    [{ sentry_enabled: true }, { sentry_dsn: ["can't be blank"], sentry_environment: ["can't be blank"] }],
    [
      { kroki_enabled: true, kroki_url: 'nowhere' },
      {
        kroki_url: [
          'is not valid. Only allowed schemes are http, https',
          'must be a valid relative or absolute URL. Please check your Kroki URL setting in Admin Area > Settings > General > Kroki',
        ],
      },
    ],
    [
      { repository_storages_weighted: { custom: 1 } },
      { repository_storages_weighted: ["can't include: custom"] },
    ],
    [
      { repository_storages_weighted: { default: 101 } },
      { repository_storages_weighted: ["value for 'default' must be between 0 and 100"] },
    ],
    [
      { outbound_local_requests_allowlist_raw: 'a,<b>,ü' },
      {
        outbound_local_requests_whitelist: [
          'unicode domains should use IDNA encoding',
          'entries cannot contain HTML tags',
        ],
      },
    ],
    [
      Object.fromEntries(
        ['rsa', 'dsa', 'ecdsa', 'ed25519', 'ecdsa_sk', 'ed25519_sk'].map((it) => [
          `${it}_key_restriction`,
          -1,
        ]),
      ),
      { allowed_key_types: ["can't be blank"] },
    ],
    [
      { max_terraform_state_size_bytes: 2 ** 31 },
      { max_terraform_state_size_bytes: ['must be less than 2147483648'] },
    ],
  ])('%j is refused by the rules', (values, message) => {
    expect(refusal({ ...values, sign_in_text: 'not stored' })).toEqual({ message })
  })

  test.each([
    [{ can_create_group: 'off' }, { can_create_group: false }],
    [{ can_create_group: 'FALSE' }, { can_create_group: false }],
    [{ can_create_group: 'Off' }, { can_create_group: false }],
    [{ can_create_group: 'abc' }, { can_create_group: true }],
    [{ search_rate_limit: '40' }, { search_rate_limit: 40 }],
    [{ two_factor_grace_period: '1.5' }, { two_factor_grace_period: 1 }],
    [{ default_projects_limit: -5 }, { default_projects_limit: -5 }],
    [{ default_branch_name: '' }, { default_branch_name: null }],
    [{ default_branch_name: '<b>trunk</b>' }, { default_branch_name: 'trunk' }],
    [{ commit_email_hostname: '' }, { commit_email_hostname: 'users.noreply.127.0.0.1' }],
    [{ hashed_storage_enabled: false }, { hashed_storage_enabled: true }],
    [{ disabled_oauth_sign_in_sources: ['unknown'] }, { disabled_oauth_sign_in_sources: [] }],
    [
      { domain_allowlist: 'a.com\nb.com; c.com,d.com' },
      { domain_allowlist: ['a.com\nb.com; c.com', 'd.com'] },
    ],
    [
      { domain_allowlist_raw: 'a.com, b.com;a.com\nc.com' },
      { domain_allowlist: ['a.com', 'b.com', 'c.com'] },
    ],
    [
      { restricted_visibility_levels: ['public', '0', 'zz'] },
      { restricted_visibility_levels: ['public', 'private', 'private'] },
    ],
    [
      { restricted_visibility_levels: '20,internal' },
      { restricted_visibility_levels: ['public', 'internal'] },
    ],
    [{ import_sources: null }, { import_sources: [] }],
    [
      { asset_proxy_allowlist: 'a.com' },
      { asset_proxy_allowlist: ['a.com', '127.0.0.1'], local_markdown_version: 1 },
    ],
    [
      { deletion_adjourned_period: 0 },
      { deletion_adjourned_period: 1, delayed_group_deletion: false, delayed_project_deletion: false },
    ],
    [{ performance_bar_allowed_group_id: 'acme/platform' }, { performance_bar_allowed_group_id: 2 }],
    [{ performance_bar_allowed_group_path: '' }, { performance_bar_allowed_group_id: null }],
    [{ protected_paths_raw: '/a /b' }, { protected_paths_raw: '/a\n/b' }],
    [
      { outbound_local_requests_whitelist: ['10.0.0.1'] },
      { outbound_local_requests_allowlist_raw: '10.0.0.1' },
    ],
    [{ repository_storages_weighted: { default: '50' } }, { repository_storages_weighted: { default: 50 } }],
    [
      { enforce_terms: true, terms: ' Be kind ' },
      { enforce_terms: true, terms: 'Be kind' },
    ],
    [{ default_branch_protection: 3 }, { default_branch_protection: 3 }],
    [{ default_artifacts_expire_in: '0' }, { default_artifacts_expire_in: '0' }],
    [
      { kroki_enabled: true, kroki_url: 'https://kroki.example' },
      { kroki_enabled: true, kroki_url: 'https://kroki.example' },
    ],
  ])('%j is taken', (values, shown) => {
    expect(put(values)).toMatchObject({ status: 200, json: shown })
    expect(read()).toMatchObject(shown)
  })

  test('the age of archived jobs is told once as it was sent, later in short', () => {
    expect(put({ archive_builds_in_human_readable: '15 days' }).json.archive_builds_in_human_readable).toBe(
      '15 days',
    )
    expect(read().archive_builds_in_human_readable).toBe('15d')
    put({ archive_builds_in_human_readable: '1 month' })
    expect(read().archive_builds_in_human_readable).toBe('1mo')
    put({ archive_builds_in_human_readable: '' })
    expect(read().archive_builds_in_human_readable).toBeNull()
  })

  test('`performance_bar_enabled=false` clears the group', () => {
    put({ performance_bar_allowed_group_path: 'acme' })
    expect(put({ performance_bar_enabled: true }).json.performance_bar_allowed_group_id).toBe(1)
    expect(put({ performance_bar_enabled: false }).json.performance_bar_allowed_group_id).toBeNull()
  })

  test('is told to no auditor', () => {
    const before = here.sim.world.auditEvents.all().count()
    put({ max_import_size: 5 })
    expect(here.sim.world.auditEvents.all().count()).toBe(before)
  })
})

describe('names', () => {
  test.each([
    ['admin_notification_email', 'abuse_notification_email', 'a@example.com'],
    [
      'allow_local_requests_from_hooks_and_services',
      'allow_local_requests_from_web_hooks_and_services',
      true,
    ],
    ['akismet_api_key', 'spamfilter_api_key', 'secret'],
    ['asset_proxy_whitelist', 'asset_proxy_allowlist', ['a.com', '127.0.0.1']],
    ['disable_personal_access_token', 'disable_personal_access_tokens', true],
    ['housekeeping_incremental_repack_period', 'housekeeping_optimize_repository_period', 20],
    ['throttle_unauthenticated_web_enabled', 'throttle_unauthenticated_enabled', true],
    ['throttle_unauthenticated_web_period_in_seconds', 'throttle_unauthenticated_period_in_seconds', 60],
  ])('%s is %s', (old, name, value) => {
    const { json } = put({ [old]: value })
    expect(json[name]).toEqual(value)
    if (old in json) expect(json[old]).toEqual(value)
  })

  test('the name of the web throttle wins', () => {
    const both = { throttle_unauthenticated_web_enabled: true, throttle_unauthenticated_enabled: false }
    expect(put(both).json.throttle_unauthenticated_enabled).toBe(true)
  })

  test('three names show whether passwords open the web pages', () => {
    const { json } = put({ password_authentication_enabled_for_web: false })
    expect([json.signin_enabled, json.password_authentication_enabled]).toEqual([false, false])
  })
})

describe('the table', () => {
  const table = Object.entries(attributes())

  test('has valid defaults', () => {
    expect(settingFaults(withDefaults({}, () => false))).toEqual({})
  })

  test('lets other names stand for settings alone', () => {
    for (const [, entry] of table)
      if (isSettingAlias(entry)) expect(attributes()[entry.of]).toHaveProperty('kind')
  })

  test('takes back whatever it showed', () => {
    const { id, created_at, updated_at, repository_storages, ...values } = read()
    const given = Object.entries(values).filter(([name]) => {
      const entry = attributes()[name]
      if (entry === undefined || isSettingAlias(entry) || entry.shown === 'bytes') return false
      return !('given' in entry) && entry.kind !== 'group'
    })
    const reply = put(Object.fromEntries(given))
    expect(reply.status).toBe(200)
    const {
      updated_at: _,
      asset_proxy_allowlist,
      asset_proxy_whitelist,
      local_markdown_version,
      ...after
    } = reply.json
    expect(read()).toMatchObject(after)
    expect({ id, created_at, repository_storages, ...values }).toMatchObject(after)
    expect(asset_proxy_allowlist).toEqual(['127.0.0.1'])
  })

  test('whatever is sent is stored whole or not at all, and never fails', () => {
    const names = table.map(([name]) => name)
    const values = fc.dictionary(
      fc.constantFrom(...names),
      fc.anything({ maxDepth: 2, withNullPrototype: false }),
      {
        minKeys: 1,
        maxKeys: 3,
      },
    )
    fc.assert(
      fc.property(values, (sent) => {
        const before = read()
        const reply = put(sent)
        expect([200, 400]).toContain(reply.status)
        expect(read()).toMatchObject(reply.status === 200 ? { id: 1 } : before)
      }),
      { seed: 3, numRuns: 100 },
    )
  })
})

describe('at release 18.9', () => {
  const newest = perTest({ release: '18.9' })
  const set = (values: object): Reply => newest.as('root').put(PATH, values)

  test('objects and lists are kept as they are sent, and nothing else in their place', () => {
    const sign_in_restrictions = { disable_password: true }
    expect(set({ sign_in_restrictions }).json).toMatchObject({ sign_in_restrictions })
    for (const wrong of ['x', [1]])
      expect(set({ sign_in_restrictions: wrong })).toMatchObject({
        status: 400,
        json: { message: { sign_in_restrictions: ['must be a valid json schema'] } },
      })
  })

  test('texts of the sign-in page and old sources of imports are gone, and all protocols are a value', () => {
    expect(newest.as('root').get(PATH).json).not.toHaveProperty('sign_in_text')
    expect(set({ import_sources: ['phabricator'] }).status).toBe(400)
    expect(set({ import_sources: ['github'], enabled_git_access_protocol: 'all' }).json).toMatchObject({
      import_sources: ['github'],
      enabled_git_access_protocol: 'all',
    })
    expect(put({ enabled_git_access_protocol: 'all' }).status).toBe(400)
  })

  test('a default visibility is none of the restricted ones', () => {
    expect(
      set({ restricted_visibility_levels: ['public'], default_project_visibility: 'public' }).json,
    ).toEqual({
      message: { default_project_visibility: ['cannot be set to a restricted visibility level'] },
    })
    const both = { restricted_visibility_levels: ['public'], default_project_visibility: 'public' }
    expect(put(both).status).toBe(200)
  })
})
