import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../testing/calls.ts'
import { multipart } from '../testing/multipart.ts'
import { perTest } from '../testing/per-test.ts'

const here = perTest()

const milestones = '/projects/1/milestones'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

function iids({ json: rows }: Reply): number[] {
  return rows.map(({ iid }: { readonly iid: number }) => iid)
}

/** Numbers of the merge requests of acme/webapp that a query leaves. */
function found(query: string, body?: string): number[] {
  const sent = body === undefined ? {} : { headers: form, body }
  return iids(here.as('alice').send('GET', `/projects/1/merge_requests?per_page=100&${query}`, sent))
}

function posted(headers: { readonly [name: string]: string }, body: string | Uint8Array, query = ''): Reply {
  return here.as('dave').send('POST', `${milestones}${query}`, { headers, body })
}

describe('a body', () => {
  const boundary = { 'content-type': 'multipart/form-data; boundary=----x' }
  const values = { title: 'Spring & sale 100%', description: '<é>, "ü"\n+1 😀', due_date: '2024-04-01' }

  test.each([
    ['JSON', json, JSON.stringify(values)],
    ['JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(values)],
    ['JSON in capitals', { 'content-type': 'Application/JSON' }, JSON.stringify(values)],
    ['JSON in bytes', json, new TextEncoder().encode(JSON.stringify(values))],
    ['a form', form, new URLSearchParams(values).toString()],
    ['a multipart form', boundary, multipart('----x', Object.entries(values))],
    [
      'a multipart form in bytes',
      boundary,
      new TextEncoder().encode(multipart('----x', Object.entries(values))),
    ],
  ])('says the same as %s', (_, headers, body) => {
    const { status, json: made } = posted(headers, body)
    expect(status).toBe(201)
    expect(made).toMatchObject(values)
  })

  test('says the same in every kind, whatever the text', () => {
    const texts = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((text) => !text.includes('\0'))
    const { sim } = here
    fc.assert(
      fc.property(texts, (description) => {
        const told = [
          here.as('dave').put(`${milestones}/12`, { description }),
          here.as('dave').send('PUT', `${milestones}/12`, {
            headers: form,
            body: new URLSearchParams({ description }).toString(),
          }),
          here.as('dave').send('PUT', `${milestones}/12`, {
            headers: boundary,
            body: multipart('----x', [['description', description]]),
          }),
          here.as('dave').send('PUT', `${milestones}/12?description=${encodeURIComponent(description)}`),
        ]
        expect(new Set(told.map((reply) => `${reply.status} ${reply.json.description}`))).toEqual(
          new Set([`200 ${sim.world.milestones.require(12).description}`]),
        )
      }),
      { seed: 1, numRuns: 60 },
    )
  })

  test.each([
    ['an array', '[]'],
    ['a text', '"title"'],
    ['a number', '1'],
    ['null', 'null'],
    ['nothing', ''],
  ])('that is JSON but %s has no parameters', (_, body) => {
    expect(posted(json, body)).toMatchObject({ status: 400, json: { error: 'title is missing' } })
  })

  test.each(['{', '{"title":}', 'title=a', '{"title":"a"}}', '[1,]', "{'title':'a'}"])(
    'that is no JSON at all is refused: %s',
    (body) => {
      expect(posted(json, body).status).toBe(400)
    },
  )

  test('nested beyond all reason is refused', () => {
    expect(posted(json, `{"title":${'['.repeat(100_000)}`).status).toBe(400)
  })

  test.each(['text/plain', 'application/xml', 'application/vnd.api+json', ''])(
    'of the type %j is refused',
    (type) => {
      const error = `The provided content-type '${type}' is not supported.`
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const path = method === 'POST' ? milestones : `${milestones}/12`
        const reply = here
          .as('dave')
          .send(method, path, { headers: { 'content-type': type }, body: 'title=a' })
        expect({ status: reply.status, body: reply.json }).toEqual({ status: 415, body: { error } })
      }
    },
  )

  test('without a type is refused', () => {
    const { status, json: body } = posted({}, 'title=a')
    expect({ status, body }).toEqual({
      status: 415,
      body: { error: "The provided content-type '' is not supported." },
    })
  })

  test('that is empty may have any type', () => {
    expect(posted({ 'content-type': 'text/plain' }, '')).toMatchObject({
      json: { error: 'title is missing' },
    })
  })

  test('beyond two megabytes of a form is too large', () => {
    const { status, json: body } = posted(form, `title=${'a'.repeat(2 * 1024 * 1024)}`)
    expect({ status, body }).toEqual({ status: 413, body: { message: '413 Request Entity Too Large' } })
  })
})

describe('a GET with a body', () => {
  test('ignores JSON, and any other type, without a word', () => {
    for (const type of ['application/json', 'text/plain', ''])
      expect(
        here.as('alice').send('GET', milestones, { headers: { 'content-type': type }, body: '{"state":"x"}' })
          .status,
      ).toBe(200)
  })

  test('honours a form', () => {
    expect(found('', 'iids[]=36')).toEqual([36])
  })
})

