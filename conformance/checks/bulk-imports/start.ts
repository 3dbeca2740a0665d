import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, names, numberIn, refuses, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import {
  anyEntity,
  beganNone,
  begun,
  itsEntities,
  itself,
  list,
  migrationIds,
  one,
  start,
} from '../../oracle/migrations.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const configuration = { url: 'http://127.0.0.1:9', access_token: 'nobody' }

/** What is refused before anything is looked for. */
const wish = {
  source_type: 'group_entity',
  source_full_path: 'some/group',
  destination_slug: 'copy',
  destination_namespace: '',
}

const missingUrl = 'configuration[url] is missing, configuration[access_token] is missing'

export const parametersMissing = check<readonly [Params, string]>({
  id: 'bulk-imports/parameters-missing',
  says: 'Missing and invalid parameters answer 400 with their full name, also inside arrays',
  source: 'bulk-imports#missing, bulk-imports#source-type, bulk-imports#destination-name',
  level: 'must',
  covers: [start],
  needs: { project: 'none' },
  each: () => [
    [{}, `configuration is missing, ${missingUrl}, entities is missing`],
    [{ configuration: {} } as Params, `${missingUrl}, entities is missing`],
    [{ configuration } as Params, 'entities is missing'],
    [{ configuration, entities: 'x' } as Params, 'entities is invalid'],
    [
      { configuration, entities: [wish, { ...wish, source_type: undefined }] } as Params,
      'entities[1][source_type] is missing',
    ],
    [
      { configuration, entities: [{ ...wish, source_type: 'user_entity' }] } as Params,
      'entities[0][source_type] does not have a valid value',
    ],
    [
      { configuration, entities: [{ ...wish, destination_slug: undefined }] } as Params,
      'entities[0][destination_slug], entities[0][destination_name] are missing, at least one parameter must be provided',
    ],
  ],
  holds: async (stage, [params, text]) => {
    const reply = await stage.call(start, params)
    if (reply.status === 404) stage.skip('the target has migrations switched off')
    refuses(reply, text)
  },
})

export const pathRules = check<readonly [string, string, string]>({
  id: 'bulk-imports/path-rules',
  says: 'A source or destination path that is a URL, or begins or ends with a forbidden character, answers 400',
  source: 'bulk-imports#path-rules',
  level: 'must',
  covers: [start],
  needs: { project: 'none' },
  each: () => [
    ['source_full_path', 'https://example.com/group', 'must be a relative path'],
    ['source_full_path', '/group', 'must be a relative path'],
    ['destination_namespace', '-group', 'cannot start with a dash or forward slash'],
    ['destination_namespace', 'group/', 'cannot start with a dash or forward slash'],
    ['destination_slug', 'group/copy', 'cannot start with a dash or forward slash'],
    ['destination_slug', 'copy.', 'cannot start with a dash or forward slash'],
  ],
  holds: async (stage, [name, value, text]) => {
    const entities = [{ ...wish, [name]: value }]
    const reply = await stage.call(start, { configuration, entities } as Params)
    if (reply.status === 404) stage.skip('the target has migrations switched off')
    answers(reply, 400)
    const tells = (told: string) =>
      equals('that the text tells', reply.text.includes(`entities[0][${name}] ${told}`), true, reply)
    await stage.changed('bulk-imports#later-path-rules', {
      before: () => tells(text),
      after: () => tells(name === 'destination_slug' ? 'can only include' : 'must be a relative path'),
    })
  },
})

export const destinationName = check({
  id: 'bulk-imports/destination-name',
  says: 'The deprecated `destination_name` alone names the destination, letter by letter',
  source: 'bulk-imports#destination-name, bulk-imports#entity-object',
  level: 'must',
  covers: [start, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { destination_slug: destination_name, ...rest } = await anyEntity(stage, 'Of-Old_Name')
    const { id } = await begun(stage, [{ ...rest, destination_name }])
    const reply = await stage.call(itsEntities, { import_id: id })
    equals('the slug', reply.rows()[0]?.destination_slug, destination_name, reply)
  },
})

export const sourceToken = check({
  id: 'bulk-imports/source-token',
  says: 'A token that the source refuses answers 422, and no migration is created',
  source: 'bulk-imports#source-called, bulk-imports#source-refusals',
  level: 'must',
  covers: [start, list],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { url } = await itself(stage)
    await begun(stage, [await anyEntity(stage, 'probe')])
    const before = await migrationIds(stage)
    const entities = [await anyEntity(stage)]
    const reply = await stage.call(start, {
      configuration: { url, access_token: 'nobody' },
      entities,
    } as Params)
    answers(reply, 422)
    await tellsOfToken(stage, reply)
    await beganNone(stage, before)
  },
})

