import fc, { type Arbitrary } from 'fast-check'
import { answers, equals, has, holds, textIn } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import { advanceTime } from './advance-time.ts'
import { command, type ModelCommand } from './command.ts'

/** Defaults of new projects, and where a new project shows them. */
export const defaults = {
  default_project_visibility: 'visibility',
  default_branch_name: 'default_branch',
} as const
export type Default = keyof typeof defaults

/** What settings were, and since when in milliseconds; the present value stands last. */
export interface SettingsModel {
  readonly stored: { readonly [name in Default]: { readonly since: number; readonly value: Json }[] }
  projects: number
}

/** How long the service may act on what a setting was (settings#cache). */
const CACHED = 60_000

const read = 'GET /application/settings'
const write = 'PUT /application/settings'
const asAdmin = { as: 'admin' } as const

/** Stores another default, which is shown at once. */
export function changeDefault(name: Default, value: string): ModelCommand<SettingsModel> {
  return command(`set ${name} to ${value}`, async (model, { call }) => {
    const reply = await call(write, { [name]: value }, asAdmin)
    answers(reply, 200)
    has(reply.row(), { [name]: value }, reply)
    model.stored[name].push({ since: Date.parse(textIn(reply.row(), 'updated_at')), value })
  })
}

/** Tries to store a default together with what is refused. */
export function failToChange(name: Default, value: string): ModelCommand<SettingsModel> {
  return command(`fail to set ${name} to ${value}`, async (_model, { call }) => {
    answers(await call(write, { [name]: value, max_import_size: -1 }, asAdmin), 400)
  })
}

/** Reads the settings, which are those stored last. */
export function readSettings(): ModelCommand<SettingsModel> {
  return command('read the settings', async (model, { call }) => {
    const reply = await call(read, {}, asAdmin)
    for (const name of Object.keys(defaults) as Default[])
      equals(name, reply.row()[name], model.stored[name].at(-1)?.value, reply)
  })
}

/** Creates a project, whose defaults are any that were stored within the last minute. */
export function openProject(): ModelCommand<SettingsModel> {
  return command('open a project', async (model, { call, prefix }) => {
    model.projects += 1
    const params = { path: `${prefix}-defaults-${model.projects}`, initialize_with_readme: true }
    const reply = await call('POST /projects', params, { as: 'owner' })
    answers(reply, 201)
    const at = Date.parse(textIn(reply.row(), 'created_at'))
    for (const name of Object.keys(defaults) as Default[]) {
      const shown = reply.row()[defaults[name]] ?? null
      const possible = inForce(model.stored[name], at).map((value) => value ?? 'main')
      holds(
        possible.some((value) => value === shown),
        `${defaults[name]} is one of ${possible.join(', ')}`,
        shown,
        reply,
      )
    }
  })
}

/** The values on which the service may act at a time: the one of a minute ago, and those that came since. */
function inForce(stored: SettingsModel['stored'][Default], at: number): Json[] {
  const recent = stored.filter(({ since }) => since > at - CACHED)
  const before = stored.filter(({ since }) => since <= at - CACHED).slice(-1)
  return [...before, ...recent].map(({ value }) => value)
}

const values = {
  default_project_visibility: fc.constantFrom('private', 'internal', 'public'),
  default_branch_name: fc.constantFrom('main', 'trunk', 'develop'),
} as const satisfies { readonly [name in Default]: Arbitrary<string> }
const choices = fc.oneof(
  ...(Object.keys(values) as Default[]).map((name) => values[name].map((value) => ({ name, value }))),
)

export const settingsCommands: readonly Arbitrary<ModelCommand<SettingsModel>>[] = [
  choices.map(({ name, value }) => changeDefault(name, value)),
  choices.map(({ name, value }) => failToChange(name, value)),
  fc.constant(null).map(readSettings),
  fc.constant(null).map(openProject),
  fc.constantFrom(5, 30, 61).map((seconds) => advanceTime<SettingsModel>(seconds)),
]
