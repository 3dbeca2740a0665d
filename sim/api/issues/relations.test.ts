import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const ISSUES = '/projects/1/issues'

const issue = (body: object = {}, project = 1): number =>
  as('bob').post(`/projects/${project}/issues`, { title: 'An issue', ...body }).json.iid

describe('what has to do with an issue', () => {
  test('is told: who takes part, and which merge requests close or mention it', () => {
    const iid = issue({ description: 'Ask @carol' })
    as('dave').post(`${ISSUES}/${iid}/notes`, { body: 'I see' })
    const people = as('erin').get(`${ISSUES}/${iid}/participants`).json
    expect(people.map(({ username }: { username: string }) => username)).toEqual(['bob', 'dave', 'carol'])
    const request = (branch: string, description: string): number => {
      as('carol').post('/projects/1/repository/branches', { branch, ref: 'main' })
      const body = { source_branch: branch, target_branch: 'main', title: branch, description }
      return as('carol').post('/projects/1/merge_requests', body).json.iid
    }
    const [closing, mentioning, other] = [
      request('closing', `Closes #${iid}`),
      request('mentioning', `See #${iid}`),
      request('other', 'Nothing'),
    ]
    const found = (name: string, user = 'dave') =>
      as(user)
        .get(`${ISSUES}/${iid}/${name}`)
        .json.map((it: { iid: number }) => it.iid)
    expect([found('closed_by'), found('related_merge_requests')]).toEqual([[closing], [closing, mentioning]])
    as('dave').post(`${ISSUES}/${iid}/notes`, { body: `Perhaps !${other}` })
    expect(found('related_merge_requests')).toEqual([closing, mentioning, other])
    expect(found('related_merge_requests', 'erin')).toEqual([])
  })
})