describe('a parameter in several places', () => {
  test('counts as the body says, before the query', () => {
    expect(posted(json, '{"title":"body"}', '?title=query').json.title).toBe('body')
    expect(posted(form, 'title=form', '?title=query').json.title).toBe('form')
  })

  test('may come from the query and the body together', () => {
    const made = posted(json, '{"title":"body"}', '?description=query').json
    expect(made).toMatchObject({ title: 'body', description: 'query' })
  })

  test('counts as the path says, before everything', () => {
    const reply = here.as('alice').send('PUT', `${milestones}/12?milestone_id=5&id=2`, {
      headers: json,
      body: '{"id":3,"milestone_id":17,"title":"Later"}',
    })
    expect(reply.json).toMatchObject({ id: 12, project_id: 1, title: 'Later' })
  })

  test('counts as the last one says', () => {
    expect(found('state=merged&state=opened')).toEqual(found('state=opened'))
    expect(posted(form, 'title=a&title=b').json.title).toBe('b')
  })
})

test('what is unknown is ignored, and repeated by links', () => {
  const reply = here.as('alice').get(`${milestones}?wibble[wobble]=1&per_page=1`)
  expect(reply.status).toBe(200)
  expect(reply.headers.Link).toContain('wibble%5Bwobble%5D=1')
})

test('a blank in a query may be written as a plus', () => {
  expect(here.as('alice').get(`${milestones}?title=Ideas+of+2022`).json).toHaveLength(1)
  expect(here.as('alice').get(`${milestones}?title=Ideas%20of%202022`).json).toHaveLength(1)
  expect(here.as('alice').get(`${milestones}?title=Ideas%2Bof%2B2022`).json).toHaveLength(0)
})

describe('a list of integers', () => {
  test.each([
    ['items', 'iids[]=36&iids[]=35', [36, 35]],
    ['commas', 'iids=35,36', [36, 35]],
    ['commas in an item', 'iids[]=35,36', [36, 35]],
    ['a word, which is 0', 'iids[]=None', []],
  ])('may be written with %s', (_, query, expected) => {
    expect(found(query)).toEqual(expected)
  })

  test.each(['iids=', 'iids[0]=36', 'iids[a]=36', 'iids'])('filters nothing as %s', (query) => {
    expect(found(query)).toEqual(found(''))
  })
})

describe('a list of strings', () => {
  const labels = (body: unknown) => here.as('alice').put('/projects/1/merge_requests/36', body).json.labels
  const told = (body: string) =>
    here.as('alice').send('PUT', '/projects/1/merge_requests/36', { headers: form, body }).json.labels

  test('may be written with commas, as items, or as a JSON array, blanks around them', () => {
    const expected = ['bug', 'feature']
    expect(labels({ labels: 'feature, bug' })).toEqual(expected)
    expect(labels({ labels: ['feature', ' bug '] })).toEqual(expected)
    expect(told('labels[]=feature&labels[]=bug')).toEqual(expected)
    expect(told('labels[]=feature,bug')).toEqual(expected)
  })

  test.each([
    ['""', ''],
    ['null', null],
    ['an empty array', []],
    ['an array of nothing', ['']],
    ['a number', 5],
  ])('clears as %s', (_, value) => {
    expect(labels({ labels: 'bug' })).toEqual(['bug'])
    expect(labels({ labels: value })).toEqual([])
  })

  test('drops null from an array', () => {
    expect(labels({ labels: [null, 'bug'] })).toEqual(['bug'])
  })
})

describe('a scalar', () => {
  test.each([
    ['an integer', 'author_id=%204%20', 'author_id=4'],
    ['an integer with an underscore', 'source_project_id=0_1', 'source_project_id=1'],
    ['a boolean', 'with_labels_details=YES', 'with_labels_details=true'],
    ['a day, which is its midnight', 'created_after=2023-12-05', 'created_after=2023-12-05T00:00:00Z'],
    [
      'an offset whose plus was lost',
      'created_after=2023-12-05T09:30:00+02:00',
      'created_after=2023-12-05T09:30:00Z',
    ],
    ['an empty one, which is absent', 'author_id=&created_after=&with_labels_details=', ''],
  ])('of a query may be %s', (_, query, plain) => {
    expect(found(query)).toEqual(found(plain))
    expect(found('')).not.toEqual([])
  })

  test('of JSON may be a number for a text, and a fraction for an integer', () => {
    expect(posted(json, '{"title":5}').json.title).toBe('5')
    expect(posted(json, '{"title":true}').json.title).toBe('true')
    const reply = here.as('alice').put('/projects/1/merge_requests/36', { milestone_id: 12.7 })
    expect(reply.json.milestone.id).toBe(12)
  })
})

describe('a hash', () => {
  test('may be written with brackets, and negates', () => {
    const opened = found('state=opened')
    const carols = found('state=opened&author_id=4')
    expect(found('state=opened&not[author_id]=4')).toEqual(opened.filter((iid) => !carols.includes(iid)))
    expect(carols.length).toBeGreaterThan(0)
  })

  test('means nothing when it is empty', () => {
    expect(found('not=')).toEqual(found(''))
  })
})

describe('null', () => {
  test('is accepted for an optional enumeration', () => {
    expect(here.as('dave').put(`${milestones}/12`, { state_event: null }).status).toBe(200)
  })

  test('counts as given where at least one is needed', () => {
    const reply = here.as('dave').put(`${milestones}/12`, { description: null })
    expect(reply).toMatchObject({ status: 200, json: { description: null } })
  })
})

test('keys that reach a prototype reach nothing', () => {
  const body = '{"title":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
  expect(posted(json, body).status).toBe(201)
  expect(found('__proto__[polluted]=1&constructor[prototype][polluted]=1')).toEqual(found(''))
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
