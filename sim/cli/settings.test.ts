import { describe, expect, test } from 'vitest'
import { conformOptionNames, flagOf, optionNames, variableOf } from './options.ts'
import { givenIn, settle } from './settings.ts'

const config = (given: object) => ({ file: 'forgery.yaml', given: givenIn('forgery.yaml', given) })

describe('precedence', () => {
  test('a flag comes before a variable, a variable before the file', () => {
    const env = { FORGERY_PORT: '2', FORGERY_SEED: '2' }
    const settings = settle(optionNames, { port: '1' }, env, config({ port: 3, seed: 3, scale: 3 }))
    expect(settings).toEqual({ port: 1, seed: 2, scale: 3 })
  })

  test('an empty variable counts as missing', () => {
    expect(settle(optionNames, {}, { FORGERY_TIER: '' }, config({ tier: 'free' }))).toEqual({ tier: 'free' })
  })

  test('what nobody said is missing', () => {
    expect(settle(optionNames, {}, {}, undefined)).toEqual({})
  })

  test('options of other commands are not looked at', () => {
    expect(settle(['seed'], {}, { FORGERY_PORT: 'x', FORGERY_SEED: '4' }, undefined)).toEqual({ seed: 4 })
  })
})

describe('values', () => {
  test.each(['release', 'against'] as const)('the specification has no newer --%s', (name) => {
    const told = { dialect: 'specification', [name]: '17.11' }
    expect(() => settle(conformOptionNames, told, {}, undefined)).toThrow(
      `--${name}: release 17.11 is newer than the specification`,
    )
    expect(settle(conformOptionNames, { ...told, dialect: 'real' }, {}, undefined)).toEqual({
      dialect: 'real',
      [name]: '17.11',
    })
  })

  test('a file may write switches and numbers as such', () => {
    const given = { 'rate-limits': true, control: false, port: 0, seed: -5, 'ready-file': 'url.txt' }
    expect(settle(optionNames, {}, {}, config(given))).toEqual({
      rateLimits: true,
      control: false,
      port: 0,
      seed: -5,
      readyFile: 'url.txt',
    })
  })

  test('faults are a list in a file, one in a variable, and as many flags as one likes', () => {
    const one = { method: 'GET', path: '*', status: 500 }
    const other = { method: '*', path: '*', delay: '1s' }
    expect(settle(optionNames, { fault: ['GET * 500', '* * delay=1s'] }, {}, undefined)).toEqual({
      fault: [one, other],
    })
    expect(settle(optionNames, {}, { FORGERY_FAULT: 'GET * 500' }, undefined)).toEqual({ fault: [one] })
    expect(settle(optionNames, {}, {}, config({ fault: ['* * delay=1s', 'GET * 500'] }))).toEqual({
      fault: [other, one],
    })
  })
})

test('flag, variable and key are spelt from one name', () => {
  expect(optionNames.map((name) => [flagOf(name), variableOf(name)])).toMatchInlineSnapshot(`
    [
      [
        "--port",
        "FORGERY_PORT",
      ],
      [
        "--host",
        "FORGERY_HOST",
      ],
      [
        "--world",
        "FORGERY_WORLD",
      ],
      [
        "--save",
        "FORGERY_SAVE",
      ],
      [
        "--seed",
        "FORGERY_SEED",
      ],
      [
        "--scale",
        "FORGERY_SCALE",
      ],
      [
        "--tier",
        "FORGERY_TIER",
      ],
      [
        "--dialect",
        "FORGERY_DIALECT",
      ],
      [
        "--release",
        "FORGERY_RELEASE",
      ],
      [
        "--clock",
        "FORGERY_CLOCK",
      ],
      [
        "--start",
        "FORGERY_START",
      ],
      [
        "--latency",
        "FORGERY_LATENCY",
      ],
      [
        "--fault",
        "FORGERY_FAULT",
      ],
      [
        "--rate-limits",
        "FORGERY_RATE_LIMITS",
      ],
      [
        "--impersonation",
        "FORGERY_IMPERSONATION",
      ],
      [
        "--settings-cache",
        "FORGERY_SETTINGS_CACHE",
      ],
      [
        "--outbound",
        "FORGERY_OUTBOUND",
      ],
      [
        "--hooks",
        "FORGERY_HOOKS",
      ],
      [
        "--squeeze",
        "FORGERY_SQUEEZE",
      ],
      [
        "--upstream-token",
        "FORGERY_UPSTREAM_TOKEN",
      ],
      [
        "--upstream-reads",
        "FORGERY_UPSTREAM_READS",
      ],
      [
        "--upstream-writes",
        "FORGERY_UPSTREAM_WRITES",
      ],
      [
        "--upstream-allow",
        "FORGERY_UPSTREAM_ALLOW",
      ],
      [
        "--s3-endpoint",
        "FORGERY_S3_ENDPOINT",
      ],
      [
        "--max-push",
        "FORGERY_MAX_PUSH",
      ],
      [
        "--max-history",
        "FORGERY_MAX_HISTORY",
      ],
      [
        "--public-url",
        "FORGERY_PUBLIC_URL",
      ],
      [
        "--tls",
        "FORGERY_TLS",
      ],
      [
        "--tls-cert",
        "FORGERY_TLS_CERT",
      ],
      [
        "--watch",
        "FORGERY_WATCH",
      ],
      [
        "--no-control",
        "FORGERY_CONTROL",
      ],
      [
        "--auto-worlds",
        "FORGERY_AUTO_WORLDS",
      ],
      [
        "--hints",
        "FORGERY_HINTS",
      ],
      [
        "--control-token",
        "FORGERY_CONTROL_TOKEN",
      ],
      [
        "--allowed-host",
        "FORGERY_ALLOWED_HOST",
      ],
      [
        "--log",
        "FORGERY_LOG",
      ],
      [
        "--ready-file",
        "FORGERY_READY_FILE",
      ],
      [
        "--upstream",
        "FORGERY_UPSTREAM",
      ],
      [
        "--cassette",
        "FORGERY_CASSETTE",
      ],
    ]
  `)
})
