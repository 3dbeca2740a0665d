import { describe, expect, test } from 'vitest'
import { asCurl } from './curl.ts'

const credentials = { owner: { variable: 'ALICE_TOKEN', token: 'alice-token' } }
const request = { method: 'GET', url: '/api/v4/user', headers: {} }

describe('asCurl', () => {
  test('shows a token in a header as its variable, where the shell expands it', () => {
    const signed = { ...request, headers: { 'private-token': 'alice-token' } }
    expect(asCurl(signed, 'http://h', credentials)).toBe(
      `curl -sS -i -H "private-token: $ALICE_TOKEN" 'http://h/api/v4/user'`,
    )
  })

  test('shows a token in the query as its variable and escapes what the shell would read beside it', () => {
    const signed = { ...request, url: '/api/v4/user?private_token=alice-token&a=$b' }
    expect(asCurl(signed, 'http://h', credentials)).toBe(
      'curl -sS -i "http://h/api/v4/user?private_token=$ALICE_TOKEN&a=\\$b"',
    )
  })

  test('keeps quotes of a body whole', () => {
    const post = { ...request, method: 'POST', body: `{"title":"it's"}` }
    expect(asCurl(post, 'http://h', credentials)).toBe(
      `curl -sS -i -X POST --data-binary '{"title":"it'\\''s"}' 'http://h/api/v4/user'`,
    )
  })

  test('hands bytes that are no text over as base64', () => {
    const post = { ...request, method: 'POST', body: new Uint8Array([0, 255, 10]) }
    expect(asCurl(post, 'http://h', credentials)).toBe(
      `echo AP8K | base64 -d | curl -sS -i -X POST --data-binary @- 'http://h/api/v4/user'`,
    )
  })

  test.each([
    ['a query', { url: '/api/v4/user?private_token[]=opensesame&page=2' }],
    ['a query with a hyphen', { url: '/api/v4/user?private-token=opensesame' }],
    ['a job token', { url: '/api/v4/user?job_token=opensesame' }],
    ['a header', { headers: { 'job-token': 'opensesame' } }],
    ['a cookie', { headers: { cookie: '_session=opensesame; other=opensesame' } }],
    ['a bearer', { headers: { authorization: 'Bearer opensesame' } }],
    ['JSON', { method: 'POST', body: '{"a":[{"client_secret":"opensesame"}]}' }],
    [
      'a variable',
      { method: 'POST', url: '/api/v4/projects/1/variables', body: '{"key":"A","value":"opensesame"}' },
    ],
    ['a user in a URL', { method: 'POST', body: '{"import_url":"https://me:opensesame@host.test/a.git"}' }],
    ['JSON that is cut', { method: 'POST', body: '{"token":"opensesame","na' }],
    [
      'a form',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'private_token%5B%5D=opensesame&a=b',
      },
    ],
    [
      'a part of a body',
      {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nopensesame\r\n--b--\r\n',
      },
    ],
  ])('leaves out what else is secret: in %s', (_where, part) => {
    const line = asCurl({ ...request, ...part }, 'http://h', credentials)
    expect(line).not.toContain('opensesame')
    expect(line).toContain('redacted')
  })

  test('leaves a body without secrets as it was sent', () => {
    const body = '{"title": "a",  "title": "b"}'
    expect(asCurl({ ...request, method: 'POST', body }, 'http://h', credentials)).toContain(body)
  })
})
