import { isRow, parseJson, type Row } from '../kit/json.ts'
import type { WireReply } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, isBy, paramsOf, withJson, withParams } from './wire.ts'

const read = 'GET /application/settings'
const write = 'PUT /application/settings'

function refusedAttributes(reply: WireReply): readonly string[] {
  const body = parseJson(reply.body)
  const message = isRow(body) ? body.message : undefined
  return reply.status === 400 && isRow(message) ? Object.keys(message) : []
}

function leftOut(params: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)))
}

const oldNames: { readonly [old: string]: string } = {
  admin_notification_email: 'abuse_notification_email',
  asset_proxy_whitelist: 'asset_proxy_allowlist',
}

/** Faults in the settings of the installation. */
export const settingsMutants: readonly Mutant[] = [
  {
    name: 'settings-for-owners',
    says: 'Whoever owns a group reads the settings',
    caughtBy: 'settings/administrators-only',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, read) && isBy(request, credentials.owner) ? as(request, credentials.admin) : request,
      ),
  },
  {
    name: 'settings-half-stored',
    says: 'Of a call with a wrong value everything else is stored',
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
    name: 'settings-old-names-ignored',
    says: 'Deprecated names are taken and nothing comes of them',
    caughtBy: 'settings/other-names',
    fault: (request, next) =>
      next(
        calls(request, write)
          ? withParams(request, (params) => {
              const kept = leftOut(params, Object.keys(oldNames))
              return Object.keys(kept).length < Object.keys(params).length
                ? { ...kept, sign_in_text: '' }
                : params
            })
          : request,
      ),
  },
  {
    name: 'settings-old-names-stale',
    says: 'A deprecated name shows what it showed first',
    caughtBy: 'settings/other-names',
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
    name: 'settings-off-in-small-letters',
    says: 'Words that switch off do so in small letters only',
    caughtBy: 'settings/raw-switches',
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
    name: 'settings-lists-parted-anywhere',
    says: 'Semicolons and line ends part lists as commas do',
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
    name: 'settings-needs-forgotten',
    says: 'Diagrams are switched on without the address of their server',
    caughtBy: 'settings/needs',
    fault: (request, next) =>
      next(
        calls(request, write) && paramsOf(request).plantuml_enabled === true
          ? withParams(request, (params) => ({ plantuml_url: 'http://localhost', ...params }))
          : request,
      ),
  },
  {
    name: 'settings-cached-for-ever',
    says: 'New projects are private, whatever the settings came to say',
    caughtBy: 'settings/in-force',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects')
          ? withParams(request, (params) => ({ visibility: 'private', ...params }))
          : request,
      ),
  },
  {
    name: 'settings-switch-for-ever',
    says: 'Migrations that were switched off once stay so',
    caughtBy: 'settings/in-force',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /bulk_imports')) return reply
      if (reply.status === 404) memory.set('off', reply.body)
      const before = memory.get('off')
      return before === undefined ? reply : { ...reply, status: 404, body: before }
    },
  },
  {
    name: 'settings-first-branch-main',
    says: 'The first branch of a repository is main, whatever the settings say',
    caughtBy: 'settings/in-force',
    fault: async (request, next) => {
      const reply = await next(request)
      const body = parseJson(reply.body)
      if (!calls(request, 'POST /projects') || !isRow(body)) return reply
      return withJson(reply, { ...body, default_branch: 'main' })
    },
  },
  {
    name: 'settings-read-from-the-cache',
    says: 'Reading the settings shows what they were before the last change',
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
    name: 'settings-delay-of-no-days',
    says: 'No days of delay are taken for one, and the delay stays on',
    caughtBy: 'settings/delay-off',
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
    name: 'settings-secret-shown',
    says: 'The secret key of the asset proxy is shown',
    caughtBy: 'settings/whole',
    fault: async (request, next) => {
      const reply = await next(request)
      const body = parseJson(reply.body)
      if (!calls(request, read) || reply.status !== 200 || !isRow(body)) return reply
      return withJson(reply, { ...body, asset_proxy_secret_key: 'secret' })
    },
  },
]
