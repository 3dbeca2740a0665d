import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { publicKeys } from '../../testing/public-keys.ts'

const here = perTest()

const bob = () => here.as('bob')

const base = testSimulator()

const repository = '/projects/1/repository'

const asJson = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

test('entries of a protected branch are changed one by one', () => {
  const made = bob().post('/projects/1/protected_branches', { name: 'x', push_access_level: 30 }).json
  const [level] = made.push_access_levels
  const changed = bob().send('PATCH', '/projects/1/protected_branches/x', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ allowed_to_push: [{ id: level.id, _destroy: true }, { user_id: 2 }] }),
  })
  expect(changed.json.push_access_levels).toMatchObject([{ user_id: 2 }])
})

test('protections of branches are changed', () => {
  const alice = here.as('alice')
  alice.post('/projects/1/protected_branches', { name: 'told-*' })
  const body = JSON.stringify({ allow_force_push: true })
  const sent = { headers: { 'content-type': 'application/json' }, body }
  const at = '/projects/1/protected_branches/told-*'
  expect(alice.send('PATCH', at, sent).json.allow_force_push).toBe(true)
  expect(alice.get(at).json.allow_force_push).toBe(true)
})

describe('protected branches', () => {
  test('are the business of maintainers', () => {
    const simulator = base.fork()
    const read = (user: string) => callsOf(simulator, user).get('/projects/1/protected_branches')
    expect(statuses(read)).toEqual([200, 200, 200, 403, 403, 403, 404])
  })

  test('let in whom they name', () => {
    const simulator = base.fork()
    const bob = callsOf(simulator, 'bob')
    const { status, json } = bob.post('/projects/1/protected_branches', {
      name: 'stable-*',
      push_access_level: 30,
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'stable-*',
      push_access_levels: [
        { access_level: 30, access_level_description: 'Developers + Maintainers', user_id: null },
      ],
      merge_access_levels: [{ access_level: 40, access_level_description: 'Maintainers' }],
      allow_force_push: false,
      code_owner_approval_required: false,
    })
    bob.post(`${repository}/branches`, { branch: 'stable-1', ref: 'main' })
    expect(callsOf(simulator, 'carol').get(`${repository}/branches/stable-1`).json).toMatchObject({
      protected: true,
      developers_can_push: true,
      can_push: true,
    })
    expect(bob.post('/projects/1/protected_branches', { name: 'stable-*' })).toMatchObject({
      status: 409,
      json: { message: "Protected branch 'stable-*' already exists" },
    })
    expect(bob.delete('/projects/1/protected_branches/stable-*').status).toBe(204)
    expect(bob.get('/projects/1/protected_branches/stable-*').json).toEqual({ message: '404 Not found' })
  })
})

describe('protected branches of a group, in the newest release', () => {
  const newest = perTest({ release: '18.9' })
  const ofGroup = '/groups/1/protected_branches'

  test('count in its projects, which tell that they are inherited', () => {
    const alice = newest.as('alice')
    const branch = { branch: 'v1-stable', ref: 'main' }
    const made = alice.post(ofGroup, { name: '*-stable', allowed_to_push: [{ access_level: 0 }] })
    expect([made.status, made.json]).toMatchObject([
      201,
      { name: '*-stable', allow_force_push: false, push_access_levels: [{ access_level: 0 }] },
    ])
    expect(alice.post(ofGroup, { name: '*-stable' }).status).toBe(409)
    const rows: { name: string; inherited: boolean }[] = alice.get('/projects/1/protected_branches').json
    expect(rows.filter(({ inherited }) => inherited).map(({ name }) => name)).toEqual(['*-stable'])
    expect(alice.get('/projects/1/protected_branches/*-stable').json.inherited).toBe(true)
    expect(alice.post('/projects/1/repository/branches', branch).json).toMatchObject({
      protected: true,
      can_push: false,
    })
    const opened = asJson({ allowed_to_push: [{ access_level: 30 }] })
    expect(alice.send('PATCH', `${ofGroup}/*-stable`, opened).json.push_access_levels).toHaveLength(2)
    expect(alice.send('PATCH', `${ofGroup}/*-stable`, opened).json).toEqual({
      message: ['Push access levels access level has already been taken'],
    })
    expect(alice.get('/projects/1/repository/branches/v1-stable').json.can_push).toBe(true)
    expect(alice.delete(`${ofGroup}/*-stable`).status).toBe(204)
    expect(alice.get(ofGroup).json).toEqual([])
    expect(alice.get('/projects/1/repository/branches/v1-stable').json.protected).toBe(false)
  })

  test('are for its owners, at the top alone, and no older release has them', () => {
    const read = (user: string) => newest.as(user).get(ofGroup)
    expect(statuses(read)).toEqual([200, 200, 403, 403, 403, 403, 404])
    const { id } = newest.as('alice').post('/groups', { name: 'below', path: 'below', parent_id: 1 }).json
    expect(newest.as('alice').get(`/groups/${id}/protected_branches`).status).toBe(404)
    expect(here.as('alice').get(ofGroup).json).toEqual({ error: '404 Not Found' })
  })
})

