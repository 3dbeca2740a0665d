import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, refuses } from '../../kit/expect.ts'
import { isRow, type Json } from '../../kit/json.ts'
import {
  type AtBound,
  atBounds,
  conditional,
  licensedRefusals,
  needs,
  type Refused,
  refusals,
} from '../../oracle/settings/refusals.ts'
import { attributes } from '../../oracle/settings/values.ts'
import type { Stage } from '../../run/stage.ts'

const read = 'GET /application/settings'

const write = 'PUT /application/settings'

async function refusedWhole(stage: Stage, { params, body, later }: Refused): Promise<void> {
  const { call } = stage
  const before = await call(read)
  const reply = await call(write, params)
  if (later === undefined) answers(reply, 400, body)
  else
    await stage.changed(later.since, {
      before: () => answers(reply, 400, body),
      after: () => answers(reply, 400, later.body),
    })
  const after = await call(read)
  equals('the settings after a refusal', after.json, before.json, after)
}

export const invalidValues = check<Refused>({
  id: 'settings/invalid-values',
  says: 'An invalid value answers 400 with its reason and changes nothing',
  source:
    'settings#parameter-errors, settings#model-errors, settings#ranges, settings#formats, settings#enumerations, settings#typed-attributes, settings#raw-integers, settings#null-booleans, settings#import-sources, settings#storages-weighted, settings#outbound-list, settings#housekeeping, settings#password-names-exclusive, settings#kroki-url, settings#later-all-protocols',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, restores: 'refused' },
  readOnly: true,
  each: () => refusals,
  holds: refusedWhole,
})

export const valuesAtBounds = check<AtBound>({
  id: 'settings/values-at-bounds',
  says: 'The last value before one that is too little, too much or too long is stored',
  source: 'settings#ranges, settings#formats, settings#archive-builds',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, restores: true },
  hardy: true,
  each: () => atBounds,
  holds: async ({ call, mayChange, unknown }, { name, params }) => {
    const before = (await call(read)).row()
    if (!Object.keys(params).every((it) => mayChange(write, it, before)))
      return unknown(`${name} is left alone here`)
    const reply = await call(write, params)
    answers(reply, 200)
    const shown = reply.row()[name]
    if (shown !== undefined) equals(name, shown, params[name] as Json, reply)
  },
})

export const delayedDeletionRefused = check<Refused>({
  id: 'settings/delayed-deletion-refused',
  says: 'Values of delayed deletion that are out of range or contradict each other answer 400',
  source: 'settings#delayed-deletion, projects#later-delayed-deletion',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, restores: 'refused', tier: 'premium' },
  readOnly: true,
  each: () => licensedRefusals,
  holds: async (stage, refused) => {
    if (!('delayed_project_deletion' in refused.params)) return refusedWhole(stage, refused)
    await stage.changed('projects#later-delayed-deletion', {
      before: () => refusedWhole(stage, refused),
      after: async () => answers(await stage.call(write, refused.params), 400),
    })
  },
})

export const neededTogether = check<string>({
  id: 'settings/needed-together',
  says: 'A switch that needs other attributes answers 400 without them in the same call',
  source: 'settings#needed-together',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, restores: 'refused' },
  readOnly: true,
  each: () => Object.keys(needs),
  holds: async (stage, name) => {
    const others = needs[name] ?? []
    const text = others.map((other) => `${other} is missing`).join(', ')
    await refusedWhole(stage, { params: { [name]: true }, body: { error: text } })
    const [first = '', ...rest] = others
    if (rest.length === 0) return
    const left = rest.map((other) => `${other} is missing`).join(', ')
    await refusedWhole(stage, { params: { [name]: true, [first]: 'given' }, body: { error: left } })
  },
})

export const spamFilterKey = check<string>({
  id: 'settings/spam-filter-key',
  says: 'The spam filter is switched on only with its key, and a refusal uses the name that was sent',
  source: 'settings#spam-filter-key, settings#names, settings#missing-or-blank',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, restores: 'refused' },
  readOnly: true,
  each: () => ['spamfilter', 'akismet'],
  holds: async (stage, name) => {
    const known = (await stage.call(read)).row()
    if (!(`${name}_enabled` in known)) return stage.observe('a name that is not known', `${name}_enabled`)
    const [on, key] = [`${name}_enabled`, `${name}_api_key`]
    await refusedWhole(stage, { params: { [on]: true }, body: { error: `${key} is missing` } })
    const blank = { [key]: ["can't be blank"] }
    await refusedWhole(stage, { params: { [on]: true, [key]: '' }, body: { message: blank } })
  },
})

export const nothingSent = check({
  id: 'settings/nothing-sent',
  says: 'A change without a known attribute answers 400 with the list of all names',
  source: 'settings#nothing-sent',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, restores: 'refused' },
  readOnly: true,
  each: () => [
    {},
    { no_such_attribute: 1 },
    { signin_enabled: true },
    { password_authentication_enabled: true },
  ],
  holds: async ({ call }, params) => {
    const reply = await call(write, params)
    answers(reply, 400)
    const error = isRow(reply.json) ? String(reply.json.error) : ''
    const ending = ' are missing, at least one parameter must be provided'
    holds(error.endsWith(ending), 'the refusal says that one is needed', error.slice(-100), reply)
    const listed = error.slice(0, -ending.length).split(', ')
    const missing = Object.keys(attributes).filter((name) => !listed.includes(name))
    equals('attributes that are not listed', missing, [], reply)
    holds(
      !listed.includes('signin_enabled'),
      'deprecated names of passwords are not listed',
      listed.length,
      reply,
    )
  },
})

export const allOrNothing = check({
  id: 'settings/all-or-nothing',
  says: 'A change with one invalid value stores none of its values',
  source: 'settings#model-errors',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, restores: 'refused' },
  hardy: true,
  over: () =>
    fc.constantFrom(...refusals.filter(({ body, later }) => !later && isRow(body) && 'message' in body)),
  holds: async (stage, { params, body }) =>
    refusedWhole(stage, {
      params: { ...params, help_page_text: 'not to be stored', terminal_max_session_time: 77 },
      body,
    }),
})

export const parameterErrorsFirst = check({
  id: 'settings/parameter-errors-first',
  says: 'Errors of the parameters are answered alone, before the rules of the attributes',
  source: 'settings#order-of-checks',
  level: 'should',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, restores: 'refused' },
  readOnly: true,
  holds: async ({ call }) => {
    const params = { max_import_size: 'abc', max_export_size: -1, default_project_visibility: 'secret' }
    const reply = await call(write, params)
    refuses(reply, 'default_project_visibility does not have a valid value, max_import_size is invalid')
  },
})

export const storedConditions = check<Refused>({
  id: 'settings/stored-conditions',
  says: 'A switch whose attributes are neither stored nor sent answers 400 and stays off',
  source: 'settings#stored-conditions, settings#asset-proxy',
  level: 'must',
  covers: [write],
  // With the attributes stored, it would be switched on.
  needs: { project: 'none', role: 'admin', writes: true, rewinds: true },
  each: () => conditional,
  holds: refusedWhole,
})