export const readOnlySourceToken = check({
  id: 'bulk-imports/read-only-source-token',
  says: 'A token of the source that has the scope read_api alone answers 422',
  source: 'bulk-imports#roles, bulk-imports#source-refusals',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { url } = await itself(stage)
    await begun(stage, [await anyEntity(stage, 'probe')])
    const wish = { id: stage.project.id, name: 'reader', scopes: ['read_api'] }
    const expires_at = await nextWeek(stage)
    const made = arranged(await stage.call('POST /projects/:id/access_tokens', { ...wish, expires_at }))
    const configuration = { url, access_token: textIn(made, 'token') }
    const entities = [await anyEntity(stage)]
    const reply = await stage.call(start, { configuration, entities } as Params)
    answers(reply, 422)
    await tellsOfToken(stage, reply)
  },
})

async function tellsOfToken(stage: Stage, reply: Reply): Promise<void> {
  const tells = (text: string) => equals('that the text tells', reply.text.includes(text), true, reply)
  await stage.changed('bulk-imports#later-token-text', {
    before: () => tells("the required 'api' scope"),
    after: () => tells('the personal access token meet the necessary requirements'),
  })
}

export const projectOnItsOwn = check({
  id: 'bulk-imports/project-on-its-own',
  says: 'From 15.11 on a project is migrated on its own, and before `project_entity` is no type of a source',
  source: 'bulk-imports#source-type, bulk-imports#later-projects',
  level: 'must',
  covers: [start, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { url, access_token } = await itself(stage)
    // That the target can be its own source at all.
    await begun(stage, [await anyEntity(stage, 'probe')])
    const destination = { destination_slug: 'copied', destination_namespace: stage.group.path }
    const wish = { source_type: 'project_entity', source_full_path: stage.project.path, ...destination }
    const asked = { configuration: { url, access_token }, entities: [wish] } as Params
    const reply = await stage.call(start, asked)
    await stage.changed('bulk-imports#later-projects', {
      before: () => refuses(reply, 'entities[0][source_type] does not have a valid value'),
      after: async () => {
        answers(reply, 201)
        const parts = await stage.call(itsEntities, { import_id: numberIn(reply.row(), 'id') })
        const [row = {}] = parts.rows()
        has(row, { entity_type: 'project', source_full_path: stage.project.path, ...destination }, parts)
      },
    })
  },
})

export const created = check({
  id: 'bulk-imports/created',
  says: 'A new migration answers 201 with the status created, and is read back with the same creation time',
  source: 'bulk-imports#accepted, bulk-imports#migration-object, bulk-imports#destination-unchecked',
  level: 'must',
  covers: [start, one],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id, row, reply } = await begun(stage, [await anyEntity(stage)])
    names(row, ['id', 'status', 'source_type', 'created_at', 'updated_at'], reply)
    equals('status and source', [row.status ?? null, row.source_type ?? null], ['created', 'gitlab'], reply)
    const seen = await stage.call(one, { import_id: id })
    answers(seen, 200)
    equals('the time', seen.row().created_at ?? null, row.created_at ?? null, seen)
  },
})

export const forms = check({
  id: 'bulk-imports/forms',
  says: 'Entities are an array in JSON or repeated keys in a form, with keys that nobody knows ignored; an object, and a destination inside the source, are refused',
  source:
    'bulk-imports#array-forms, bulk-imports#parameters, bulk-imports#accepted, bulk-imports#record-checks',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call } = stage
    const source = await itself(stage)
    const wish = await anyEntity(stage)
    // What the source itself says to that is the affair of another check.
    await begun(stage, [{ ...wish, migrate_projects: false, unknown_key: 'x' }])
    const other = await anyEntity(stage, 'in-a-form')
    const params = { configuration: source, entities: [other] } as Params
    answers(await call(start, params, { form: true }), 201)
    for (const entities of [wish, { 0: wish }, 'group']) {
      const reply = await call(start, { configuration: source, entities } as Params)
      refuses(reply, 'entities is invalid')
    }
    const text = 'Destination cannot be a subgroup of the source group.'
    const inner = { name: 'Inner', path: 'inner', parent_id: stage.group.id }
    const deeper = textIn(arranged(await call('POST /groups', inner)), 'full_path')
    const deep = { ...wish, destination_namespace: deeper }
    const nested = await call(start, { configuration: source, entities: [deep] } as Params)
    answers(nested, 422)
    holds(nested.text.includes(text), 'it tells that the source holds the destination', nested.text, nested)
    const below = { ...wish, destination_namespace: stage.group.path }
    const inside = await call(start, { configuration: source, entities: [below] } as Params)
    answers(inside, 422)
    holds(inside.text.includes(text), `the refusal says \`${text}\``, inside.json, inside)
  },
})
