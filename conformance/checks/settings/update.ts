import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, textIn } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'
import { encodeQuery, type Params, type Value } from '../../kit/query.ts'
import { passwordNames, type TwoNames, twoNames } from '../../oracle/settings/names.ts'
import { attributes, type Written } from '../../oracle/settings/values.ts'

const read = 'GET /application/settings'

const write = 'PUT /application/settings'

const needs = { project: 'none', role: 'admin', writes: true, restores: true } as const

type Changes = { readonly [name: string]: Written | undefined }

const changes = fc
  .record(attributes, { requiredKeys: [] })
  .filter((drawn) => Object.keys(drawn).length > 0) as fc.Arbitrary<Changes>

function side(drawn: Changes, which: 'sent'): Params
function side(drawn: Changes, which: 'shown'): Row
function side(drawn: Changes, which: 'sent' | 'shown'): Params | Row {
  const entries = Object.entries(drawn).flatMap(([name, written]) =>
    written === undefined ? [] : [[name, written[which]] as const],
  )
  return Object.fromEntries(entries)
}

export const readBack = check<Changes>({
  id: 'settings/read-back',
  says: 'A written value is answered and read back at once in the form of its attribute, and all other settings stay as they were',
  source: 'settings#read-back, settings#writable',
  level: 'must',
  covers: [read, write],
  needs,
  hardy: true,
  over: () => changes,
  holds: async (stage, wished) => {
    const { call } = stage
    const before = (await call(read)).row()
    const drawn = Object.fromEntries(
      Object.entries(wished).filter(([name]) => stage.mayChange(write, name, before)),
    ) as Changes
    if (Object.keys(drawn).length === 0) stage.unknown('others rely on all settings that it would change')
    const reply = await call(write, side(drawn, 'sent'))
    answers(reply, 200)
    has(reply.row(), side(drawn, 'shown'), reply)
    const after = await call(read)
    equals('the settings read', after.json, reply.json, after)
    const touched = [...Object.keys(drawn).flatMap(namesOf), 'updated_at']
    const rest = (row: Row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !touched.includes(name))) as Row
    equals('all other settings', rest(after.row()), rest(before), after)
  },
})

/** A setting with everything else that shows it. */
function namesOf(name: string): readonly string[] {
  const old = twoNames.filter((pair) => pair.name === name).map((pair) => pair.old)
  const periods = ['full_repack', 'gc', 'incremental_repack'].map((it) => `housekeeping_${it}_period`)
  return [name, `${name}_raw`, ...old, ...(name === 'housekeeping_optimize_repository_period' ? periods : [])]
}

export const encodings = check<'query' | 'form' | 'json'>({
  id: 'settings/encodings',
  says: 'A change is accepted in the query, in a form and in JSON',
  source: 'settings#encodings',
  level: 'must',
  covers: [write],
  needs,
  hardy: true,
  each: () => ['query', 'form', 'json'],
  holds: async ({ call, send }, how) => {
    const params = { max_import_size: 31, help_page_text: how, domain_allowlist: ['a.example', 'b.example'] }
    const reply =
      how === 'query'
        ? await send('PUT', `/application/settings?${encodeQuery(params)}`)
        : await call(write, params, how === 'form' ? { form: true } : {})
    answers(reply, 200)
    has(reply.row(), params, reply)
  },
})

export const bodyWins = check({
  id: 'settings/body-wins',
  says: 'What is sent in the query and in the body is one change, in which the body wins',
  source: 'settings#encodings',
  level: 'should',
  covers: [write],
  needs,
  hardy: true,
  holds: async ({ call }) => {
    const query = { max_import_size: 31, max_export_size: 33 }
    const reply = await call(write, { max_import_size: 32, help_page_text: 'both' }, { query })
    answers(reply, 200)
    has(reply.row(), { max_import_size: 32, max_export_size: 33, help_page_text: 'both' }, reply)
  },
})

export const deprecatedNames = check<TwoNames>({
  id: 'settings/deprecated-names',
  says: 'A deprecated name and its present name write the same setting, and where both are sent the deprecated one counts',
  source: 'settings#deprecated-names',
  level: 'must',
  covers: [read, write],
  needs,
  hardy: true,
  each: () => twoNames,
  holds: async ({ call }, { old, name, value, hidden }) => {
    const byOld = (await call(write, { [old]: value })).row()
    expectValue(byOld[name], value)
    const later = Array.isArray(value) ? ['later.example'] : otherValue(value)
    const reply = await call(write, { [name]: later })
    expectValue(reply.row()[name], later)
    const both = await call(write, { [name]: value, [old]: later })
    expectValue(both.row()[name], later)
    if (hidden) lacks(reply.row(), [old], reply)
    else equals(`what ${old} shows`, reply.row()[old], reply.row()[name], reply)
  },
})

