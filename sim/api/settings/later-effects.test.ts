import { describe, expect, test } from 'vitest'
import type { OutboundCall, RemoteReply } from '../../lib/outbound.ts'
import type { Reply } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

let called: string[] = []
const remoteHost = ({ url }: OutboundCall): RemoteReply => {
  called.push(url)
  return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
}
const here = perTest({ release: '18.9', settingsCache: 0, remoteHost })
const as = (user?: string) => here.as(user)

function decide(values: object): void {
  expect(as('root').put('/application/settings', values).status).toBe(200)
}

const refused = ({ status, json }: Reply) => [status, json.message ?? json.error]

describe('addresses that are not listed', () => {
  const web = '/projects/acme%2Fwebapp'
  const denied = 'Requests to hosts and IP addresses not on the Allow List are denied'
  const blocked = `is blocked: ${denied}`
  const listed = 'https://listed.example'
  const other = 'https://other.example'

  test.each([
    ['hooks', (url: string) => as('alice').post(`${web}/hooks`, { url }), [422, 'Invalid url given']],
    [
      'badges',
      (url: string) => as('alice').post(`${web}/badges`, { link_url: url, image_url: `${listed}/a.svg` }),
      [400, { link_url: [blocked] }],
    ],
    [
      'mirrors',
      (url: string) => as('alice').post(`${web}/remote_mirrors`, { url: `${url}/a.git` }),
      [400, { url: [blocked] }],
    ],
    [
      'clusters',
      (url: string) =>
        as('alice').post(`${web}/clusters/user`, {
          name: 'one',
          platform_kubernetes_attributes: { api_url: url, token: 'x' },
        }),
      [400, { 'platform_kubernetes.api_url': [blocked] }],
    ],
    [
      'status checks',
      (url: string) => as('alice').post(`${web}/external_status_checks`, { name: 'x', external_url: url }),
      [400, { external_url: [blocked] }],
    ],
    [
      'uploads of exports',
      (url: string) => as('alice').post(`${web}/export`, { upload: { url } }),
      [400, { url: [blocked] }],
    ],
    [
      'files to import',
      (url: string) =>
        as('alice').post('/projects/remote-import', { path: 'imported', url: `${url}/a.tar.gz` }),
      [400, `File url is blocked: ${denied}`],
    ],
  ])('are refused to %s', (_, send, refusal) => {
    decide({
      deny_all_requests_except_allowed: true,
      outbound_local_requests_allowlist_raw: 'listed.example',
    })
    expect(refused(send(other))).toEqual(refusal)
    expect(refused(send(listed))).not.toEqual(refusal)
    decide({ deny_all_requests_except_allowed: false })
    expect(refused(send(other))).not.toEqual(refusal)
  })

  test('are those of this machine, too, unless they are the own one of the installation', () => {
    const hook = (url: string) => as('alice').post(`${web}/hooks`, { url }).status
    decide({ deny_all_requests_except_allowed: true })
    const { web_url: own } = as('alice').get(web).json
    expect([hook('http://127.0.0.1:9/'), hook('http://10.0.0.1/'), hook(own)]).toEqual([422, 422, 201])
    decide({ outbound_local_requests_allowlist_raw: '127.0.0.1:9, 10.0.0.0/28' })
    expect([hook('http://127.0.0.1:9/'), hook('http://10.0.0.1/')]).toEqual([201, 201])
    expect([hook('http://127.0.0.1:8/'), hook('http://10.0.0.17/')]).toEqual([422, 422])
  })

  test('are not called by hooks that were there before', () => {
    const { id } = as('alice').post(`${web}/hooks`, { url: other }).json
    const calls = () => {
      called = []
      as('alice').post(`${web}/hooks/${id}/test/push_events`)
      here.sim.clock.advance('1m')
      return called
    }
    expect(calls()).toEqual([other])
    decide({ deny_all_requests_except_allowed: true })
    expect(calls()).toEqual([])
  })
})
