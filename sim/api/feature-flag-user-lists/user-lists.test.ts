import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const path = '/projects/1/feature_flags_user_lists'
const create = (name: unknown, user_xids: unknown = 'a,b') => as('carol').post(path, { name, user_xids })
const names = (query: string) =>
  as('carol')
    .get(`${path}?${query}`)
    .json.map((it: { name: string }) => it.name)

const WRONG_IDS =
  'User xids user_xids must be a string of unique comma separated values each 256 characters or less'

describe('creation', () => {
  test('answers the list with every field, and reads it again', () => {
    const { status, json } = create('Pilots', 'user-1,user 2')
    expect(status).toBe(201)
    expect(json).toEqual({
      id: json.id,
      iid: 5,
      name: 'Pilots',
      user_xids: 'user-1,user 2',
      project_id: 1,
      created_at: '2024-01-01T00:00:01.000Z',
      updated_at: '2024-01-01T00:00:01.000Z',
      path: '/acme/webapp/-/feature_flags_user_lists/5',
      edit_path: '/acme/webapp/-/feature_flags_user_lists/5/edit',
    })
    expect(as('carol').get(`${path}/5`).json).toEqual(json)
  })

  test('numbers the lists of a project, and uses no number twice', () => {
    as('carol').delete(`${path}/${create('one').json.iid}`)
    expect(create('two').json.iid).toBe(6)
    const other = as('carol').post('/projects/2/feature_flags_user_lists', { name: 'two', user_xids: '' })
    expect([other.status, other.json.iid]).toEqual([201, 1])
  })

  const long = 'x'.repeat(255)
  test.each([['a'], [long], ['Staff '], ['staff']])('takes the name %j', (name) =>
    expect(create(name).json.name).toBe(name),
  )

  test.each([
    [{}, 'name is missing, user_xids is missing'],
    [{ name: 'x' }, 'user_xids is missing'],
    [{ user_xids: '' }, 'name is missing'],
    [{ name: ['x'], user_xids: '' }, 'name is invalid'],
    [{ name: 'Staff', user_xids: '' }, ['Name has already been taken']],
    [{ name: '', user_xids: '' }, ["Name can't be blank", 'Name is too short (minimum is 1 character)']],
    [{ name: null, user_xids: '' }, ["Name can't be blank", 'Name is too short (minimum is 1 character)']],
    [{ name: '  ', user_xids: '' }, ["Name can't be blank"]],
    [{ name: `${long}x`, user_xids: '' }, ['Name is too long (maximum is 255 characters)']],
    [{ name: 'x', user_xids: null }, [WRONG_IDS]],
    [{ name: 'Staff', user_xids: 'a,a' }, ['Name has already been taken', WRONG_IDS]],
  ])('refuses %j and changes nothing', (body, message) => {
    const before = standing(here.sim.world)
    const reply = as('carol').post(path, body)
    expect([reply.status, reply.json]).toEqual([400, { message }])
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })
})

describe('the ids of users', () => {
  const fits = 'y'.repeat(256)
  test.each(['', 'a', 'a,b', 'a b', 'ünï,数', 'A,a', `a,${fits}`, '0', "o'brien@example.com"])(
    'may be %j',
    (xids) => expect(create('x', xids)).toMatchObject({ status: 201, json: { user_xids: xids } }),
  )

  test.each(['a,a', 'a,,b', ',a', 'a,', ',', ' a', 'a ', 'a, b', 'a\tb', 'a\nb', 'a\r\nb', `a,${fits}y`])(
    'may not be %j',
    (xids) => expect(create('x', xids)).toMatchObject({ status: 400, json: { message: [WRONG_IDS] } }),
  )
})

describe('update', () => {
  test.each([
    [{ name: 'New' }, { name: 'New', user_xids: 'a,b' }],
    [{ user_xids: '' }, { name: 'Old', user_xids: '' }],
    [
      { name: 'New', user_xids: 'c' },
      { name: 'New', user_xids: 'c' },
    ],
    [{ name: 'Old' }, { name: 'Old', user_xids: 'a,b' }],
  ])('with %j gives %j', (change, shown) => {
    const { iid } = create('Old').json
    expect(as('carol').put(`${path}/${iid}`, change)).toMatchObject({ status: 200, json: shown })
    expect(as('carol').get(`${path}/${iid}`).json).toMatchObject(shown)
  })

  test('with nothing changes nothing, not even its time', () => {
    const before = create('Old').json
    expect(as('carol').put(`${path}/${before.iid}`, {})).toMatchObject({ status: 200, json: before })
    expect(as('carol').put(`${path}/${before.iid}`, { name: 'New' }).json.updated_at).not.toBe(
      before.updated_at,
    )
  })

  test.each([
    [{ name: 'Staff' }, ['Name has already been taken']],
    [{ name: null }, ["Name can't be blank", 'Name is too short (minimum is 1 character)']],
    [{ name: 'New', user_xids: 'a,a' }, [WRONG_IDS]],
    [{ user_xids: null }, [WRONG_IDS]],
  ])('refuses %j and changes nothing', (change, message) => {
    const before = create('Old').json
    expect(as('carol').put(`${path}/${before.iid}`, change)).toMatchObject({ status: 400, json: { message } })
    expect(as('carol').get(`${path}/${before.iid}`).json).toEqual(before)
  })

  test('judges parameters before it looks for the list', () => {
    expect(as('carol').put(`${path}/99`, { name: ['x'] }).json).toEqual({ message: 'name is invalid' })
  })
})

