import { describe, expect, test } from 'vitest'
import { addressFault, hostOf, isLoopback } from './address.ts'

const web = { schemes: ['http', 'https'], local: false }

describe('an address', () => {
  test.each([
    ['https://example.com/a?b', undefined],
    ['http://93.184.216.34', undefined],
    ['https://user:pass@example.com:8443/', undefined],
    ['http://xn--bcher-kva.example/', undefined],
    ['http://bücher.example/', undefined],
    ['http://10.example.com/', undefined],
    ['whatever', 'Only allowed schemes are http, https'],
    ['', 'Only allowed schemes are http, https'],
    ['javascript:alert(1)', 'Only allowed schemes are http, https'],
    ['file:///etc/passwd', 'Only allowed schemes are http, https'],
    ['http://', 'URI is invalid'],
    ['http://a b/', 'URI is invalid'],
    ['http://[::1', 'URI is invalid'],
    ['http://-a/', 'Hostname or IP address invalid'],
    ['http://.a/', 'Hostname or IP address invalid'],
    ['http://localhost/', 'Requests to localhost are not allowed'],
    ['http://LOCALHOST:80/', 'Requests to localhost are not allowed'],
    ['http://127.0.0.1:9/', 'Requests to localhost are not allowed'],
    ['http://0x7f.1/', 'Requests to localhost are not allowed'],
    ['http://2130706433/', 'Requests to localhost are not allowed'],
    ['http://0.0.0.0/', 'Requests to localhost are not allowed'],
    ['http://[::1]/', 'Requests to localhost are not allowed'],
    ['http://user@127.0.0.1/', 'Requests to localhost are not allowed'],
    ['http://127.9.9.9/', 'Requests to loopback addresses are not allowed'],
    ['http://169.254.169.254/latest', 'Requests to the link local network are not allowed'],
    ['http://[fe80::1]/', 'Requests to the link local network are not allowed'],
    ['http://10.0.0.1/', 'Requests to the local network are not allowed'],
    ['http://172.16.0.1/', 'Requests to the local network are not allowed'],
    ['http://172.32.0.1/', undefined],
    ['http://192.168.1.1/', 'Requests to the local network are not allowed'],
    ['http://[fd00::1]/', 'Requests to the local network are not allowed'],
    ['http://100.64.0.1/', 'Requests to the shared address space are not allowed'],
    ['http://100.128.0.1/', undefined],
    ['http://255.255.255.255/', 'Requests to the limited broadcast address are not allowed'],
    ['http://[::]/', 'Requests to localhost are not allowed'],
    ['http://[2001:db8::1]/', undefined],
    ['http://[::ffff:127.0.0.1]/', 'Requests to localhost are not allowed'],
    ['http://[::ffff:10.0.0.1]/', 'Requests to the local network are not allowed'],
  ])('%s', (address, fault) => {
    expect(addressFault(address, web)).toBe(fault)
  })

  test('on this machine or in its network is fine where that is allowed', () => {
    for (const host of ['localhost', '127.0.0.1', '10.0.0.1', '[::1]'])
      expect(addressFault(`http://${host}/`, { ...web, local: true })).toBeUndefined()
  })

  test('is fine where it stands in the list, by a scheme that is', () => {
    const listed = ['10.0.0.0/28']
    expect(addressFault('http://10.0.0.3/', { ...web, listed })).toBeUndefined()
    expect(addressFault('http://10.0.0.19/', { ...web, listed })).toContain('local network')
    expect(addressFault('ftp://10.0.0.3/', { ...web, listed })).toContain('schemes')
  })

  test('is that of this machine by each of its own names', () => {
    const names = ['localhost', '127.0.0.1', '0x7f.1', '[::1]']
    expect(names.map((name) => isLoopback(hostOf(`http://${name}/`) ?? ''))).toEqual([true, true, true, true])
    expect(isLoopback('127.0.0.1.example.com')).toBe(false)
    expect(hostOf('nothing')).toBeUndefined()
  })
})

test('beyond ASCII is the same however often it is asked for', () => {
  for (let i = 0; i < 20_000; i++) if (hostOf('http://bücher.example/') === undefined) expect.fail(`at ${i}`)
})
