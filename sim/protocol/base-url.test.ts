import { expect, test } from 'vitest'
import { baseUrl, withoutStandardPort } from './base-url.ts'

test.each([
  ['http://127.0.0.1:80', 'http://127.0.0.1'],
  ['https://[::1]:443/', 'https://[::1]'],
  ['https://forge.example:443/gitlab/', 'https://forge.example/gitlab'],
  ['http://forge.example:443', 'http://forge.example:443'],
  ['https://forge.example:80', 'https://forge.example:80'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::80]', 'http://[::80]'],
])('%s is written %s', (url, written) => {
  expect(baseUrl(url)).toBe(written)
})

test('a port in what follows the host stays', () => {
  expect(withoutStandardPort('http://forge.example/at:80/x')).toBe('http://forge.example/at:80/x')
})