// A list of hosts may have the target's own behind what was sent.
function expectValue(shown: Json | undefined, sent: Value): void {
  const first = Array.isArray(sent) && Array.isArray(shown) ? shown.slice(0, sent.length) : shown
  equals('the value', first, sent as Json)
}

function otherValue(value: Value): Value {
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `later-${String(value)}`
}

export const passwordNamesCheck = check<string>({
  id: 'settings/password-names',
  says: 'Each of the three names of password sign-in for the web changes all three, beside another attribute',
  source: 'settings#password-names',
  level: 'should',
  covers: [write],
  needs,
  hardy: true,
  each: () => passwordNames,
  holds: async ({ call }, name) => {
    for (const value of [false, true]) {
      const reply = await call(write, { [name]: value, help_page_text: 'beside it' })
      answers(reply, 200)
      has(reply.row(), Object.fromEntries(passwordNames.map((it) => [it, value])), reply)
    }
  },
})

export const lists = check<{ readonly sent: Value; readonly shown: Json }>({
  id: 'settings/lists',
  says: 'A list is an array or a text split at commas only, and null, an empty text and an empty array clear it',
  source: 'settings#lists',
  level: 'must',
  covers: [write],
  needs,
  hardy: true,
  each: () => [
    { sent: ['a.com', 'b.com'], shown: ['a.com', 'b.com'] },
    { sent: 'a.com, b.com', shown: ['a.com', 'b.com'] },
    // Only the raw form drops what is there twice.
    { sent: ['b.com', 'a.com', 'b.com'], shown: ['b.com', 'a.com', 'b.com'] },
    { sent: 'b.com,a.com,b.com', shown: ['b.com', 'a.com', 'b.com'] },
    { sent: 'a.com\nb.com; c.com,d.com', shown: ['a.com\nb.com; c.com', 'd.com'] },
    { sent: null, shown: [] },
    { sent: '', shown: [] },
    { sent: [], shown: [] },
  ],
  holds: async ({ call }, { sent, shown }) => {
    for (const name of ['domain_allowlist', 'domain_denylist']) {
      await call(write, { [name]: ['before.example'] })
      const reply = await call(write, { [name]: sent })
      answers(reply, 200)
      equals(name, reply.row()[name], shown, reply)
    }
  },
})

export const rawBooleans = check<string>({
  id: 'settings/raw-booleans',
  says: 'A raw boolean is false for 0, f, false and off in any case, and true for any other word',
  source: 'settings#raw-booleans',
  level: 'should',
  covers: [write],
  needs,
  hardy: true,
  over: () =>
    fc.oneof(
      fc.mixedCase(fc.constantFrom('0', 'f', 'false', 'off')),
      fc.constantFrom('1', 'no', 'on', 'abc', 'true'),
    ),
  holds: async (stage, word) => {
    const { call } = stage
    const isOff = ['0', 'f', 'false', 'off'].includes(word.toLowerCase())
    const name = stage.goesBack ? 'authorized_keys_enabled' : 'hide_third_party_offers'
    // The other way round first, so that nothing is right by chance.
    await call(write, { [name]: isOff })
    const reply = await call(write, { [name]: word })
    answers(reply, 200)
    equals('the switch', reply.row()[name], !isOff, reply)
  },
})

export const rawLists = check({
  id: 'settings/raw-lists',
  says: 'The raw form of a list is split at commas, semicolons, blanks and line ends, and read back with one entry a line',
  source: 'settings#raw-lists',
  level: 'should',
  covers: [write],
  needs,
  hardy: true,
  holds: async ({ call, goesBack }) => {
    // Whom a live target keeps out is left alone.
    for (const name of ['domain_allowlist', ...(goesBack ? ['domain_denylist'] : [])]) {
      const reply = await call(write, { [`${name}_raw`]: 'a.com, b.com;a.com\nc.com d.com' })
      answers(reply, 200)
      const expected = ['a.com', 'b.com', 'c.com', 'd.com']
      equals(name, reply.row()[name], expected, reply)
      equals(`${name}_raw`, reply.row()[`${name}_raw`], expected.join('\n'), reply)
    }
  },
})

