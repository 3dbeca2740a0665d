import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { installed } from '../testing/installed.ts'
import { run } from '../testing/run.ts'
import { type Calls, callsOf, servedClient } from '../testing/served.ts'

const { folder, found } = await installed('unleash-client@6.12.1')
const script = fileURLToPath(new URL('./evaluate.mjs', import.meta.url))

describe.skipIf(folder === undefined)(`unleash-client (${found})`, () => {
  const here = servedClient('unleash')
  let carol: Calls
  beforeAll(() => {
    carol = callsOf(here.sim, 'carol')
    const { iid, id } = carol.post('/projects/1/feature_flags_user_lists', {
      name: 'friends of the house',
      user_xids: 'anna,ben',
    }).json
    expect(iid).toBeGreaterThan(0)
    flag('for-all', { name: 'default', parameters: {} })
    flag('for-named', { name: 'userWithId', parameters: { userIds: 'anna,carla' } })
    flag('for-friends', { name: 'gitlabUserList', parameters: {}, user_list_id: id })
    flag('for-everybody-known', {
      name: 'gradualRolloutUserId',
      parameters: { groupId: 'default', percentage: '100' },
    })
    flag('for-half', {
      name: 'flexibleRollout',
      parameters: { groupId: 'default', rollout: '50', stickiness: 'userId' },
    })
    flag('for-production', { name: 'default', parameters: {} }, 'production')
    flag('for-reviews', { name: 'default', parameters: {} }, 'review/*')
    flag('switched-off', { name: 'default', parameters: {} })
    carol.put('/projects/1/feature_flags/switched-off', { active: false })
  })

  function flag(name: string, strategy: object, environment_scope = '*'): void {
    const strategies = [{ ...strategy, scopes: [{ environment_scope }] }]
    const { status } = carol.post('/projects/1/feature_flags', { name, strategies })
    expect(status).toBe(201)
  }

  async function evaluate(environment: string, asked: readonly (readonly [string, object?])[]) {
    const library = join(folder ?? '', 'node_modules', 'unleash-client', 'lib', 'index.js')
    const url = `${here.server.url}/api/v4/feature_flags/unleash/1`
    const input = asked.map(([name, context = {}]) => `${JSON.stringify([name, context])}\n`).join('')
    const args = [script, library, url, 'feature-flags-1', environment]
    const { status, out, err } = await run(process.execPath, args, { env: { HOME: here.place }, input })
    expect([status, err]).toEqual([0, ''])
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  test('gets ready and evaluates every strategy for an application in production', async () => {
    const users = Array.from({ length: 40 }, (_, i) => ({ userId: `user ${i}` }))
    const [all, anna, dora, ben, listed, known, unknown, production, review, off, ...half] = await evaluate(
      'production',
      [
        ['for-all'],
        ['for-named', { userId: 'anna' }],
        ['for-named', { userId: 'dora' }],
        ['for-friends', { userId: 'ben' }],
        ['for-friends', { userId: 'carla' }],
        ['for-everybody-known', { userId: 'dora' }],
        ['for-everybody-known'],
        ['for-production'],
        ['for-reviews'],
        ['switched-off'],
        ...users.map((context) => ['for-half', context] as const),
      ],
    )
    expect([all, anna, dora, ben, listed, known, unknown]).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      false,
    ])
    expect([production, review, off]).toEqual([true, false, false])
    const on = half.filter((it) => it === true).length
    expect(on).toBeGreaterThan(8)
    expect(on).toBeLessThan(32)
  })

  test('has the flags of its own environment', async () => {
    const flags = [['for-production'], ['for-reviews'], ['for-all']] as const
    expect(await evaluate('review/till', flags)).toEqual([false, true, true])
  })
})
