import { describe, expect, test } from 'vitest'
import { utf8 } from '../../lib/bytes.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const
const places = [
  ['a project', '/projects/1/wikis'],
  ['a group', '/groups/1/wikis'],
] as const

describe.each(places)('the wiki of %s', (_, WIKI) => {
  test('is written, rewritten, moved and deleted', () => {
    const page = { title: ' How  to / Deploy it ', content: 'Carefully.' }
    const made = as('carol').post(WIKI, page)
    expect([made.status, made.json]).toEqual([
      201,
      {
        format: 'markdown',
        slug: 'How-to/Deploy-it',
        title: 'Deploy it',
        content: 'Carefully.',
        encoding: 'UTF-8',
      },
    ])
    const at = (slug: string) => `${WIKI}/${encodeURIComponent(slug)}`
    expect(as('erin').get(at('How-to/Deploy-it')).json).toEqual(made.json)
    const renamed = as('carol').put(at('How-to/Deploy-it'), { title: 'Ship it', format: 'rdoc' })
    expect(renamed.json).toMatchObject({
      slug: 'How-to/Ship-it',
      title: 'Ship it',
      content: 'Carefully.',
      format: 'rdoc',
    })
    expect(as('erin').get(at('How-to/Deploy-it'))).toMatchObject({
      status: 404,
      json: { message: '404 Wiki Page Not Found' },
    })
    const moved = as('carol').put(at('How-to/Ship-it'), { title: '/Ship it', content: 'Now.' })
    expect(moved.json).toMatchObject({ slug: 'Ship-it', content: 'Now.', format: 'markdown' })
    expect(as('bob').delete(at('Ship-it')).status).toBe(204)
    expect(as('bob').delete(at('Ship-it')).status).toBe(404)
  })

  test('lists its pages by path, with what they say where that is asked for', () => {
    const before = as('erin').get(WIKI).json.length
    for (const title of ['zebra', 'yak', 'yak/calf']) as('carol').post(WIKI, { title, content: title })
    const briefly = as('erin').get(WIKI).json
    expect(briefly).toHaveLength(before + 3)
    expect(briefly.slice(-3)).toEqual([
      { format: 'markdown', slug: 'yak', title: 'yak' },
      { format: 'markdown', slug: 'yak/calf', title: 'calf' },
      { format: 'markdown', slug: 'zebra', title: 'zebra' },
    ])
    expect(as('erin').get(`${WIKI}?with_content=true`).json.at(-1)).toMatchObject({ content: 'zebra' })
  })

  test.each([
    [{}, 400, { error: 'title is missing, content is missing' }],
    [{ title: 'x', content: 'y', format: 'html' }, 400, { error: 'format does not have a valid value' }],
    [{ title: ' ', content: 'y' }, 400, { message: { title: ["can't be blank"] } }],
    [
      { title: 'x'.repeat(246), content: 'y' },
      400,
      { message: { title: ['exceeds the limit of 245 bytes for page titles'] } },
    ],
    [
      { title: 'taken', content: 'y' },
      400,
      { message: { base: ['Duplicate page: A page with that title already exists'] } },
    ],
  ])('refuses %j', (body, status, json) => {
    as('carol').post(WIKI, { title: 'taken', content: 'x' })
    const before = as('carol').get(`${WIKI}?with_content=true`).body
    expect(as('carol').post(WIKI, body)).toMatchObject({ status, json })
    expect(as('carol').get(`${WIKI}?with_content=true`).body).toBe(before)
  })

  test('has no two pages of one path', () => {
    for (const title of ['first', 'second']) as('carol').post(WIKI, { title, content: title })
    expect(as('carol').put(`${WIKI}/first`, { title: 'second' })).toMatchObject({
      status: 400,
      json: { message: { title: ['There is already a page with the same title in that path.'] } },
    })
  })

  test('keeps pages within the size that the installation allows', () => {
    here.sim.world.settings.update(1, { inForce: { wiki_page_max_content_bytes: 1024 } })
    expect(as('carol').post(WIKI, { title: 'long', content: 'x'.repeat(1500) })).toMatchObject({
      status: 400,
      json: { message: { content: ['is too long (1.46 KB). The maximum size is 1 KB.'] } },
    })
  })

  test('is read by guests, written by developers, and pages are deleted by maintainers', () => {
    const page = { title: 'page', content: 'text' }
    expect(people.map((user) => as(user).get(WIKI).status)).toEqual([200, 200, 200, 200, 200, 404])
    expect(people.map((user) => as(user).post(WIKI, { ...page, title: user }).status)).toEqual([
      201, 201, 201, 403, 403, 404,
    ])
    expect(people.map((user) => as(user).delete(`${WIKI}/alice`).status)).toEqual([
      204, 404, 403, 403, 403, 404,
    ])
    expect([as().get(WIKI).status, as().post(WIKI, page).status]).toEqual([404, 404])
  })

  test('takes files', () => {
    const upload = (name: string) =>
      as('carol').send(
        'POST',
        `${WIKI}/attachments`,
        uploading({}, { field: 'file', name, bytes: utf8('x') }),
      )
    const picture = upload('map.png')
    expect(picture.status).toBe(201)
    const { file_path } = picture.json
    expect(file_path).toMatch(/^uploads\/[0-9a-f]{32}\/map\.png$/)
    expect(picture.json).toEqual({
      file_name: 'map.png',
      file_path,
      branch: 'main',
      link: { url: file_path, markdown: `![map](${file_path})` },
    })
    const { link } = upload('notes.txt').json
    expect(link.markdown).toBe(`[notes.txt](${link.url})`)
    expect(as('carol').post(`${WIKI}/attachments`, {}).json).toEqual({ error: 'file is missing' })
  })
})

test('a wiki that is switched off is nobody’s', () => {
  here.sim.world.projects.update(1, {
    features: { ...here.sim.world.projects.require(1).features, wiki: 'disabled' },
  })
  expect([as('alice').get('/projects/1/wikis').status, as('alice').post('/projects/1/wikis').status]).toEqual(
    [403, 400],
  )
})

test('a page is found by a search, and goes with its project', () => {
  as('carol').post('/projects/1/wikis', { title: 'unheard of', content: 'A quagga.' })
  expect(as('erin').get('/projects/1/search?scope=wiki_blobs&search=quagga').json).toMatchObject([
    { path: 'unheard-of.md' },
  ])
  as('alice').post('/groups/1/wikis', { title: 'home', content: 'Hello.' })
  here.sim.world.settings.update(1, { inForce: { delayed_group_deletion: false } })
  as('alice').delete('/groups/1')
  expect(here.sim.world.wikiPages.all().list()).toEqual([])
})

test('pages of wikis of groups record no events', () => {
  const events = () => as('alice').get('/users/alice/events').json
  const before = events()
  expect(as('alice').post('/groups/1/wikis', { title: 'Start', content: 'x' }).status).toBe(201)
  expect(as('alice').delete('/groups/1/wikis/Start').status).toBe(204)
  expect(events()).toEqual(before)
})

test('what is written into a wiki counts in the sizes of its project', () => {
  const sizes = () => as('root').get('/projects/6?statistics=true').json.statistics
  const before = sizes()
  as('alice').post('/projects/6/wikis', { title: 'Sized', content: 'twelve bytes' })
  as('alice').put('/projects/6/wikis/Sized', { title: 'Sized well' })
  expect(sizes()).toMatchObject({
    wiki_size: before.wiki_size + 12,
    storage_size: before.storage_size + 12,
  })
})
