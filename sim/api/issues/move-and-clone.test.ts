import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const issues = '/projects/1/issues'

/** An issue with a thread and a reaction. */
function discussed() {
  const issue = as('carol').post(issues, { title: 'Here', labels: 'bug,only-here', weight: 3 }).json
  as('carol').post('/projects/6/labels', { name: 'bug', color: '#ff0000' })
  as('alice').post('/projects/6/labels', { name: 'bug', color: '#ff0000' })
  const { id } = as('dave').post(`${issues}/${issue.iid}/discussions`, { body: 'Why?' }).json
  as('carol').post(`${issues}/${issue.iid}/discussions/${id}/notes`, { body: 'Because.' })
  as('dave').post(`${issues}/${issue.iid}/award_emoji`, { name: 'thumbsup' })
  return issue
}
const bodies = (path: string) =>
  as('alice')
    .get(`${path}/notes?sort=asc`)
    .json.map(({ body }: { body: string }) => body)

describe('an issue', () => {
  test('moves with all that was said on it, and the old one says where it went', () => {
    const { iid, id } = discussed()
    const { status, json } = as('alice').post(`${issues}/${iid}/move`, { to_project_id: 6 })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      project_id: 6,
      title: 'Here',
      state: 'opened',
      labels: ['bug'],
      weight: 3,
      author: { username: 'carol' },
      moved_to_id: null,
    })
    const there = `/projects/6/issues/${json.iid}`
    expect(bodies(there)).toEqual(['Why?', 'Because.', `moved from acme/webapp#${iid}`])
    expect(as('alice').get(`${there}/award_emoji`).json).toMatchObject([{ name: 'thumbsup' }])
    expect(as('alice').get(`${issues}/${iid}`).json).toMatchObject({
      id,
      state: 'closed',
      moved_to_id: json.id,
    })
    expect(bodies(`${issues}/${iid}`)).toContain(`moved to acme/empty#${json.iid}`)
    expect(as('alice').post(`${issues}/${iid}/move`, { to_project_id: 6 }).json).toEqual({
      message: 'Cannot move issue due to insufficient permissions!',
    })
  })

  test('is cloned, with or without what was said', () => {
    const { iid } = discussed()
    const clone = (more: object) => as('alice').post(`${issues}/${iid}/clone`, { to_project_id: 1, ...more })
    const bare = clone({})
    expect(bare).toMatchObject({ status: 201, json: { title: 'Here', author: { username: 'alice' } } })
    expect(bodies(`${issues}/${bare.json.iid}`)).toEqual([`cloned from acme/webapp#${iid}`])
    const whole = clone({ with_notes: true })
    expect(bodies(`${issues}/${whole.json.iid}`)).toHaveLength(4)
    expect(as('alice').get(`${issues}/${iid}`).json.state).toBe('opened')
  })

  test.each([
    ['alice', 1, 'Cannot move issue to project it originates from!', 400],
    ['erin', 6, 'Cannot move issue due to insufficient permissions!', 400],
    ['alice', 8, 'Cannot move issue due to insufficient permissions!', 400],
    ['alice', 999, '404 Project Not Found', 404],
  ])('is not moved by %s to project %i', (user, to_project_id, message, status) => {
    const { iid } = discussed()
    expect(as(user).post(`${issues}/${iid}/move`, { to_project_id })).toMatchObject({
      status,
      json: { message },
    })
  })
})
