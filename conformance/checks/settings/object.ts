import { type ChangeId, changes } from '../../../sim/contract.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, lacks, names, rowIn } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import { hasLater, type LaterField } from '../../kit/later.ts'
import { laterSettings } from '../../oracle/settings/later.ts'
import {
  hiddenSettings,
  isOfKind,
  type Kind,
  licensedKeys,
  removedSettings,
  settingsObject,
  specifiedAlone,
} from '../../oracle/settings/object.ts'
import { forbidden, unauthorized } from '../../oracle/texts.ts'
import type { Stage } from '../../run/stage.ts'

const read = 'GET /application/settings'

const STORAGES = 'repository_storages'

const write = 'PUT /application/settings'

export const object = check({
  id: 'settings/object',
  says: 'The settings are one object with every documented key of its kind and no write-only key',
  source:
    'settings#keys, settings#documented-keys, settings#write-only, settings#forwarding-keys, settings#later-16-6-storages',
  level: 'must',
  covers: [read],
  needs: { project: 'none', role: 'admin' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call(read)
    answers(reply, 200)
    const settings = reply.row()
    names(settings, Object.values(settingsObject).flat(), reply)
    // The service does not send these; whoever implements the specification does.
    if (stage.dialect !== undefined)
      await stage.changed('settings#later-16-6-storages', {
        before: () => names(settings, specifiedAlone, reply),
        after: () => {
          names(
            settings,
            specifiedAlone.filter((key) => key !== STORAGES),
            reply,
          )
          lacks(settings, [STORAGES], reply)
        },
      })
    for (const [kind, keys] of Object.entries(settingsObject))
      for (const key of keys)
        holds(isOfKind(settings[key], kind as Kind), `${key} is of kind ${kind}`, settings[key], reply)
    lacks(settings, hiddenSettings, reply)
  },
})

export const licensedKeysCheck = check({
  id: 'settings/licensed-keys',
  says: 'A licensed instance shows the settings of its plan',
  source: 'settings#licensed-keys',
  level: 'must',
  covers: [read],
  needs: { project: 'none', role: 'admin', tier: 'premium' },
  readOnly: true,
  holds: async ({ call }) => {
    const reply = await call(read)
    names(reply.row(), licensedKeys, reply)
  },
})

/** Changes of the settings of which the release is, or is not, beyond doubt. */
const laterBy = (doubtful: boolean) =>
  (Object.keys(laterSettings) as ChangeId[]).filter((change) => 'doubtful' in changes[change] === doubtful)

async function keysOf(stage: Stage, asked: readonly ChangeId[]): Promise<void> {
  const reply = await stage.call(read)
  answers(reply, 200)
  for (const change of asked)
    for (const [kind, keys] of Object.entries(laterSettings[change] ?? {})) {
      const kinds = kind.split(' or ') as LaterField[]
      await hasLater(
        stage,
        reply.row(),
        { [change]: Object.fromEntries(keys.map((key) => [key, kinds])) },
        reply,
      )
    }
}

const readByAdministrators = {
  covers: [read],
  needs: { project: 'none', role: 'admin', tier: 'ultimate' },
  readOnly: true,
} as const

export const laterKeys = check({
  id: 'settings/later-keys',
  says: 'The settings have the keys that their release brought, and none of a later one',
  source: laterBy(false).join(', '),
  level: 'must',
  ...readByAdministrators,
  holds: (stage) => keysOf(stage, laterBy(false)),
})

export const laterDoubtfulKeys = check({
  id: 'settings/later-doubtful-keys',
  says: 'The settings have the keys that came with about their release, and none of a later one',
  source: laterBy(true).join(', '),
  level: 'should',
  ...readByAdministrators,
  holds: (stage) => keysOf(stage, laterBy(true)),
})

export const removedKeys = check({
  id: 'settings/removed-keys',
  says: 'The settings have the keys that a later release removed, until it did',
  source: Object.keys(removedSettings).join(', '),
  level: 'must',
  ...readByAdministrators,
  holds: async (stage) => {
    const reply = await stage.call(read)
    for (const change of Object.keys(removedSettings) as (keyof typeof removedSettings)[])
      await stage.changed(change, {
        before: () => names(reply.row(), removedSettings[change], reply),
        after: () => lacks(reply.row(), removedSettings[change], reply),
      })
  },
})

export const diagramFormats = check({
  id: 'settings/diagram-formats',
  says: 'The keys of kroki_formats are blockdiag, bpmn, excalidraw and, from about 18.5 on, mermaid',
  source: 'settings#later-mermaid',
  level: 'should',
  ...readByAdministrators,
  holds: async (stage) => {
    const reply = await stage.call(read)
    const formats = rowIn(reply.row(), 'kroki_formats')
    names(formats, ['blockdiag', 'bpmn', 'excalidraw'], reply)
    await hasLater(stage, formats, { 'settings#later-mermaid': { mermaid: ['boolean'] } }, reply)
  },
})

