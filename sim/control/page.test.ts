import { expect, test } from 'vitest'
import { bareControlled, repliedNow } from './testing/controlled.ts'

const ask = (url: string, headers: { readonly [name: string]: string } = {}, token?: string) =>
  repliedNow(bareControlled(), { method: 'GET', url, headers }, { token })

test('the page forbids markup of texts, scripts but its own, other hosts and frames around it', () => {
  const policy = ask('/_forgery/')?.headers['Content-Security-Policy']
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    'require-trusted-types-for',
  ])
    expect(policy).toContain(rule)
  expect(policy).not.toContain('unsafe')
})

test('the page loads its files from where it is, with and without a slash', () => {
  expect(ask('/_forgery/')?.body).toContain('src="inspector.js"')
  expect(ask('/_forgery', { accept: 'text/html' })?.body).toContain('src="_forgery/inspector.js"')
  expect(ask('/_forgery/inspector.js')).toMatchObject({ status: 200, body: '/* inspector.js */' })
})

test('the page is there without the token, which it asks for, and its calls are not', () => {
  expect(ask('/_forgery/', {}, 'secret')?.status).toBe(200)
  expect(ask('/_forgery/inspector.css', {}, 'secret')?.status).toBe(200)
  expect(ask('/_forgery/events', {}, 'secret')?.status).toBe(401)
})

test('a site that is not its own gets nothing of it', () => {
  const headers = { host: 'rebound.example' }
  const request = { method: 'GET', url: '/_forgery/inspector.js', headers, address: '127.0.0.1' }
  expect(repliedNow(bareControlled(), request)?.status).toBe(403)
})