describe('lists of a protected branch', () => {
  const at = '/projects/1/protected_branches'
  const patched = (body: object) => bob().send('PATCH', `${at}/listed`, asJson(body))

  test.each(['push', 'merge', 'unprotect'])('name members and invited groups alone: %s', (kind) => {
    bob().post(at, { name: 'listed' })
    const given = (entry: object) => ({ [`allowed_to_${kind}`]: [entry] })
    const list = `${kind[0]?.toUpperCase()}${kind.slice(1)} access levels`
    for (const [entry, text] of [
      [{ user_id: 7 }, `${list} user is not a member of the project`],
      [{ user_id: 99_999 }, `${list} user is not a member of the project`],
      [{ group_id: 2 }, `${list} group does not have access to the project`],
    ] as const)
      for (const reply of [bob().post(at, { name: `${kind}-new`, ...given(entry) }), patched(given(entry))])
        expect([reply.status, reply.json]).toEqual([422, { message: [text] }])
    expect(bob().post(at, { name: `${kind}-member`, ...given({ user_id: 4 }) }).status).toBe(201)
  })

  test.each(['push', 'merge', 'unprotect'])('take nobody a second time: %s', (kind) => {
    const { id: group_id } = here.as('alice').post('/groups', { name: 'guild', path: 'guild' }).json
    here.as('alice').post('/projects/1/share', { group_id, group_access: 30 })
    const given = (...entries: object[]) => ({ [`allowed_to_${kind}`]: entries })
    const entries = [{ access_level: 40 }, { user_id: 4 }, { group_id }]
    const made = bob().post(at, { name: 'listed', ...given(...entries) })
    expect(made.status).toBe(201)
    const list = `${kind[0]?.toUpperCase()}${kind.slice(1)} access levels`
    for (const [i, named] of ['access level', 'user', 'group'].entries())
      expect(patched(given(entries[i] as object))).toMatchObject({
        status: 422,
        json: { message: [`${list} ${named} has already been taken`] },
      })
    const [{ id }, other] = made.json[`${kind}_access_levels`]
    expect(patched(given({ id: other.id, access_level: 40 })).status).toBe(422)
    expect(patched(given({ id, _destroy: true }, { access_level: 40 })).status).toBe(422)
    expect(patched(given({ id, access_level: 40 })).status).toBe(200)
    const twice = { access_level: 30 }
    expect(patched(given(twice, twice)).json[`${kind}_access_levels`]).toHaveLength(5)
  })

  test('are updated though a user in them has left', () => {
    bob().post(at, { name: 'listed', allowed_to_push: [{ user_id: 4 }] })
    here.as('alice').delete('/groups/1/members/4')
    const changed = patched({ allowed_to_push: [{ access_level: 40 }] })
    expect(changed.json.push_access_levels).toMatchObject([{ user_id: 4 }, { access_level: 40 }])
  })

  test('let Maintainers unprotect it unless told, and never nobody', () => {
    expect(bob().post(at, { name: 'listed' }).json.unprotect_access_levels).toMatchObject([
      { access_level: 40 },
    ])
    const nobody = { name: 'other', unprotect_access_level: 0 }
    expect(bob().post(at, nobody).json).toEqual({
      error: 'unprotect_access_level does not have a valid value',
    })
    expect(patched({ allowed_to_unprotect: [{ access_level: 0 }] }).status).toBe(400)
  })

  test('are kept while the flag for forced pushes is asked to be nothing', () => {
    bob().post(at, { name: 'listed' })
    expect(patched({ allow_force_push: null }).json).toEqual({ error: 'allow_force_push is empty' })
  })
})

