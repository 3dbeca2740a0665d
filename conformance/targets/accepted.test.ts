import { describe, expect, test } from 'vitest'
import { wholePlan } from '../run/plan.ts'
import { createSession } from '../run/runner.ts'
import { select } from '../run/selection.ts'
import { suite } from '../suite.ts'
import { acceptedDialects, acceptedText, contractFor, isNewerThanKnown } from './accepted.ts'
import { liveTarget } from './live.ts'
import { servedSimulator, simulatorTarget } from './simulator.ts'

test.each([
  [undefined, ['specification', 'real']],
  ['15.8.0-ee', ['specification', 'real']],
  ['14.10.1', ['specification', 'real']],
  ['16.0.2', ['real', '16.11']],
  ['16.11.10-ee', ['16.11']],
  ['17.3.1', ['16.11', '17.11']],
  ['18.9.0-pre', ['18.9']],
  ['19.2.0', ['18.9']],
])('a service that calls itself %s may follow %j', (version, dialects) => {
  expect(acceptedDialects({ dialect: undefined, version })).toEqual(dialects)
  expect(acceptedDialects({ dialect: 'real', version })).toEqual(['real'])
})

test('a release beyond the known ones is told', () => {
  expect(isNewerThanKnown({ dialect: undefined, version: '19.0.0' })).toBe(true)
  expect(isNewerThanKnown({ dialect: undefined, version: '18.9.4' })).toBe(false)
  expect(acceptedText({ dialect: undefined, version: '19.0.0' })).toBe(
    'judged as release 18.9, the newest known; additions pass',
  )
})

test('a service that is judged by the rules of another release is told with both', () => {
  expect(acceptedText({ dialect: '17.11', version: '15.8.0' })).toBe('judged as release 17.11')
  expect(acceptedText({ dialect: '17.11', version: '17.11.3' })).toBe('release 17.11')
  expect(acceptedText(simulatorTarget({ speaks: 'real', dialect: '18.9' }))).toBe('judged as release 18.9')
})

describe('a service that is no simulator', () => {
  /** Reads settings of a simulator that calls itself another release, and perhaps has a key more than any. */
  async function judged(
    told: string,
    release: '16.11' | '17.11',
    options: { release?: '17.11' } = {},
    more = false,
  ) {
    const server = await servedSimulator({ dialect: release, control: false })
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const reply = await globalThis.fetch(input, init)
      const { status, headers } = reply
      const text = (await reply.text()).replace(`"version":"${release}.0"`, `"version":"${told}"`)
      const whole = more ? text.replace(/^\{"id":1,/, '{"id":1,"from_the_future":true,') : text
      return new Response([204, 304].includes(status) ? null : whole, { status, headers })
    }
    const target = await liveTarget({ url: server.url, fetch, ...options })
    const agreed = contractFor(target)
    const ids = [
      'settings/later-keys',
      'settings/removed-keys',
      'laws/shape/get-application-settings',
      'laws/paging-links/get-projects-id-packages-package_id-package_files',
    ]
    const selection = select(wholePlan(suite, agreed), agreed, { ids })
    const session = await createSession(target, { runs: 2 })
    const results: string[] = []
    if (selection.ok)
      for (const check of selection.checks) results.push((await session.perform(check)).ended.result.kind)
    await session.close()
    await server.close()
    return { results, text: acceptedText(target) }
  }

  const right = ['pass', 'pass', 'pass', 'pass']

  test.each([
    ['16.11.5', '16.11', 'release 16.11'],
    ['17.11.0-ee', '17.11', 'release 17.11'],
    ['17.3.0', '16.11', 'judged as release 16.11 or 17.11'],
    ['17.3.0', '17.11', 'judged as release 16.11 or 17.11'],
  ] as const)('that tells %s and does as %s does is right', async (told, release, text) => {
    expect(await judged(told, release)).toEqual({ results: right, text })
  })

  test('that tells a newer release than it follows is wrong', async () => {
    expect((await judged('17.11.0', '16.11')).results).toContain('fail')
  })

  test('may send more than is known', async () => {
    expect((await judged('17.11.0', '17.11', {}, true)).results).toEqual(right)
  })

  test('is judged by another release where that is asked for', async () => {
    expect((await judged('16.11.0', '16.11', { release: '17.11' })).results).toContain('fail')
    expect((await judged('17.11.0', '17.11', { release: '17.11' })).results).toEqual(right)
  })
})
