import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)

describe.each([
  ['project', '/projects/3', 'bob'],
  ['group', '/groups/3', 'alice'],
] as const)('a wish to become a member of a %s', (kind, given, owner) => {
  /** A public one: only those who see it may request access. */
  function place(): string {
    if (kind === 'project') return given
    return `/groups/${as('alice').post('/groups', { name: 'Open', path: 'open', visibility: 'public' }).json.id}`
  }

  test('is listed for those who may approve it, and approved as a Developer by default', () => {
    const at = place()
    const wish = as('mallory').post(`${at}/access_requests`)
    expect(wish).toMatchObject({ status: 201, json: { id: 7, username: 'mallory' } })
    expect(Object.keys(wish.json)).toContain('requested_at')
    expect(as(owner).get(`${at}/access_requests`).json).toEqual([wish.json])
    expect(as('mallory').get(`${at}/access_requests`).status).toBe(403)
    expect(as('mallory').post(`${at}/access_requests`)).toMatchObject({
      status: 400,
      json: { message: { user_id: ['already exists in source'] } },
    })
    expect(as(owner).put(`${at}/access_requests/7/approve`)).toMatchObject({
      status: 201,
      json: { id: 7, access_level: 30 },
    })
    expect(as(owner).get(`${at}/access_requests`).json).toEqual([])
    expect(as('mallory').post(`${at}/access_requests`).status).toBe(403)
  })

  test('is denied, or withdrawn', () => {
    const at = place()
    as('mallory').post(`${at}/access_requests`)
    expect(as('grace').delete(`${at}/access_requests/7`).status).toBe(403)
    expect(as(owner).delete(`${at}/access_requests/7`).status).toBe(204)
    expect(as(owner).delete(`${at}/access_requests/7`).json).toEqual({ message: '404 Not found' })
    as('mallory').post(`${at}/access_requests`)
    expect(as('mallory').delete(`${at}/access_requests/7`).status).toBe(204)
    expect(as(owner).put(`${at}/access_requests/7/approve`).status).toBe(404)
  })

  test('is refused to members, and where requests are disabled', () => {
    const at = place()
    for (const user of ['root', owner]) expect(as(user).post(`${at}/access_requests`).status).toBe(403)
    as('alice').put(at, { request_access_enabled: false })
    expect(as('mallory').post(`${at}/access_requests`).status).toBe(403)
    expect(as().post(`${at}/access_requests`).status).toBe(401)
  })

  test('is approved at any level, but as Owner by owners only', () => {
    const at = place()
    as('mallory').post(`${at}/access_requests`)
    const grant = (user: string, access_level: number) =>
      as(user).put(`${at}/access_requests/7/approve`, { access_level })
    expect(grant(owner, 31).json).toEqual({ message: { access_level: ['is not included in the list'] } })
    if (kind === 'project') expect(grant('bob', 50).status).toBe(403)
    expect(grant('alice', 50).json).toMatchObject({ access_level: 50 })
  })
})
