import { describe, expect, test } from 'vitest'
import { perTest } from '../testing/per-test.ts'

const here = perTest()

/** Status and body of what is left of a reply. */
function refusal({ status, json }: { readonly status: number; readonly json: unknown }) {
  return { status, body: json }
}

const conflict = { source_branch: 'gift-cards', target_branch: 'main', title: 'Again' }
const merge = '/projects/1/merge_requests/36/merge'

// conventions#error-bodies: the body of each status.
describe('a refusal says', () => {
  test.each([
    [
      'which parameter is wrong',
      'GET',
      '/projects/1/milestones?state=x',
      undefined,
      400,
      { error: 'state does not have a valid value' },
    ],
    [
      'which record is there already',
      'POST',
      '/projects/1/merge_requests',
      conflict,
      409,
      { message: ['Another open merge request already exists for this source branch: !36'] },
    ],
    [
      'which project is missing',
      'GET',
      '/projects/404/milestones',
      undefined,
      404,
      { message: '404 Project Not Found' },
    ],
    [
      'that the record is missing, with a small f',
      'GET',
      '/projects/1/milestones/404',
      undefined,
      404,
      { message: '404 Not found' },
    ],
    [
      'that there is no such path',
      'GET',
      '/projects/acme/webapp',
      undefined,
      404,
      { error: '404 Not Found' },
    ],
    [
      'that the source branch has moved',
      'PUT',
      merge,
      { sha: 'a' },
      409,
      { message: expect.stringMatching(/^SHA does not match HEAD of source branch: [0-9a-f]{40}$/) },
    ],
    [
      'that a merge is not possible',
      'PUT',
      '/projects/1/merge_requests/9/merge',
      {},
      405,
      { message: '405 Method Not Allowed' },
    ],
    [
      'that a keyset cannot follow the order',
      'GET',
      '/projects?pagination=keyset',
      undefined,
      405,
      { error: 'Keyset pagination is not yet available for this type of request' },
    ],
  ] as const)('%s', (_, method, path, body, status, text) => {
    const sent =
      body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    expect(refusal(here.as('alice').send(method, path, sent))).toEqual({ status, body: text })
  })

  test('nothing but unauthorized to whoever has no credential, or may not merge', () => {
    const body = { message: '401 Unauthorized' }
    expect(refusal(here.as().get('/user'))).toEqual({ status: 401, body })
    expect(refusal(here.as('carol').put(merge, {}))).toEqual({ status: 401, body })
  })

  test('nothing but forbidden to whoever lacks the right', () => {
    const body = { message: '403 Forbidden' }
    expect(refusal(here.as('erin').post('/projects/1/milestones', { title: 'a' }))).toEqual({
      status: 403,
      body,
    })
    expect(refusal(here.as('carol').delete('/projects/1/merge_requests/34'))).toEqual({ status: 403, body })
  })

  test('which words of a record the model refuses', () => {
    const title = '1.5'
    const { status, json } = here.as('dave').post('/projects/1/milestones', { title })
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain('already being used')
  })
})

describe('every refusal', () => {
  test.each([
    ['GET', '/nowhere', 404],
    ['GET', '/user', 401],
    ['PATCH', '/projects/1', 405],
    ['GET', '/projects?per_page=0', 400],
    ['GET', '/user?format=xml', 406],
  ])('%s %s is JSON without a charset that is never cached', (method, path, status) => {
    const reply = here.as().send(method, path)
    expect(reply.status).toBe(status)
    expect(reply.headers).toMatchObject({ 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' })
    expect(reply.headers).not.toHaveProperty('ETag')
  })
})

test('what has no content has no type either', () => {
  const { status, body, headers } = here.as('dave').delete('/projects/1/milestones/12')
  expect({ status, body }).toEqual({ status: 204, body: null })
  expect(headers).not.toHaveProperty('Content-Type')
  expect(headers).not.toHaveProperty('ETag')
})

// conventions#validation-texts, as far as operations need the rules; `coerce.test.ts` holds them all.
describe('texts of parameters', () => {
  test.each([
    [
      'POST',
      '/projects/1/merge_requests',
      {},
      'title is missing, source_branch is missing, target_branch is missing',
    ],
    ['POST', '/projects/1/milestones', {}, 'title is missing'],
    ['PUT', '/projects/1/merge_requests/36', { title: '' }, 'title is empty'],
    ['PUT', '/projects/1/merge_requests/36', { title: null }, 'title is empty'],
    ['PUT', '/projects/1/merge_requests/36', { title: ' ' }, 'title is empty'],
    [
      'PUT',
      '/projects/1/milestones/12',
      {},
      'title, description, start_date, due_date, state_event are missing, at least one parameter must be provided',
    ],
    ['PUT', '/projects/1/milestones/12', { state_event: '' }, 'state_event does not have a valid value'],
    ['GET', '/projects/1/milestones/a', undefined, 'milestone_id is invalid'],
    [
      'GET',
      '/projects/1/milestones?state[]=x',
      undefined,
      'state is invalid, state does not have a valid value',
    ],
    ['GET', '/projects/1/milestones?per_page=0', undefined, 'per_page has a value not allowed'],
    [
      'GET',
      '/projects/1/milestones?state=x&per_page=0&page=a',
      undefined,
      'state does not have a valid value, page is invalid, per_page has a value not allowed',
    ],
    ['GET', '/merge_requests?not=a', undefined, 'not is invalid'],
    ['GET', '/merge_requests?not[reviewer_id]=a', undefined, 'not[reviewer_id] is invalid'],
    [
      'GET',
      '/merge_requests?author_id=1&author_username=a',
      undefined,
      'author_id, author_username are mutually exclusive',
    ],
    [
      'GET',
      '/merge_requests?not[reviewer_id]=1&not[reviewer_username]=a',
      undefined,
      'not[reviewer_id], not[reviewer_username] are mutually exclusive',
    ],
    [
      'GET',
      '/merge_requests?assignee_id=abc',
      undefined,
      'assignee_id should be an integer, none, or any, however got abc',
    ],
    [
      'GET',
      '/merge_requests?approved_by_ids=1',
      undefined,
      "approved_by_ids should be an array, 'None' or 'Any'",
    ],
    ['GET', '/merge_requests?created_after=foo', undefined, 'created_after is invalid'],
    ['GET', '/merge_requests?with_labels_details=maybe', undefined, 'with_labels_details is invalid'],
  ] as const)('%s %s %j', (method, path, body, error) => {
    const sent =
      body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    expect(refusal(here.as('alice').send(method, path, sent))).toEqual({ status: 400, body: { error } })
  })

  describe('on the free plan', () => {
    const free = perTest({ tier: 'free' })

    test('allow one name of an assignee', () => {
      const path = '/merge_requests?assignee_username[]=a&assignee_username[]=b'
      const error = 'assignee_username allows one value, but found 2: a, b'
      expect(refusal(free.as('alice').get(path))).toEqual({ status: 400, body: { error } })
      expect(here.as('alice').get(path).status).toBe(200)
    })
  })
})
