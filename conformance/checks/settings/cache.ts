import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { answers, equals, holds } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import {
  type Default,
  defaults,
  openProject,
  readSettings,
  type SettingsModel,
  settingsCommands,
} from '../../oracle/commands/settings.ts'
import { ed25519Key, rsaKey } from '../../oracle/ssh-keys.ts'
import type { Stage } from '../../run/stage.ts'

const read = 'GET /application/settings'

const write = 'PUT /application/settings'

const needs = { project: 'none', writes: true, rewinds: true } as const

const admin = { as: 'admin' } as const

/** Settings with an effect that a new project, a new group or a new token shows. */
interface Effect {
  readonly setting: string
  readonly values: readonly [Json, Json]
  /** What is made, and the value that shows in it. */
  readonly made: (stage: Stage, n: number) => Promise<Json | undefined>
}

const effects: readonly Effect[] = [
  {
    setting: 'default_project_visibility',
    values: ['internal', 'public'],
    made: async ({ call, prefix }, n) =>
      (await call('POST /projects', { path: `${prefix}-effect-${n}` }, { as: 'owner' })).row().visibility,
  },
  {
    setting: 'default_group_visibility',
    values: ['internal', 'public'],
    made: async ({ call, prefix }, n) => {
      const name = `${prefix}-effect-${n}`
      return (await call('POST /groups', { name, path: name }, { as: 'owner' })).row().visibility
    },
  },
  {
    setting: 'default_snippet_visibility',
    values: ['internal', 'public'],
    made: async ({ call }, n) => {
      const snippet = { title: `effect ${n}`, file_name: 'a.txt', content: 'x' }
      return (await call('POST /snippets', snippet, { as: 'owner' })).row().visibility
    },
  },
  {
    setting: 'default_branch_name',
    values: ['trunk', 'stem'],
    made: async (stage, n) =>
      (await opened(stage, `branch-${n}`, { initialize_with_readme: true })).default_branch,
  },
  {
    setting: 'default_ci_config_path',
    values: ['first.yml', 'second.yml'],
    made: async (stage, n) => (await opened(stage, `config-${n}`)).ci_config_path,
  },
  {
    setting: 'custom_http_clone_url_root',
    values: ['https://first.example', 'https://second.example'],
    made: async (stage, n) =>
      /^https:\/\/[^/]+/.exec(String((await opened(stage, `clone-${n}`)).http_url_to_repo))?.[0],
  },
  {
    setting: 'bulk_import_enabled',
    values: [false, true],
    made: async ({ call }) => (await call('GET /bulk_imports', {}, { as: 'owner' })).status !== 404,
  },
  {
    setting: 'project_export_enabled',
    values: [false, true],
    made: async (stage, n) => {
      const { id } = await opened(stage, `export-${n}`)
      return (
        (await stage.call('GET /projects/:id/export', { id: Number(id) }, { as: 'owner' })).status !== 404
      )
    },
  },
  {
    setting: 'can_create_group',
    values: [false, true],
    made: async ({ call, prefix }, n) => {
      const username = `${prefix}-effect-${n}`
      const user = { username, name: username, email: `${username}@example.com`, password: 'long enough 1A!' }
      return (await call('POST /users', user, admin)).row().can_create_group
    },
  },
  {
    setting: 'gravatar_enabled',
    values: [false, true],
    made: async ({ call, prefix }, n) => {
      const username = `${prefix}-pictured-${n}`
      const user = { username, name: username, email: `${username}@example.com`, password: 'long enough 1A!' }
      return (await call('POST /users', user, admin)).row().avatar_url !== null
    },
  },
  {
    setting: 'personal_access_token_prefix',
    values: ['first-', 'second-'],
    made: async ({ call, user }, n) => {
      const params = { user_id: user('owner').id, name: `effect ${n}`, scopes: ['api'] }
      const reply = await call('POST /users/:user_id/personal_access_tokens', params, admin)
      return /^[a-z]+-/.exec(String(reply.row().token))?.[0]
    },
  },
]

