import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const ISSUES = '/projects/1/issues'

const issue = (body: object = {}, project = 1): number =>
  as('bob').post(`/projects/${project}/issues`, { title: 'An issue', ...body }).json.iid

const link = (iid: number, target: number, body: object = {}) =>
  as('dave').post(`${ISSUES}/${iid}/links`, { target_project_id: 1, target_issue_iid: target, ...body })

type Linked = { iid: number; link_type: string; issue_link_id: number }

const seen = (user: string, iid: number) =>
  as(user)
    .get(`${ISSUES}/${iid}/links`)
    .json.map((it: Linked) => [it.iid, it.link_type])

describe('links of issues', () => {
  test('are seen from both ends', () => {
    const [one, two, three] = [issue(), issue(), issue()]
    const related = link(one, two)
    expect([related.status, related.json]).toMatchObject([
      201,
      { source_issue: { iid: one }, target_issue: { iid: two }, link_type: 'relates_to' },
    ])
    expect(link(one, three, { link_type: 'is_blocked_by' }).json).toMatchObject({
      source_issue: { iid: three },
      target_issue: { iid: one },
      link_type: 'blocks',
    })
    expect(seen('erin', one)).toEqual([
      [two, 'relates_to'],
      [three, 'is_blocked_by'],
    ])
    expect(seen('erin', three)).toEqual([[one, 'blocks']])
    const [{ issue_link_id: id }] = as('erin').get(`${ISSUES}/${three}/links`).json
    expect(as('erin').get(`${ISSUES}/${one}/links/${id}`).json).toMatchObject({ id, link_type: 'blocks' })
    expect(as('erin').get(`${ISSUES}/${two}/links/${id}`).status).toBe(404)
    expect(as('erin').delete(`${ISSUES}/${one}/links/${id}`)).toMatchObject({
      status: 404,
      json: { message: 'No Issue Link found' },
    })
    expect(as('dave').delete(`${ISSUES}/${one}/links/${id}`)).toMatchObject({ status: 200, json: { id } })
    expect(seen('erin', one)).toEqual([[two, 'relates_to']])
    as('alice').delete(`${ISSUES}/${two}`)
    expect(seen('erin', one)).toEqual([])
  })

  test('are made once, and not with itself', () => {
    const [one, two] = [issue(), issue()]
    link(one, two)
    for (const again of [link(one, two), link(two, one)])
      expect(again).toMatchObject({ status: 409, json: { message: 'Issue(s) already assigned' } })
    expect(link(one, one)).toMatchObject({
      status: 422,
      json: { message: `#${one} cannot be added: cannot be related to itself` },
    })
    expect(link(one, 9999)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
    expect(link(one, two, { target_project_id: 'acme/none' }).json).toEqual({
      message: '404 Project Not Found',
    })
    expect(
      as('erin').post(`${ISSUES}/${one}/links`, { target_project_id: 1, target_issue_iid: two }),
    ).toMatchObject({
      status: 404,
      json: { message: 'No matching issue found. Make sure that you are adding a valid issue URL.' },
    })
  })

  test('lead across projects, and show no secrets', () => {
    const [one, there, secret] = [issue(), issue({}, 2), issue({ confidential: true })]
    link(one, there, { target_project_id: 'acme/platform/api' })
    link(one, secret)
    expect(seen('dave', one)).toEqual([
      [there, 'relates_to'],
      [secret, 'relates_to'],
    ])
    expect(seen('erin', one)).toEqual([[there, 'relates_to']])
  })

  test('are removed by those who may change both issues', () => {
    const { id } = as('mallory').post('/projects', { name: 'Elsewhere', visibility: 'public' }).json
    const other = as('mallory').post(`/projects/${id}/issues`, { title: 'There' }).json.iid
    const one = issue()
    as('root').post(`${ISSUES}/${one}/links`, { target_project_id: id, target_issue_iid: other })
    const [{ issue_link_id: link }] = as('dave').get(`${ISSUES}/${one}/links`).json
    expect(as('dave').delete(`${ISSUES}/${one}/links/${link}`)).toMatchObject({
      status: 404,
      json: { message: 'No Issue Link found' },
    })
    expect(as('root').delete(`${ISSUES}/${one}/links/${link}`).status).toBe(200)
  })
})