describe('deploy keys in the list of who may push', () => {
  const newer = perTest({ release: '17.11' })
  const at = '/projects/1/protected_branches'
  const line = publicKeys.find(({ type }) => type === 'ed25519')?.line ?? ''
  const keyOf = ({ as }: typeof here, can_push = true): number =>
    as('bob').post('/projects/1/deploy_keys', { title: 'Robot', key: line, can_push }).json.id

  test('are named by their titles, once each', () => {
    const deploy_key_id = keyOf(newer)
    const bob = newer.as('bob')
    const keyed = { allowed_to_push: [{ deploy_key_id }] }
    const entry = { access_level: 40, access_level_description: 'Robot', deploy_key_id, user_id: null }
    expect(bob.post(at, { name: 'x', ...keyed }).json.push_access_levels).toMatchObject([entry])
    bob.post(at, { name: 'y' })
    const changed = bob.send('PATCH', `${at}/y`, asJson(keyed))
    expect(changed.json.push_access_levels).toMatchObject([{ deploy_key_id: null }, entry])
    expect(bob.send('PATCH', `${at}/y`, asJson(keyed)).json).toEqual({
      message: ['Push access levels deploy key has already been taken'],
    })
  })

  test('become other entries', () => {
    const bob = newer.as('bob')
    const made = bob.post(at, { name: 'x', allowed_to_push: [{ deploy_key_id: keyOf(newer) }] }).json
    const [{ id }] = made.push_access_levels
    const changed = bob.send('PATCH', `${at}/x`, asJson({ allowed_to_push: [{ id, access_level: 30 }] })).json
    expect(changed.push_access_levels).toMatchObject([{ id, access_level: 30, deploy_key_id: null }])
  })

  test.each(['POST', 'PATCH'])('may write to the project: %s', (verb) => {
    const bob = newer.as('bob')
    const [path, name] = verb === 'POST' ? [at, 'new'] : [`${at}/x`, 'x']
    bob.post(at, { name: 'x' })
    for (const deploy_key_id of [keyOf(newer, false), 987_654])
      expect(bob.send(verb, path, asJson({ name, allowed_to_push: [{ deploy_key_id }] }))).toMatchObject({
        status: 422,
        json: { message: ['Push access levels deploy key is not enabled for this project'] },
      })
  })

  test('let in their owners alone, as long as they may write', () => {
    const deploy_key_id = keyOf(newer)
    newer.as('root').post(`${repository}/branches`, { branch: 'robots', ref: 'main' })
    newer.as('bob').post(at, { name: 'robots', allowed_to_push: [{ deploy_key_id }] })
    const mayPush = (user: string) => newer.as(user).get(`${repository}/branches/robots`).json.can_push
    expect(['alice', 'bob', 'carol'].map(mayPush)).toEqual([false, true, false])
    newer.as('bob').put(`/projects/1/deploy_keys/${deploy_key_id}`, { can_push: false })
    expect(mayPush('bob')).toBe(false)
  })

  test('are ignored by older releases', () => {
    const deploy_key_id = keyOf(here)
    const made = bob().post(at, { name: 'x', allowed_to_push: [{ deploy_key_id }] }).json
    expect(made.push_access_levels).toMatchObject([{ access_level_description: 'Maintainers' }])
  })
})