describe('deletion', () => {
  test('answers 204, and then 404', () => {
    const { iid } = create('x').json
    expect(as('carol').delete(`${path}/${iid}`)).toMatchObject({ status: 204, body: null })
    expect(as('carol').delete(`${path}/${iid}`).json).toEqual({ message: '404 Not found' })
  })

  test('of a list that a feature flag uses is a conflict', () => {
    expect(as('carol').delete(`${path}/1`)).toMatchObject({
      status: 409,
      json: { message: ['User list is associated with a strategy'] },
    })
    expect(as('carol').get(`${path}/1`).status).toBe(200)
  })
})

describe('the list', () => {
  test('goes by id, and is paged', () => {
    expect(names('')).toEqual(['Beta testers', 'Staff', 'Suppliers', 'Nobody yet'])
    expect(names('per_page=2&page=2')).toEqual(['Suppliers', 'Nobody yet'])
    expect(as('carol').get(`${path}?per_page=0`).json).toEqual({
      message: 'per_page has a value not allowed',
    })
  })

  test.each([
    ['s', ['Beta testers', 'Staff', 'Suppliers']],
    ['STAFF', ['Staff']],
    ['testers beta', ['Beta testers']],
    ['"beta te"', ['Beta testers']],
    ['"te beta"', []],
    ['beta staff', []],
    ['', ['Beta testers', 'Staff', 'Suppliers', 'Nobody yet']],
    ['  ', ['Beta testers', 'Staff', 'Suppliers', 'Nobody yet']],
    ['%', []],
  ])('is searched for %j', (search, found) =>
    expect(names(`search=${encodeURIComponent(search)}`)).toEqual(found),
  )

  test('shows those that hold every word of the search, whatever its order', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'ab', 'BA', 'x'), { minLength: 1, maxLength: 3 })
    for (const name of ['ab', 'b a', 'X', 'xab']) create(name)
    const all = names('per_page=100') as string[]
    fc.assert(
      fc.property(words, (terms) => {
        const found = names(`search=${encodeURIComponent(terms.join(' '))}&per_page=100`)
        expect(found).toEqual(
          names(`search=${encodeURIComponent([...terms].reverse().join(' '))}&per_page=100`),
        )
        expect(found).toEqual(
          all.filter((name) => terms.every((term) => name.toLowerCase().includes(term.toLowerCase()))),
        )
      }),
      { seed: 1, numRuns: 30 },
    )
  })
})

describe('one list', () => {
  test.each(['99', '0', 'abc', '1.5', '-1', '1abc'])('%s is missing', (iid) =>
    expect(as('carol').get(`${path}/${iid}`).status).toBe(404),
  )

  test('is found by its internal number alone', () => {
    const { id } = as('carol').post('/projects/2/feature_flags_user_lists', { name: 'x', user_xids: '' }).json
    expect(as('carol').get(`/projects/2/feature_flags_user_lists/${id}`)).toMatchObject({
      status: 404,
      json: { message: '404 Not found' },
    })
  })
})

describe('rights', () => {
  const calls: [string, (user?: string) => { status: number; json: unknown }][] = [
    ['list', (user) => as(user).get(path)],
    ['get', (user) => as(user).get(`${path}/2`)],
    ['create', (user) => as(user).post(path, { name: 'x', user_xids: '' })],
    ['create of nothing', (user) => as(user).post(path, {})],
    ['update', (user) => as(user).put(`${path}/2`, { name: 'x' })],
    ['update of none', (user) => as(user).put(`${path}/99`, { name: 'x' })],
    ['delete', (user) => as(user).delete(`${path}/2`)],
  ]
  test.each(calls)('%s: Developers', (_, call) => {
    for (const user of ['dave', 'erin'])
      expect(call(user)).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
    expect(call('mallory')).toMatchObject({ status: 404, json: { message: '404 Project Not Found' } })
    expect(call()).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } })
    expect([401, 403]).not.toContain(call('carol').status)
  })

  test('nobody has any while the repository is switched off', () => {
    as('alice').put('/projects/1', { repository_access_level: 'disabled' })
    expect([as('alice').get(path).status, create('x').status]).toEqual([403, 403])
  })

  test('anonymous callers of a public project are asked to sign in', () => {
    expect(as().get('/projects/3/feature_flags_user_lists').status).toBe(401)
  })

  test('an archived project is read only', () => {
    as('alice').post('/projects/1/archive')
    expect(as('carol').get(`${path}/1`).status).toBe(200)
    expect([create('x').status, as('carol').delete(`${path}/2`).status]).toEqual([403, 403])
  })

  test('leaves no audit event', () => {
    const before = here.sim.world.auditEvents.size
    create('x')
    expect(here.sim.world.auditEvents.size).toBe(before)
  })
})
