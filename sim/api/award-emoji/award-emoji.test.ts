import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const base = testSimulator()

const here = perTest()

const as = (user?: string) => here.as(user)

const ISSUES = '/projects/1/issues'

const issue = (body: object = {}, project = 1): number =>
  as('bob').post(`/projects/${project}/issues`, { title: 'An issue', ...body }).json.iid

describe('reactions', () => {
  test('are given once, and taken back by whoever gave them', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const { id: issue } = carol.post('/projects/1/issues', { title: 'x' }).json
    const iid = simulator.world.issues.require(issue).iid
    const awards = `/projects/1/issues/${iid}/award_emoji`
    const { status, json } = carol.post(awards, { name: '+1' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'thumbsup',
      user: { username: 'carol' },
      awardable_id: issue,
      awardable_type: 'Issue',
    })
    expect(carol.get(`/projects/1/issues/${iid}`).json.upvotes).toBe(1)
    expect(carol.post(awards, { name: 'thumbsup' }).json).toEqual({
      message: '404 Award Emoji Name has already been taken Not Found',
    })
    expect(callsOf(simulator, 'dave').delete(`${awards}/${json.id}`)).toMatchObject({ status: 401 })
    expect(carol.delete(`${awards}/${json.id}`).status).toBe(204)
    expect(carol.get(awards).json).toEqual([])
  })
})

describe('reactions to comments', () => {
  test('are given once, listed, and taken back by who gave them', () => {
    const iid = issue()
    const { id } = as('dave').post(`${ISSUES}/${iid}/notes`, { body: 'Hello' }).json
    const AWARDS = `${ISSUES}/${iid}/notes/${id}/award_emoji`
    const given = as('erin').post(AWARDS, { name: 'rocket' })
    expect([given.status, given.json]).toMatchObject([
      201,
      { name: 'rocket', awardable_type: 'Note', awardable_id: id, user: { username: 'erin' } },
    ])
    expect(as('erin').post(AWARDS, { name: 'rocket' }).json).toEqual({
      message: '404 Award Emoji Name has already been taken Not Found',
    })
    expect(as('dave').get(AWARDS).json).toEqual([given.json])
    expect(as('dave').get(`${ISSUES}/${iid}/award_emoji`).json).toEqual([])
    expect(as('dave').get(`${AWARDS}/${given.json.id}`).json).toEqual(given.json)
    expect(as('dave').delete(`${AWARDS}/${given.json.id}`).status).toBe(401)
    expect(as('erin').delete(`${AWARDS}/${given.json.id}`).status).toBe(204)
  })

  test('are not given to records of what was done', () => {
    as('carol').post('/projects/1/repository/branches', { branch: 'awards', ref: 'main' })
    const body = { source_branch: 'awards', target_branch: 'main', title: 'Awards' }
    const { iid } = as('carol').post('/projects/1/merge_requests', body).json
    const REQUEST = `/projects/1/merge_requests/${iid}`
    as('carol').put(REQUEST, { title: 'Rewards' })
    const [{ id }] = as('carol').get(`${REQUEST}/notes?activity_filter=only_activity`).json
    expect(as('carol').post(`${REQUEST}/notes/${id}/award_emoji`, { name: 'star' })).toMatchObject({
      status: 404,
      json: { message: '404 Award Emoji Not Found' },
    })
  })
})