async function opened({ call, prefix }: Stage, name: string, more: Params = {}): Promise<Row> {
  return (await call('POST /projects', { path: `${prefix}-${name}`, ...more }, { as: 'owner' })).row()
}

export const effectsCheck = check<Effect>({
  id: 'settings/effects',
  says: 'A changed setting takes effect in other operations within 60 seconds',
  source: 'settings#cache, settings#effects, settings#visibility-defaults',
  level: 'must',
  covers: [write],
  needs,
  hardy: true,
  each: () => effects,
  holds: async (stage, { setting, values, made }) => {
    for (const [n, value] of values.entries()) {
      answers(await stage.call(write, { [setting]: value }, admin), 200)
      await stage.wait(61)
      equals(`what ${setting} does`, await made(stage, n), value)
    }
  },
})

export const restrictedLevels = check({
  id: 'settings/restricted-levels',
  says: 'A restricted visibility level is refused to users who are no administrators, for projects and for groups',
  source: 'settings#restricted-levels-effect',
  level: 'must',
  covers: [write],
  needs: { ...needs, plainOwner: true },
  holds: async (stage) => {
    const { call, prefix } = stage
    answers(await call(write, { restricted_visibility_levels: ['internal'] }, admin), 200)
    await stage.wait(61)
    const text = 'internal has been restricted by your GitLab administrator'
    const project = { path: `${prefix}-restricted`, visibility: 'internal' }
    answers(await call('POST /projects', project, { as: 'owner' }), 400, {
      message: { visibility_level: [text] },
    })
    answers(await call('POST /projects', project, admin), 201)
    const group = {
      name: `${prefix}-restricted-group`,
      path: `${prefix}-restricted-group`,
      visibility: 'internal',
    }
    answers(await call('POST /groups', group, { as: 'owner' }), 400)
    answers(await call('POST /groups', { ...group, visibility: 'private' }, { as: 'owner' }), 201)
  },
})

export const session = check({
  id: 'settings/session',
  says: 'Every read shows the values stored last, and new projects use values that were stored within the last 60 seconds',
  source: 'settings#cache, settings#read-back',
  level: 'must',
  covers: [read, write],
  needs,
  hardy: true,
  over: () => fc.commands([...settingsCommands], { maxCommands: 20 }),
  holds: async (stage, commands) => {
    // What was stored before comes into force first, so that it counts as old.
    await stage.wait(61)
    const settings = (await stage.call(read, {}, admin)).row()
    const start = (name: Default) => [{ since: 0, value: settings[name] ?? null }]
    const stored = Object.fromEntries(
      (Object.keys(defaults) as Default[]).map((name) => [name, start(name)]),
    ) as SettingsModel['stored']
    const model: SettingsModel = { stored, projects: 0 }
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await readSettings().run(model, stage)
    await stage.wait(61)
    await openProject().run(model, stage)
  },
})

export const keyRestriction = check({
  id: 'settings/key-restriction',
  says: 'An SSH key of fewer bits than is required of its type, or of a forbidden type, is refused, and one of enough bits is taken',
  source: 'settings#effects, settings#key-restrictions-effect',
  level: 'should',
  covers: [write],
  needs,
  holds: async (stage) => {
    const bytes = (length: number) => new Uint8Array(length).fill(0xa5)
    const add = (line: string) => stage.call('POST /user/keys', { title: 'Some', key: line }, { as: 'owner' })
    const require = async (values: Params) => {
      answers(await stage.call(write, values, admin), 200)
      await stage.wait(61)
    }
    const refused = async (line: string, like: RegExp) => {
      const reply = await add(line)
      answers(reply, 400)
      holds(like.test(reply.text), `the refusal is like ${like}`, reply.text, reply)
    }
    await require({ rsa_key_restriction: 3072, ed25519_key_restriction: -1 })
    await refused(rsaKey(bytes(256)).line, /must be at least 3072 bits/)
    await refused(ed25519Key(bytes(32)).line, /type is forbidden/)
    answers(await add(rsaKey(bytes(384)).line), 201)
  },
})
