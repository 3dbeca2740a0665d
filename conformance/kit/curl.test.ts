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
})
