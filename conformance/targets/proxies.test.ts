import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../sim/index.ts'
import { type ConformOptions, runConform } from '../cli.ts'
import { type ProxySwitches, proxied } from '../testing/proxy.ts'
import type { WireClock } from './target.ts'

const tokens = {
  owner: 'alice-token',
  admin: 'root-token',
  maintainer: 'bob-token',
  developer: 'carol-token',
  reporter: 'dave-token',
  guest: 'erin-token',
  stranger: 'mallory-token',
  session: 'alice-session',
}

interface Deployment {
  readonly tier?: 'free' | 'ultimate'
  readonly control?: boolean
}

async function conform(switches: ProxySwitches, options: ConformOptions, deployment: Deployment = {}) {
  const { tier = 'ultimate', control = options.mode === 'control' } = deployment
  const simulator = createSimulator({ seed: 1, world: 'demo', tier, dialect: 'real', clock: 'tick', control })
  const server = await simulator.listen({ port: 0 })
  const proxy = await proxied(server.url, switches)
  simulator.moveTo(proxy.url)
  let out = ''
  const write = (text: string) => {
    out += text
  }
  try {
    const status = await runConform({ url: proxy.url, tokens, runs: 2, write, complain: write, ...options })
    return { status, out }
  } finally {
    await proxy.close()
    await server.close()
  }
}

const reading: ConformOptions = {
  ids: [
    'conventions',
    'milestones/order',
    'laws/paging/get-projects-id-milestones',
    'laws/paging-links/get-projects',
    'laws/paging-sizes/get-projects',
    'laws/head/get-projects',
    'laws/shape/get-projects-id-milestones',
    'laws/hostile-input/get-projects-id-milestones',
  ],
}
// For what does not change what holds of every reply.
const few: ConformOptions = { ids: reading.ids?.filter((id) => id !== 'conventions') ?? [] }
const writing: ConformOptions = {
  mode: 'write',
  ids: ['milestones/order', 'milestones/create', 'milestones/deleted-is-gone'],
}

/** Who waits for a service to come back does so in a twentieth of the time. */
const hasty: WireClock = {
  now: () => performance.now() * 20,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 20)),
}

