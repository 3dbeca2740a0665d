import { isRow, parseJson, type Row } from '../kit/json.ts'
import type { WireReply } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  isBy,
  paramsChanged,
  paramsOf,
  withJson,
  withoutParam,
  withParams,
  withRows,
} from './wire.ts'

const read = 'GET /application/settings'

const write = 'PUT /application/settings'

const oldNames: { readonly [old: string]: string } = {
  admin_notification_email: 'abuse_notification_email',
  asset_proxy_whitelist: 'asset_proxy_allowlist',
}

/** Faults in settings. */
export const settingsMutants: readonly Mutant[] = [
  {
    name: 'pictures-by-mail-never-off',
    says: 'Users without a picture have one by their e-mail address, whatever `gravatar_enabled` says',
    caughtBy: 'settings/effects',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /application/settings')
          ? withParams(request, (params) =>
              'gravatar_enabled' in params ? { ...params, gravatar_enabled: true } : params,
            )
          : request,
      ),
  },
  {
    name: 'jobs-archived-after-more-than-a-day',
    says: 'An age of exactly one day for the archiving of jobs is refused',
    caughtBy: 'settings/values-at-bounds',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, (params) =>
              /^(?:1 day|24 hours)$/.test(String(params.archive_builds_in_human_readable))
                ? { ...params, archive_builds_in_human_readable: '23 hours' }
                : params,
            )
          : request,
      ),
  },
  {
    name: 'short-keys-taken-all-the-same',
    says: 'A key of too few bits is taken',
    caughtBy: 'settings/key-restriction',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /user/keys') && reply.body.includes('must be at least')
        ? { ...reply, status: 201 }
        : reply
    },
  },
  {
    name: 'markdown-version-raised-beside-its-own',
    says: 'A new address of the asset proxy raises `local_markdown_version` that is sent with it',
    caughtBy: 'settings/asset-proxy',
    fault: (request, next) => {
      const { asset_proxy_url, local_markdown_version: version } = paramsOf(request)
      const both = asset_proxy_url !== undefined && typeof version === 'number'
      return next(
        both ? withParams(request, (sent) => ({ ...sent, local_markdown_version: version + 1 })) : request,
      )
    },
  },
  {
    name: 'terms-taken-back',
    says: 'An empty text takes the terms back',
    caughtBy: 'settings/empty-terms',
    fault: async (request, next) => {
      const reply = await next(request)
      return paramsOf(request).terms === '' ? withRows(reply, (row) => ({ ...row, terms: null })) : reply
    },
  },
  {
    name: 'commit-email-hostname-empty',
    says: 'An empty `commit_email_hostname` stays empty',
    caughtBy: 'settings/empty-commit-email-hostname',
    fault: async (request, next) => {
      const reply = await next(request)
      const { commit_email_hostname: sent } = paramsOf(request)
      return sent === '' ? withRows(reply, (row) => ({ ...row, commit_email_hostname: sent })) : reply
    },
  },
  {
    name: 'settings-switch-not-stored',
    says: 'A change of suggest_pipeline_enabled is accepted and not stored',
    caughtBy: 'settings/every-attribute',
    fault: notStored('suggest_pipeline_enabled'),
  },
  {
    name: 'settings-read-by-group-owners',
    says: 'Users who are no administrators read the settings',
    caughtBy: 'settings/administrators-only',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, read) && isBy(request, credentials.owner) ? as(request, credentials.admin) : request,
      ),
  },
  {
    name: 'settings-partly-stored',
    says: 'A refused change stores its valid values',
    caughtBy: 'settings/all-or-nothing',
    fault: async (request, next) => {
      const reply = await next(request)
      const wrong = calls(request, write) ? refusedAttributes(reply) : []
      if (wrong.length > 0)
        await next(withParams(request, (params) => leftOut(params, [...wrong, ...Object.keys(oldNames)])))
      return reply
    },
  },
  {
    name: 'settings-deprecated-names-ignored',
    says: 'Deprecated names are accepted and change nothing',
    caughtBy: 'settings/deprecated-names',
    fault: notStored(...Object.keys(oldNames)),
  },
  {
    name: 'settings-deprecated-names-stale',
    says: 'A deprecated name keeps showing its first value',
    caughtBy: 'settings/deprecated-names',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      const body = parseJson(reply.body)
      if (!calls(request, write) || reply.status !== 200 || !isRow(body)) return reply
      const name = 'allow_local_requests_from_hooks_and_services'
      const first = memory.get(name) ?? String(body[name])
      memory.set(name, first)
      return withJson(reply, { ...body, [name]: first === 'true' })
    },
  },
  {
    name: 'settings-raw-booleans-case-sensitive',
    says: 'Words that switch a raw boolean off count in small letters only',
    caughtBy: 'settings/raw-booleans',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, (params) => {
              const word = params.authorized_keys_enabled
              const isLoud = typeof word === 'string' && word !== word.toLowerCase()
              return isLoud ? { ...params, authorized_keys_enabled: true } : params
            })
          : request,
      ),
  },
  {
    name: 'settings-lists-without-repetitions',
    says: 'An entry that a list has twice is stored once',
    caughtBy: 'settings/lists',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, (params) =>
              Array.isArray(params.domain_denylist)
                ? { ...params, domain_denylist: [...new Set(params.domain_denylist)] }
                : params,
            )
          : request,
      ),
  },
  {
    name: 'settings-lists-split-at-semicolons',
    says: 'Lists are split at semicolons and line ends too',
    caughtBy: 'settings/lists',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, (params) =>
              typeof params.domain_allowlist === 'string'
                ? { ...params, domain_allowlist: params.domain_allowlist.replaceAll(/[\n;]/g, ',') }
                : params,
            )
          : request,
      ),
  },
  {
    name: 'settings-plantuml-without-url',
    says: 'PlantUML is switched on without its URL',
    caughtBy: 'settings/needed-together',
    fault: (request, next) =>
      next(
        calls(request, write) && paramsOf(request).plantuml_enabled === true
          ? withParams(request, (params) => ({ plantuml_url: 'http://localhost', ...params }))
          : request,
      ),
  },
  {
    name: 'settings-default-visibility-ignored',
    says: 'New projects are private whatever default_project_visibility is',
    caughtBy: 'settings/effects',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects')
          ? withParams(request, (params) => ({ visibility: 'private', ...params }))
          : request,
      ),
  },
  {
    name: 'settings-migrations-stay-off',
    says: 'Migrations that were switched off once stay switched off',
    caughtBy: 'settings/effects',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /bulk_imports')) return reply
      if (reply.status === 404) memory.set('off', reply.body)
      const before = memory.get('off')
      return before === undefined ? reply : { ...reply, status: 404, body: before }
    },
  },
  {
    name: 'settings-default-branch-name-ignored',
    says: 'The first branch of a new repository is main whatever default_branch_name is',
    caughtBy: 'settings/effects',
    fault: async (request, next) => {
      const reply = await next(request)
      const body = parseJson(reply.body)
      if (!calls(request, 'POST /projects') || !isRow(body)) return reply
      return withJson(reply, { ...body, default_branch: 'main' })
    },
  },
  {
    name: 'settings-read-from-cache',
    says: 'Reading the settings shows the values before the last change',
    caughtBy: 'settings/read-back',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, read) || reply.status !== 200) return reply
      const before = memory.get('settings')
      memory.set('settings', reply.body)
      return before === undefined ? reply : { ...reply, body: before }
    },
  },
  {
    name: 'settings-zero-delay-as-one-day',
    says: 'A deletion_adjourned_period of 0 counts as 1 and keeps delayed deletion on',
    caughtBy: 'settings/delayed-deletion-off',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, (params) =>
              params.deletion_adjourned_period === 0 ? { ...params, deletion_adjourned_period: 1 } : params,
            )
          : request,
      ),
  },
  {
    name: 'settings-write-only-key-shown',
    says: 'The settings show asset_proxy_secret_key',
    caughtBy: 'settings/object',
    fault: async (request, next) => {
      const reply = await next(request)
      const body = parseJson(reply.body)
      if (!calls(request, read) || reply.status !== 200 || !isRow(body)) return reply
      return withJson(reply, { ...body, asset_proxy_secret_key: 'secret' })
    },
  },
  {
    name: 'settings-branch-name-with-tags',
    says: 'HTML tags stay in `default_branch_name`',
    caughtBy: 'settings/other-forms',
    fault: async (request, next) => {
      const reply = await next(request)
      return { ...reply, body: reply.body.replace(':"stem"', ':"<b>stem</b>"') }
    },
  },
  {
    name: 'settings-secret-shown',
    says: 'A write-only secret is answered by the change that writes it',
    caughtBy: 'settings/secrets',
    fault: async (request, next) => {
      const reply = await next(request)
      const secret = paramsOf(request).asset_proxy_secret_key
      if (!calls(request, write) || secret === undefined) return reply
      const row = parseJson(reply.body)
      return isRow(row) ? withJson(reply, { ...row, asset_proxy_secret_key: secret }) : reply
    },
  },
  {
    name: 'settings-terms-not-needed',
    says: 'Terms are enforced without any',
    caughtBy: 'settings/stored-conditions',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.body.includes('You need to set terms') ? { ...reply, status: 200, body: '{}' } : reply
    },
  },
  {
    name: 'settings-defaults-for-all-users',
    says: 'New defaults do not reach new users',
    caughtBy: 'settings/new-users',
    fault: notStored('user_defaults_to_private_profile'),
  },
  {
    name: 'settings-lifetime-not-enforced',
    says: 'The maximum lifetime of tokens is not enforced',
    caughtBy: 'settings/token-lifetime',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, () => ({ max_personal_access_token_lifetime: null, help_page_text: 'x' }))
          : request,
      ),
  },
  {
    name: 'settings-branch-protection-by-owners',
    says: 'Owners change the default branch protection whatever the setting says',
    caughtBy: 'settings/branch-protection-of-owners',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'PUT /groups/:id') ? as(request, credentials.admin) : request),
  },
  {
    name: 'settings-admin-mode-ignored',
    says: '`admin_mode` is stored and has no effect',
    caughtBy: 'settings/admin-mode-tokens',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, (params) =>
              params.admin_mode === true ? { ...params, admin_mode: false } : params,
            )
          : request,
      ),
  },
  {
    name: 'settings-old-period-kept',
    says: 'The old periods of housekeeping have values of their own',
    caughtBy: 'settings/constants',
    fault: async (request, next) => {
      const reply = await next(request)
      return {
        ...reply,
        body: reply.body.replace('"housekeeping_gc_period":25', '"housekeeping_gc_period":200'),
      }
    },
  },
  {
    name: 'settings-asset-host-missing',
    says: 'The own host is not put on the allowlist of the asset proxy',
    caughtBy: 'settings/asset-proxy',
    fault: async (request, next) => {
      const reply = await next(request)
      const sent = paramsOf(request).asset_proxy_allowlist
      const row = parseJson(reply.body)
      return calls(request, write) && sent !== undefined && isRow(row) && reply.status === 200
        ? withJson(reply, { ...row, asset_proxy_allowlist: sent })
        : reply
    },
  },
  {
    name: 'settings-performance-bar-kept',
    says: '`performance_bar_enabled` does not clear the group',
    caughtBy: 'settings/performance-bar',
    fault: notStored('performance_bar_enabled'),
  },
  {
    name: 'settings-old-domain-names',
    says: '`domain_whitelist` still writes the allowlist',
    caughtBy: 'settings/ignored-names',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, ({ domain_whitelist = null, ...params }) =>
              domain_whitelist === null ? params : { ...params, domain_allowlist: domain_whitelist },
            )
          : request,
      ),
  },
  {
    name: 'settings-query-dropped',
    says: 'A change with a body ignores the query',
    caughtBy: 'settings/body-wins',
    fault: (request, next) =>
      next(
        calls(request, write) && (request.body?.length ?? 0) > 2
          ? { ...request, url: request.url.replace(/\?.*$/, '') }
          : request,
      ),
  },
  {
    name: 'settings-text-trimmed',
    says: 'Runs of blanks in after_sign_up_text become one',
    caughtBy: 'settings/every-attribute',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, (params) =>
              typeof params.after_sign_up_text === 'string'
                ? { ...params, after_sign_up_text: params.after_sign_up_text.replace(/ +/g, ' ') }
                : params,
            )
          : request,
      ),
  },
  paramsChanged(
    'settings-terms-not-enforced',
    'Terms are never enforced',
    'settings/enforced-terms',
    'PUT /application/settings',
    (params) => withoutParam(params, 'enforce_terms'),
  ),
  {
    name: 'settings-terms-unnamed',
    says: 'Who has not accepted the terms is refused without a reason',
    caughtBy: 'settings/enforced-terms',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.status === 403 ? withJson(reply, { message: '403 Forbidden' }) : reply
    },
  },
  {
    name: 'settings-terms-of-readers',
    says: 'Enforced terms keep nobody from reading projects',
    caughtBy: 'settings/enforced-terms',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      const kept = reply.status === 403 && calls(request, 'GET /projects')
      return kept ? next(as(request, credentials.stranger)) : reply
    },
  },
  {
    name: 'silent-mode-off',
    says: 'The installation is never in silent mode',
    caughtBy: 'settings/silent-mode',
    release: '18.9',
    fault: notStored('silent_mode_enabled'),
  },
  {
    name: 'unlisted-called',
    says: 'Addresses that are not listed are never denied',
    caughtBy: 'settings/denied-addresses',
    release: '18.9',
    fault: notStored('deny_all_requests_except_allowed'),
  },
  {
    name: 'top-level-open',
    says: 'Top-level groups are created whatever the setting says',
    caughtBy: 'settings/closed-top-level',
    release: '18.9',
    fault: notStored('top_level_group_creation_enabled'),
  },
  {
    name: 'guests-create',
    says: 'Who is no more than a Guest creates groups and projects whatever the setting says',
    caughtBy: 'settings/idle-guests',
    release: '18.9',
    fault: notStored('allow_project_creation_for_guest_and_below'),
  },
  {
    name: 'owners-invite',
    says: 'Owners add members and invite whatever the setting says',
    caughtBy: 'settings/closed-invitations',
    release: '18.9',
    fault: notStored('disable_invite_members'),
  },
]

function refusedAttributes(reply: WireReply): readonly string[] {
  const body = parseJson(reply.body)
  const message = isRow(body) ? body.message : undefined
  return reply.status === 400 && isRow(message) ? Object.keys(message) : []
}

/** A change without the attributes of these names; something else is sent in their place, as an empty change is refused. */
function notStored(...names: readonly string[]): Mutant['fault'] {
  const kept = (params: Row) => {
    const rest = leftOut(params, names)
    return Object.keys(rest).length < Object.keys(params).length ? { ...rest, help_page_text: '' } : params
  }
  return (request, next) => next(calls(request, write) ? withParams(request, kept) : request)
}

function leftOut(params: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)))
}
