import { describe, expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import type { WireRequest } from '../targets/target.ts'
import { createLedger, joined } from './tried.ts'

function heard(
  ...calls: readonly (Partial<WireRequest> & { readonly url: string; readonly status?: number })[]
) {
  const ledger = createLedger(contract('specification'), '/api/v4')
  for (const { status = 200, ...request } of calls)
    ledger.hear({ method: 'GET', headers: {}, ...request }, { status, headers: {}, body: '' }, 'owner')
  return ledger.tried()
}

describe('what was tried', () => {
  test('is told by operation, however the path was written', () => {
    const tried = heard(
      { url: '/api/v4/projects/1/milestones?page=2' },
      { url: '/api/v4/projects/acme%2Fwebapp/milestones', status: 404 },
    )
    expect(tried).toEqual({
      'GET /projects/:id/milestones': {
        statuses: { 200: 1, 404: 1 },
        params: ['page'],
        accepted: ['page'],
        callers: ['owner'],
      },
    })
  })

  test('goes to the literal path before the one with a parameter', () => {
    expect(Object.keys(heard({ url: '/api/v4/runners/all' }, { url: '/api/v4/runners/1' }))).toEqual([
      'GET /runners/all',
      'GET /runners/:id',
    ])
  })

  test('counts HEAD for GET, and leaves out what is no operation', () => {
    expect(
      Object.keys(
        heard({ method: 'HEAD', url: '/api/v4/version' }, { url: '/api/v4/nothing' }, { url: '/-/health' }),
      ),
    ).toEqual(['GET /version'])
  })

  test.each([
    ['a query', { url: '/api/v4/projects/1/milestones?title=a&iids[]=1' }, ['iids', 'title']],
    [
      'a JSON body',
      {
        method: 'POST',
        url: '/api/v4/projects/1/milestones',
        headers: { 'content-type': 'application/json' },
        body: '{"title":"a"}',
      },
      ['title'],
    ],
    [
      'a form',
      {
        method: 'POST',
        url: '/api/v4/projects/1/milestones',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'title=a&due_date=b',
      },
      ['due_date', 'title'],
    ],
    [
      'a multipart form',
      {
        method: 'POST',
        url: '/api/v4/projects/1/milestones',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--x--',
      },
      ['title'],
    ],
  ])('knows the parameters in %s', (_, request, names) => {
    expect(Object.values(heard(request))[0]?.params).toEqual(names)
  })

  test('tells parameters that were accepted from those that were refused', () => {
    const tried = heard(
      { url: '/api/v4/projects/1/milestones?state=closed' },
      { url: '/api/v4/projects/1/milestones?iids=a', status: 400 },
    )
    expect(Object.values(tried)).toMatchObject([{ params: ['iids', 'state'], accepted: ['state'] }])
  })

  test('adds up over runs', () => {
    const one = heard({ url: '/api/v4/version' }, { url: '/api/v4/user', status: 401 })
    const two = heard({ url: '/api/v4/version?a=1' })
    expect(joined([one, two])).toEqual({
      'GET /version': { statuses: { 200: 2 }, params: ['a'], accepted: ['a'], callers: ['owner'] },
      'GET /user': { statuses: { 401: 1 }, params: [], accepted: [], callers: ['owner'] },
    })
  })
})