// Most of their time is waiting: for a limit, for a replica, for another attempt. So they wait together.
describe.concurrent('behind a proxy', () => {
  describe('a correct service is found correct', () => {
    test.each<readonly [string, ProxySwitches, ConformOptions, RegExp]>([
      ['below a relative URL root', { root: '/gitlab' }, few, /[1-9]\d* pass, 0 fail/],
      [
        'behind a proxy that rewrites headers',
        {
          adds: {
            via: '1.1 proxy',
            'x-frame-options': 'DENY',
            'content-type': 'application/json; charset=utf-8',
          },
        },
        reading,
        /the header x-frame-options decides nothing/,
      ],
      [
        'behind a proxy that drops headers',
        {
          drops: [
            'x-request-id',
            'x-runtime',
            'x-gitlab-meta',
            'etag',
            'vary',
            'x-total',
            'x-total-pages',
            'link',
          ],
        },
        reading,
        /the header link decides nothing: every reply of the target comes without it/,
      ],
      ['on connections that end early', { keepAlive: 3 }, few, /[1-9]\d* pass, 0 fail/],
      [
        'with a limit on requests',
        { perSecond: 20, limitHeaders: { 'retry-after': '1' } },
        writing,
        /sent again after a limit[\s\S]*3 pass, 0 fail/,
      ],
      ['for tokens only', { tokensOnly: true }, writing, /3 pass, 0 fail/],
      [
        'behind a filter',
        { filter: /<script|\.\.\/|'|%00|\0/i },
        reading,
        // What the filter lets through is tried.
        /laws\/hostile-input +1 pass[\s\S]*something in front of the service answered: 403 \(text\/html\) Request blocked/,
      ],
      ['with pages of at most 20', { rows: 20 }, few, /the target gives at most 20 rows a page/],
      [
        'behind a proxy that decodes slashes',
        { decodesSlashes: true },
        { ids: ['laws/head/get-projects', 'laws/project-paths/get-projects-id-milestones'] },
        /1 because something in front of the service decodes %2F in paths[\s\S]*1 pass, 0 fail, 1 skip/,
      ],
      [
        'behind a proxy that takes short headers',
        { mostHeader: 2048 },
        { ids: ['laws/head/get-projects', 'repository/tree-path-missing'] },
        /a gateway answers 502 to a long query, which the header Link repeats/,
      ],
      ['behind a proxy that compresses', { compresses: true }, reading, /[1-9]\d* pass, 0 fail/],
      ['on another clock', { clock: 30 }, reading, /[1-9]\d* pass, 0 fail/],
      ['with replicas that lag behind', { lag: 100 }, writing, /3 pass, 0 fail/],
      ['on a bad line', { breaksEvery: 17 }, few, /sent again after a fault of the network[\s\S]*0 fail/],
      ['behind a gateway that fails now and then', { gatewayEvery: 20 }, writing, /3 pass, 0 fail/],
      [
        'whose snapshots fail now and then',
        { controlFailsEvery: 4 },
        { ...writing, mode: 'control' },
        /3 pass, 0 fail/,
      ],
    ])(
      '%s',
      async (_where, switches, options, says) => {
        const { status, out } = await conform(switches, options)
        expect(out).not.toMatch(/^(?:FAIL|BROKEN)/m)
        expect(out).toMatch(says)
        expect(status).toBe(0)
      },
      120_000,
    )

    test('behind a proxy that decodes slashes, unless it is asked for a path', async () => {
      const switches = { decodesSlashes: true } as const
      const { status, out } = await conform(switches, { ...reading, project: 'acme/webapp' })
      expect(out).toMatch(
        /^forgery conform: acme\/webapp cannot be named by its path.*; name it by its id\n$/,
      )
      expect(status).toBe(2)
      const byId = await conform(switches, { ids: ['laws/head/get-projects-id-milestones'], project: '1' })
      expect(byId.out).toContain('1 pass, 0 fail')
      // What is arranged for a check is named by its id as well.
      const made = await conform(switches, { mode: 'write', ids: ['laws/head/get-projects-id-milestones'] })
      expect(made.out).toContain('1 pass, 0 fail')
    })

    test('behind single sign-on, with its header', async () => {
      const switches = { signOn: ['x-auth', 'yes'] } as const
      const without = await conform(switches, writing)
      expect(without.out).toMatch(/302 to https:\/\/sso.test\/login.*--header/)
      expect(without.status).toBe(2)
      const { status, out } = await conform(switches, { ...writing, header: [['x-auth', 'yes']] })
      expect(out).toContain('3 pass, 0 fail')
      expect(status).toBe(0)
    })

    test.each<readonly [string, ProxySwitches]>([
      ['in the community edition', { community: true }],
      ['whose licence lapsed', { lapsed: true }],
    ])('%s', async (_what, switches) => {
      const { status, out } = await conform(switches, writing, { tier: 'free' })
      expect(out).toMatch(/free plan[\s\S]*3 pass, 0 fail/)
      expect(status).toBe(0)
    })
  })

  test('a service is found wrong that answers one call with a fault each time, and others well', async () => {
    const promoting = { mode: 'write', ids: ['milestones/promote-answer'], clock: hasty } as const
    const { out, status } = await conform({ fault: [/^POST .*\/promote$/, 502] }, promoting)
    expect(out).toContain('answers 502')
    expect(out).toMatch(/ 1 fail/)
    expect(out).not.toMatch(/ broken| blocked/)
    expect(status).toBe(1)
  }, 120_000)

  describe('a run that cannot go on', () => {
    const upstream = () => createSimulator({ world: 'demo', control: false }).listen({ port: 0 })

    test('stops when the service is gone, with its cause once', async () => {
      const server = await upstream()
      let calls = 0
      let out = ''
      const options: ConformOptions = { ids: ['laws/head'], clock: hasty }
      const proxy = await proxied(server.url, {})
      const status = await runConform({
        url: proxy.url,
        tokens,
        ...options,
        write: (text) => {
          out += text
        },
        complain: () => undefined,
        progress: () => {
          calls += 1
          if (calls === 3) void proxy.close()
        },
      })
      await server.close()
      expect(out.match(/^BROKEN/gm)?.length ?? 0).toBeLessThanOrEqual(5)
      expect(out).toContain('stopped, since the service does not answer any more')
      expect(out).not.toMatch(/^FAIL/m)
      expect(status).toBe(1)
    }, 120_000)
  })
})

describe('a run with a limit', () => {
  async function ran(options: ConformOptions) {
    let out = ''
    const write = (text: string) => {
      out += text
    }
    const status = await runConform({ runs: 2, write, complain: write, ...options })
    return { status, out }
  }
  const faulty = { ids: ['milestones/'], mutant: 'milestones-by-due-date' }

  test('of failures stops after them, and lists what was not tried', async () => {
    const { status, out } = await ran({ ...faulty, bail: true })
    expect(out).toMatch(/Not tried \(\d+\)\n {2}milestones +\d+/)
    expect(out).toContain('stopped after the failures that were allowed: ')
    expect(out).toMatch(/ 1 fail/)
    expect(status).toBe(1)
  })

  test('of time begins nothing after it', async () => {
    const { status, out } = await ran({ ids: ['milestones/', 'merge-requests/'], maxTime: 150, runs: 25 })
    expect(out).toMatch(/Not tried \(\d+\)/)
    expect(out).toContain('stopped when the time was up: ')
    expect(status).toBe(0)
  })
})
