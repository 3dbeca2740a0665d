import { milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, refuses } from '../../kit/expect.ts'
import { isRow, isRows } from '../../kit/json.ts'

const create = 'POST /projects/:id/milestones'

const update = 'PUT /projects/:id/milestones/:milestone_id'

const boundary = 'forgery-boundary'

function multipart(fields: { readonly [name: string]: string }): string {
  return multipartOf(Object.entries(fields))
}

function multipartOf(fields: readonly (readonly [name: string, value: string])[]): string {
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

const kinds = {
  json: { body: '{"title":"x y","description":"ü & +"}', contentType: 'application/json' },
  'json with charset': {
    body: '{"title":"x y","description":"ü & +"}',
    contentType: 'application/json; charset=utf-8',
  },
  form: { body: 'title=x+y&description=%C3%BC+%26+%2B', contentType: 'application/x-www-form-urlencoded' },
  multipart: {
    body: multipart({ title: 'x y', description: 'ü & +' }),
    contentType: `multipart/form-data; boundary=${boundary}`,
  },
} as const

export const bodyKinds = check({
  id: 'conventions/body-kinds',
  says: 'JSON, a form, a multipart body and the query carry parameters alike',
  source: 'conventions#body-kinds',
  level: 'must',
  covers: [create],
  each: () => [...Object.values(kinds), { query: { title: 'x y', description: 'ü & +' } }],
  holds: async ({ call, project }, sent) => {
    const reply = await call(create, { id: project.id }, sent)
    answers(reply, 201)
    has(reply.row(), { title: 'x y', description: 'ü & +' }, reply)
  },
})

const protect = 'POST /projects/:id/protected_tags'

const entries = ['access_level=30', 'access_level=0'].map(
  (entry) => `allowed_to_create[][${entry.replace('=', ']=')}`,
)

export const arraysOfObjects = check({
  id: 'conventions/arrays-of-objects',
  says: 'In a form, a multipart body and the query an array of objects begins its next object where a name comes again, as in JSON',
  source: 'conventions#body-kinds, conventions#hashes, protected-tags#allowed-to-create',
  level: 'must',
  covers: [protect],
  needs: { tier: 'premium' },
  each: () => [
    { body: `name=a&${entries.join('&')}`, contentType: 'application/x-www-form-urlencoded' },
    {
      body: multipartOf([['name', 'a'], ...entries.map((entry) => entry.split('=') as [string, string])]),
      contentType: `multipart/form-data; boundary=${boundary}`,
    },
    { query: { name: 'a', allowed_to_create: [{ access_level: 30 }, { access_level: 0 }] } },
    { body: '{"name":"a","allowed_to_create":[{"access_level":30},{"access_level":0}]}' },
  ],
  holds: async ({ call, project }, sent) => {
    const reply = await call(protect, { id: project.id }, sent)
    answers(reply, 201)
    const { create_access_levels: levels = null } = reply.row()
    holds(isRows(levels), 'it has a list of levels', levels, reply)
    equals('the levels', levels.map((row) => row.access_level ?? null).sort(), [0, 30], reply)
  },
})

export const parameterPrecedence = check({
  id: 'conventions/parameter-precedence',
  says: 'A parameter of the body overrides the same one of the query, the path overrides both, and unknown parameters are ignored',
  source: 'conventions#parameter-precedence, conventions#unknown-parameters',
  level: 'must',
  covers: [create],
  holds: async ({ call, project }) => {
    const query = { title: 'query', description: 'query', id: 987_654_321, colour: 'red' }
    const reply = await call(create, { id: project.id, title: 'body', shape: 'round' }, { query })
    answers(reply, 201)
    has(reply.row(), { title: 'body', description: 'query', project_id: project.id }, reply)
    const listed = await call(
      'GET /projects/:id/milestones',
      { id: project.id },
      { query: { id: 987_654_321, colour: 'red' } },
    )
    equals('how many are listed', listed.rows().length, 1, listed)
  },
})

export const jsonNotAnObject = check({
  id: 'conventions/json-not-an-object',
  says: 'JSON that is no object, and an empty body, count as no parameters',
  source: 'conventions#json-not-an-object',
  level: 'must',
  covers: [create],
  each: () => ['[1,2]', '"title"', '5', 'null', ''],
  holds: async ({ call, project }, body) =>
    refuses(await call(create, { id: project.id }, { body }), 'title is missing'),
})

export const malformedJson = check({
  id: 'conventions/malformed-json',
  says: 'Malformed JSON answers 400',
  source: 'conventions#malformed-json',
  level: 'must',
  covers: [create],
  each: () => ['{"title":', '{title:1}', '{"title":"x"}}'],
  holds: async ({ call, project }, body) => answers(await call(create, { id: project.id }, { body }), 400),
})

/** A byte that no UTF-8 has, wherever `?` stands. */
function untext(body: string): Uint8Array {
  return new TextEncoder().encode(body).map((byte) => (byte === 0x3f ? 0xff : byte))
}

export const bytesOfNoText = check<keyof typeof unreadable>({
  id: 'conventions/bytes-of-no-text',
  says: 'A text with bytes that are no UTF-8, or with a NUL, answers 400 in every kind of body, and changes nothing',
  source: 'conventions#malformed-strings, conventions#malformed-json',
  level: 'must',
  covers: [create],
  each: () => Object.keys(unreadable) as (keyof typeof unreadable)[],
  holds: async ({ call, project }, kind) => {
    const { body, contentType } = unreadable[kind]
    answers(await call(create, { id: project.id }, { body, contentType }), 400)
    answers(await call('GET /projects/:id/milestones', { id: project.id }), 200, [])
  },
})

const unreadable = {
  json: { body: untext('{"title":"x?"}'), contentType: 'application/json' },
  form: { body: untext('title=x?'), contentType: 'application/x-www-form-urlencoded' },
  multipart: {
    body: untext(multipart({ title: 'x?' })),
    contentType: `multipart/form-data; boundary=${boundary}`,
  },
  'a form with a NUL': { body: 'title=x%00', contentType: 'application/x-www-form-urlencoded' },
  'multipart with a NUL': {
    body: multipart({ title: 'x\0' }),
    contentType: `multipart/form-data; boundary=${boundary}`,
  },
} as const

export const contentTypes = check({
  id: 'conventions/content-types',
  says: 'A body of an unsupported content type answers 415 and names the type',
  source: 'conventions#content-types',
  level: 'must',
  covers: [create],
  each: () => ['text/plain', 'application/xml', 'application/vnd.api+json', ''],
  holds: async ({ call, project }, contentType) => {
    const reply = await call(create, { id: project.id }, { body: 'title=x', contentType })
    answers(reply, 415, { error: `The provided content-type '${contentType}' is not supported.` })
  },
})

export const strings = check({
  id: 'conventions/strings',
  says: 'A string parameter takes text, numbers and booleans, null clears it, and arrays and objects are invalid',
  source: 'conventions#strings, conventions#nulls',
  level: 'must',
  covers: [create, update],
  each: () =>
    [
      [5, '5'],
      [true, 'true'],
      ['', ''],
      [null, null],
      ['  kept  ', '  kept  '],
    ] as const,
  holds: async (stage, [sent, stored]) => {
    const { call, project } = stage
    const row = await milestone(stage, { title: 'a', description: 'text' })
    const params = { id: project.id, milestone_id: numberIn(row, 'id') }
    has((await call(update, { ...params, description: sent })).row(), { description: stored })
    refuses(await call(update, { ...params, description: ['a'] }), 'description is invalid')
    refuses(await call(update, { ...params, description: { a: 1 } }), 'description is invalid')
  },
})

const updateMergeRequest = 'PUT /projects/:id/merge_requests/:merge_request_iid'

const booleans: readonly (readonly [value: unknown, meaning: boolean | null])[] = [
  ...['true', 't', 'yes', 'y', 'on', '1', 'TRUE', 'True', 'YES', 'On'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0', 'FALSE', 'False', 'NO', 'Off'].map(
    (word) => [word, false] as const,
  ),
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['', null],
]

export const booleansCheck = check({
  id: 'conventions/booleans',
  says: 'A boolean parameter takes true and false, 1 and 0, and their words in lower case, capitalised or upper case; an empty text is null',
  source: 'conventions#booleans',
  level: 'must',
  covers: ['GET /projects/:id/milestones', updateMergeRequest],
  needs: { furnished: true, about: [updateMergeRequest] },
  each: () => booleans,
  holds: async ({ call, project, furniture }, [value, meaning]) => {
    const place = { id: project.id, merge_request_iid: furniture.merge_request_iid }
    const reply = await call(updateMergeRequest, {
      ...place,
      discussion_locked: value as boolean,
    })
    answers(reply, 200)
    has(reply.row(), { discussion_locked: meaning }, reply)
  },
})

export const invalidBooleans = check({
  id: 'conventions/invalid-booleans',
  says: 'A boolean parameter refuses other words, other numbers, arrays and words with blanks around them',
  source: 'conventions#booleans',
  level: 'must',
  covers: ['GET /projects/:id/milestones'],
  needs: { found: true },
  readOnly: true,
  each: () => [' true', 'true ', 'tRUE', 'enabled', '2', '-1', ['true']],
  holds: async ({ call, project }, include_parent_milestones) =>
    refuses(
      await call('GET /projects/:id/milestones', { id: project.id, include_parent_milestones }),
      'include_parent_milestones is invalid',
    ),
})

export const integers = check({
  id: 'conventions/integers',
  says: 'An integer parameter takes a number, digits and digits with blanks around them, and cuts a JSON fraction',
  source: 'conventions#integers',
  level: 'must',
  covers: [updateMergeRequest],
  needs: { furnished: true, about: [updateMergeRequest] },
  each: () => [' ID ', 'ID', 'number', 'fraction'],
  holds: async ({ call, project, furniture, user }, spelling) => {
    const { id } = user('owner')
    const sent =
      spelling === 'number' ? id : spelling === 'fraction' ? id + 0.7 : spelling.replace('ID', String(id))
    const place = { id: project.id, merge_request_iid: furniture.merge_request_iid }
    const reply = await call(updateMergeRequest, {
      ...place,
      assignee_id: sent,
    })
    answers(reply, 200)
    const { assignee } = reply.row()
    holds(isRow(assignee) && assignee.id === id, 'the assignee is the one named', assignee ?? null, reply)
  },
})

export const lenientPageNumbers = check({
  id: 'conventions/lenient-page-numbers',
  says: 'A number in the query may have blanks around it and underscores between digits, a plus is a blank, and the last of two values counts',
  source: 'conventions#integers, conventions#repeated-values',
  level: 'should',
  covers: ['GET /projects/:id/milestones'],
  needs: { found: true },
  readOnly: true,
  each: () =>
    [
      ['per_page=5&per_page=7', '7'],
      ['per_page=+7+', '7'],
      ['per_page=1_0', '10'],
      ['per_page=%207', '7'],
    ] as const,
  holds: async ({ send, project }, [query, size]) => {
    const reply = await send('GET', `/projects/${project.id}/milestones?${query}`)
    answers(reply, 200)
    equals('X-Per-Page', reply.headers['x-per-page'], size, reply)
  },
})

export const getBodies = check({
  id: 'conventions/get-bodies',
  says: 'A GET ignores JSON in its body, malformed or not',
  source: 'conventions#get-bodies',
  level: 'should',
  covers: ['GET /projects/:id/milestones'],
  needs: { project: 'none' },
  each: () => ['{"per_page":3}', 'no json'],
  holds: async ({ send }, body) => {
    const reply = await send('GET', '/projects', { body })
    answers(reply, 200)
    equals('X-Per-Page', reply.headers['x-per-page'], '20', reply)
  },
})

export const formatParameter = check({
  id: 'conventions/format-parameter',
  says: '`format=json` is accepted, any other `format` answers 406, and the Accept header is ignored',
  source: 'conventions#format-parameter',
  level: 'should',
  covers: ['GET /projects/:id/milestones'],
  needs: { found: true },
  readOnly: true,
  holds: async ({ call, project }) => {
    const list = 'GET /projects/:id/milestones'
    answers(await call(list, { id: project.id, format: 'json' }), 200)
    const refused = await call(list, { id: project.id, format: 'xml' })
    answers(refused, 406, { error: "The requested format 'xml' is not supported." })
    answers(await call(list, { id: project.id }, { headers: { accept: 'application/xml' } }), 200)
  },
})
