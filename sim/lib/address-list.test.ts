import { describe, expect, test } from 'vitest'
import { isListed } from './address-list.ts'

describe('a list', () => {
  test.each([
    ['example.com', 'example.com', true],
    ['example.com', 'a.example.com', false],
    ['*.example.com', 'a.example.com', false],
    ['example.com:8080', 'example.com:8080', true],
    ['example.com:8080', 'example.com', false],
    ['example.com:80', 'example.com', true],
    ['127.0.0.1', 'localhost:3000', true],
    ['127.0.0.1:3000', 'localhost:3001', false],
    ['localhost', 'localhost', true],
    ['localhost', '127.0.0.1', false],
    ['10.0.0.0/8', '10.20.30.40', true],
    ['10.0.0.0/8', '11.20.30.40', false],
    ['10.0.0.0/28', '10.0.0.16', false],
    ['10.0.0.0/33', '10.0.0.0', false],
    ['10', '0.0.0.10', false],
    ['::1', '[::1]', true],
    ['0:0:0:0:0:0:0:1', '[::1]', true],
    ['[::1]:80', '[::1]', true],
    ['[::1]:81', '[::1]', false],
    ['fd00::/8', '[fd12::1]', true],
    ['::/0', '10.0.0.1', false],
    ['0.0.0.0/0', '[::ffff:10.0.0.1]', true],
    ['', 'example.com', false],
  ])('of %s and http://%s: %s', (entry, host, listed) => {
    expect(isListed(`http://${host}/path`, ['elsewhere.example', entry])).toBe(listed)
  })

  test('of nothing holds nothing, and nothing that is no address', () => {
    expect(isListed('http://localhost/', [])).toBe(false)
    expect(isListed('localhost', ['localhost'])).toBe(false)
    expect(isListed('https://localhost/', ['localhost:443'])).toBe(true)
  })
})
