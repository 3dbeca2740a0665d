import { describe, expect, test } from 'vitest'
import { Journal } from './journal.ts'
import { bareControlled, caller } from './testing/controlled.ts'

const at = Date.UTC(2024, 0, 1)

function filled(journal = new Journal()): Journal {
  journal.record({
    at,
    method: 'GET',
    url: '/api/v4/projects/acme%2Fwebapp?page=2',
    status: 200,
    user: 'alice',
  })
  journal.record({
    at: at + 1000,
    method: 'POST',
    url: '/api/v4/projects/1/milestones',
    status: 201,
    user: 'bob',
  })
  journal.record({ at: at + 2000, method: 'GET', url: '/api/v4/nothing', status: 404, user: null })
  return journal
}

const ids = (journal: Journal, filter = {}) => journal.entries(filter).map(({ id }) => id)

describe('entries', () => {
  test('show the request as it came, at virtual time', () => {
    expect(filled().entries()[0]).toEqual({
      id: 1,
      direction: 'in',
      at: '2024-01-01T00:00:00.000Z',
      method: 'GET',
      path: '/api/v4/projects/acme%2Fwebapp',
      query: 'page=2',
      status: 200,
      user: 'alice',
    })
  })

  test.each([
    [{ method: 'get' }, [1, 3]],
    [{ status: '404' }, [3]],
    [{ status: '2xx' }, [1, 2]],
    [{ user: 'bob' }, [2]],
    [{ path: '/projects/*' }, [1, 2]],
    [{ path: '/api/v4/projects/acme/webapp' }, [1]],
    [{ path: '*stones', method: 'POST' }, [2]],
    [{ path: '/projects' }, []],
  ])('narrowed by %j are %j', (filter, expected) => {
    expect(ids(filled(), filter)).toEqual(expected)
  })

  test('never show a token of the query', () => {
    const journal = new Journal()
    const url =
      '/api/v4/user?private_token=s1&access%5Ftoken=s2&a[password]=s3&job_token=s4&page_token_count=5&token'
    journal.record({ at, method: 'GET', url, status: 200, user: null })
    expect(journal.entries()[0]?.query).toBe(
      'private_token=[redacted]&access%5Ftoken=[redacted]&a[password]=[redacted]&job_token=[redacted]&page_token_count=5&token',
    )
  })
})

describe('memory', () => {
  test('ends at its size, oldest first out', () => {
    const journal = new Journal(3)
    for (let i = 0; i < 7; i++) journal.record({ at, method: 'GET', url: '/', status: 200, user: null })
    expect(ids(journal)).toEqual([5, 6, 7])
  })

  test('is cleared without giving a number twice', () => {
    const journal = filled()
    journal.clear()
    expect(ids(journal)).toEqual([])
    filled(journal)
    expect(ids(journal)).toEqual([4, 5, 6])
  })

  test('starts at 1 again after a reset', () => {
    const journal = filled()
    journal.reset()
    expect(ids(filled(journal))).toEqual([1, 2, 3])
  })
})

test('a listener is told of each request', () => {
  const journal = new Journal()
  const told: number[] = []
  journal.onRecord = ({ status }) => told.push(status)
  filled(journal)
  expect(told).toEqual([200, 201, 404])
})

describe('over the control API', () => {
  test('is read, narrowed and cleared', () => {
    const controlled = bareControlled()
    filled(controlled.journal)
    const call = caller(controlled)
    expect(call('GET /requests').body).toHaveLength(3)
    expect(call('GET /requests?status=4xx&method=GET').body).toMatchObject([
      { path: '/api/v4/nothing', user: null },
    ])
    expect(call('DELETE /requests').status).toBe(204)
    expect(call('GET /requests').body).toEqual([])
  })

  test.each([
    ['status=fine', "status 'fine' is invalid: use a status such as 404, or a class such as 4xx"],
    ['direction=up', "direction 'up' is invalid: use in or out"],
    [
      'verb=GET',
      "the query has the unknown parameter 'verb': known are direction, method, path, status, user",
    ],
  ])('refuses %s', (query, error) => {
    expect(caller(bareControlled())(`GET /requests?${query}`)).toMatchObject({ status: 400, body: { error } })
  })
})