export const registryImports = check({
  id: 'settings/registry-imports',
  says: 'Settings of imports into the container registry have values, and from about 17.1 on are 0 or empty',
  source: 'settings#later-registry-import',
  level: 'should',
  ...readByAdministrators,
  holds: async (stage) => {
    const reply = await stage.call(read)
    const { container_registry_import_timeout, container_registry_import_target_plan } = reply.row()
    const shown = [container_registry_import_timeout, container_registry_import_target_plan]
    await stage.changed('settings#later-registry-import', {
      before: () => holds(shown[0] !== 0 && shown[1] !== '', 'they have values', shown as Json, reply),
      after: () => equals('what is shown', shown as Json, [0, ''], reply),
    })
  },
})

export const pollingIntervalMultiplier = check({
  id: 'settings/polling-interval-multiplier',
  says: 'The polling_interval_multiplier is a number (in the real service a text)',
  source: 'settings#polling-interval-multiplier',
  level: 'must',
  covers: [read],
  needs: { project: 'none', role: 'admin' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call(read)
    const value = reply.row().polling_interval_multiplier
    await stage.differs('X22', {
      specification: () => holds(typeof value === 'number', 'it is a number', value, reply),
      real: () => holds(typeof value === 'string' && /^\d+\.\d+$/.test(value), 'it is a text', value, reply),
    })
  },
})

export const administratorsOnly = check({
  id: 'settings/administrators-only',
  says: 'Only administrators read and change the settings, and others are refused before the parameters are checked',
  source: 'settings#administrators-only',
  level: 'must',
  covers: [read, write],
  needs: { project: 'none', restores: 'refused' },
  readOnly: true,
  holds: async (stage) => {
    // Refused whoever sends it, so that a target which lets everybody in is not changed by this.
    const wrong = { max_import_size: 'abc' }
    for (const as of ['owner', 'maintainer', 'developer', 'stranger'] as const) {
      if (!stage.has(as)) continue
      answers(await stage.call(read, {}, { as }), forbidden.status, forbidden.body)
      answers(await stage.call(write, wrong, { as }), forbidden.status, forbidden.body)
    }
    answers(await stage.call(read, {}, { as: 'anonymous' }), unauthorized.status, unauthorized.body)
    answers(await stage.call(write, wrong, { as: 'anonymous' }), unauthorized.status, unauthorized.body)
  },
})

export const readAlone = check({
  id: 'settings/read',
  says: 'Reading the settings ignores parameters, changes nothing, and answers with a weak ETag that is not to be kept',
  source: 'settings#get',
  level: 'must',
  covers: [read],
  needs: { project: 'none', role: 'admin' },
  readOnly: true,
  holds: async (stage) => {
    const plain = await stage.call(read)
    answers(plain, 200)
    const reply = await stage.call(read, { max_import_size: 12, help_page_text: 'not to be stored', id: 7 })
    answers(reply, 200, plain.json)
    const kept = 'max-age=0, private, must-revalidate'
    if (stage.tells('cache-control')) equals('Cache-Control', reply.headers['cache-control'], kept, reply)
    const etag = reply.headers.etag ?? ''
    if (stage.tells('etag')) holds(/^W\/"[^"]+"$/.test(etag), 'the ETag is weak', etag, reply)
  },
})

const families = [
  ...['authenticated_api', 'authenticated_web', 'authenticated_packages_api', 'authenticated_files_api'],
  ...['authenticated_deprecated_api', 'authenticated_git_lfs', 'unauthenticated_api', 'unauthenticated'],
  ...['unauthenticated_web', 'unauthenticated_packages_api', 'unauthenticated_files_api'],
  ...['unauthenticated_deprecated_api', 'protected_paths'],
]

export const throttles = check({
  id: 'settings/throttle-families',
  says: 'Each family of request limits has a switch and two numbers above 0',
  source: 'settings#throttle-families',
  level: 'should',
  covers: [read],
  needs: { project: 'none', role: 'admin' },
  readOnly: true,
  holds: async ({ call }) => {
    const reply = await call(read)
    const settings = reply.row()
    for (const family of families) {
      const on = settings[`throttle_${family}_enabled`]
      holds(typeof on === 'boolean', `the switch of ${family} is one`, on, reply)
      for (const name of ['period_in_seconds', 'requests_per_period']) {
        const value = settings[`throttle_${family}_${name}`]
        holds(Number.isInteger(value) && Number(value) > 0, `${family}_${name} is above 0`, value, reply)
      }
    }
  },
})
