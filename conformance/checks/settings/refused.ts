import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, refuses } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { licensedRefusals, needs, type Refused, refusals } from '../../oracle/settings/refusals.ts'
import { attributes } from '../../oracle/settings/values.ts'
import type { Stage } from '../../run/stage.ts'

const read = 'GET /application/settings'
const write = 'PUT /application/settings'
const source = 'specification 3, Application settings; dossier 3, 8.1 and 8.3 to 8.5'

async function refusedWhole({ call }: Stage, { params, body }: Refused): Promise<void> {
  const before = await call(read)
  answers(await call(write, params), 400, body)
  const after = await call(read)
  equals('the settings after a refusal', after.json, before.json, after)
}

export const values = check<Refused>({
  id: 'settings/refused',
  says: 'A value that an attribute does not take is refused with the text that says why, and changes nothing',
  source,
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true },
  readOnly: true,
  each: () => refusals,
  holds: refusedWhole,
})

export const licensedValues = check<Refused>({
  id: 'settings/refused-licensed',
  says: 'Days of delay and the switches of delayed deletion are refused where they contradict each other',
  source,
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, tier: 'premium' },
  readOnly: true,
  each: () => licensedRefusals,
  holds: refusedWhole,
})

export const dependencies = check<string>({
  id: 'settings/needs',
  says: 'A switch is turned on only together with what it needs, in the same call, whatever was stored before',
  source,
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true },
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

export const neutralNames = check<string>({
  id: 'settings/neutral-names',
  says: 'The filter of spam is turned on only with its key, under the names of the specification and of the service, and a refusal uses the name that was sent',
  source: 'specification 3, Application settings; dossier 3, 0.1 and 8.5',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true },
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

export const nothingKnown = check({
  id: 'settings/nothing-known',
  says: 'A change that names no attribute is refused with the list of all of them',
  source: 'dossier 3, 8.1 (X26)',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true },
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
  says: 'One wrong value keeps all others of the same call from being stored',
  source: 'dossier 3, 8.1',
  level: 'must',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true, rewinds: true },
  hardy: true,
  over: () => fc.constantFrom(...refusals.filter(({ body }) => isRow(body) && 'message' in body)),
  holds: async (stage, { params, body }) =>
    refusedWhole(stage, {
      params: { ...params, sign_in_text: 'not to be stored', terminal_max_session_time: 77 },
      body,
    }),
})

export const wrongType = check({
  id: 'settings/types-first',
  says: 'What the parameters refuse is told alone, before any rule of the attributes',
  source: 'dossier 3, 0.3',
  level: 'should',
  covers: [write],
  needs: { project: 'none', role: 'admin', writes: true },
  readOnly: true,
  holds: async ({ call }) => {
    const params = { max_import_size: 'abc', max_export_size: -1, default_project_visibility: 'secret' }
    const reply = await call(write, params)
    refuses(reply, 'default_project_visibility does not have a valid value, max_import_size is invalid')
  },
})