export const restrictedLevelsValues = check({
  id: 'settings/restricted-levels-values',
  says: 'Restricted visibility levels are words or numbers, read back as words in the order given, and an unknown word means private',
  source: 'settings#restricted-visibility-levels, settings#later-restricted-defaults',
  level: 'should',
  covers: [write],
  needs,
  hardy: true,
  over: () =>
    fc.array(fc.constantFrom('private', 'internal', 'public', '0', '10', '20', 'none'), { maxLength: 4 }),
  holds: async (stage, sent) => {
    const { call } = stage
    const words: { readonly [level: string]: string } = {
      10: 'internal',
      20: 'public',
      internal: 'internal',
      public: 'public',
    }
    const meant = sent.map((level) => words[level] ?? 'private')
    const { default_project_visibility: project, default_group_visibility: group } = (await call(read)).row()
    const reply = await call(write, { restricted_visibility_levels: sent })
    const taken = () => {
      answers(reply, 200)
      equals('the levels', reply.row().restricted_visibility_levels, meant, reply)
    }
    const defaults = { default_project_visibility: project, default_group_visibility: group }
    const restricted = Object.entries(defaults).filter(([, value]) => meant.some((level) => level === value))
    const refused = () => {
      const why = ['cannot be set to a restricted visibility level']
      answers(reply, 400, { message: Object.fromEntries(restricted.map(([name]) => [name, why])) })
    }
    await stage.changed('settings#later-restricted-defaults', {
      before: taken,
      after: restricted.length === 0 ? taken : refused,
    })
  },
})

export const unknownKeys = check({
  id: 'settings/unknown-keys',
  says: 'An unknown key beside a known one is ignored',
  source: 'settings#unknown-keys',
  level: 'should',
  covers: [write],
  needs,
  hardy: true,
  holds: async ({ call }) => {
    const reply = await call(write, {
      no_such_attribute: 1,
      max_export_size: 3,
      id: 7,
      created_at: '2000-01-01',
    })
    answers(reply, 200)
    has(reply.row(), { max_export_size: 3, id: 1 }, reply)
    lacks(reply.row(), ['no_such_attribute'], reply)
  },
})

export const archiveBuilds = check({
  id: 'settings/archive-builds',
  says: 'The age at which jobs are archived is answered as sent, read back in a short form, and cleared by an empty text',
  source: 'settings#archive-builds',
  level: 'should',
  covers: [read, write],
  needs,
  hardy: true,
  each: () => [
    { sent: '15 days', short: '15d' },
    { sent: '1 month', short: '1mo' },
    { sent: '2 days 3 hours', short: '2d 3h' },
  ],
  holds: async ({ call }, { sent, short }) => {
    const written = await call(write, { archive_builds_in_human_readable: sent })
    equals('what is answered', textIn(written.row(), 'archive_builds_in_human_readable'), sent, written)
    equals('what is read', (await call(read)).row().archive_builds_in_human_readable, short)
    const cleared = await call(write, { archive_builds_in_human_readable: '' })
    equals('what is left', cleared.row().archive_builds_in_human_readable, null, cleared)
  },
})

export const delayedDeletionOff = check({
  id: 'settings/delayed-deletion-off',
  says: 'A deletion_adjourned_period of 0 switches delayed deletion off, until 16.0, and 1 to 90 days are kept',
  source: 'settings#delayed-deletion, projects#later-delayed-deletion',
  level: 'must',
  covers: [write],
  needs: { ...needs, tier: 'premium' },
  hardy: true,
  each: () => [1, 45, 90],
  holds: async (stage, days) => {
    const both = { delayed_group_deletion: true, delayed_project_deletion: true }
    const on = await stage.call(write, { ...both, deletion_adjourned_period: days })
    answers(on, 200)
    has(on.row(), { deletion_adjourned_period: days }, on)
    const off = await stage.call(write, { deletion_adjourned_period: 0 })
    await stage.changed('projects#later-delayed-deletion', {
      before: () => {
        has(on.row(), both, on)
        answers(off, 200)
        has(off.row(), { delayed_group_deletion: false, delayed_project_deletion: false }, off)
      },
      after: () => answers(off, 400),
    })
  },
})
