import { describe, expect, test } from 'vitest'
import type { RemoteReply } from '../../lib/outbound.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const MINUTE = 60_000

/** A webhook whose receiver answers as `answer` says; `fire` lets it be called and tells whether it was. */
function failing(answer: number | 'nobody', hooks = 'disable', path = '/projects/1/hooks') {
  let told = 0
  let status = answer
  const sim = testSimulator({
    clock: 'frozen',
    ...(hooks === 'none' ? {} : { hooks }),
    remoteHost(): RemoteReply {
      told++
      return status === 'nobody'
        ? { reached: false, why: 'unreachable', message: 'connect ECONNREFUSED' }
        : { reached: true, status, headers: {}, body: new Uint8Array() }
    },
  })
  const root = callsOf(sim, 'root')
  const { id } = root.post(path, {
    url: 'http://127.0.0.1:9/hook',
    merge_requests_events: true,
    issues_events: true,
  }).json
  let title = 0
  return {
    sim,
    root,
    async fire() {
      const before = told
      root.put('/projects/1/merge_requests/34', { title: `title ${++title}` })
      await sim.settled()
      return told > before
    },
    shown: () => root.get(`${path}/${id}`).json,
    answers: (next: number) => {
      status = next
    },
    wait: (milliseconds: number) => sim.clock.advance(milliseconds),
    disabledFor: () => Date.parse(root.get(`${path}/${id}`).json.disabled_until) - sim.now(),
  }
}

describe('a webhook whose receiver', () => {
  test.each([500, 503, 'nobody'] as const)(
    'is broken (%s) is disabled for a minute by the fourth failure',
    async (answer) => {
      const hook = failing(answer)
      for (let i = 0; i < 3; i++) expect(await hook.fire()).toBe(true)
      expect(hook.shown()).toMatchObject({ alert_status: 'executable', disabled_until: null })
      await hook.fire()
      expect(hook.shown()).toMatchObject({ alert_status: 'temporarily_disabled' })
      expect(hook.disabledFor()).toBe(MINUTE)
      expect(await hook.fire()).toBe(false)
      hook.wait(MINUTE + 1)
      expect(hook.shown().alert_status).toBe('executable')
      expect(await hook.fire()).toBe(true)
    },
  )

  test('stays broken is disabled twice as long each time, for a day at most', async () => {
    const hook = failing(500)
    for (let i = 0; i < 4; i++) await hook.fire()
    const pauses: number[] = []
    while (pauses.length < 14) {
      const pause = hook.disabledFor()
      pauses.push(pause / MINUTE)
      hook.wait(pause + 1)
      await hook.fire()
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440, 1440])
  })

  test('refuses (4xx) is disabled for good by the fourth failure', async () => {
    const hook = failing(404)
    for (let i = 0; i < 4; i++) expect(await hook.fire()).toBe(true)
    expect(hook.shown()).toMatchObject({ alert_status: 'disabled', disabled_until: null })
    hook.wait(30 * 24 * 60 * MINUTE)
    expect(await hook.fire()).toBe(false)
  })

  test('takes one in between is not disabled', async () => {
    const hook = failing(500)
    for (let i = 0; i < 3; i++) await hook.fire()
    hook.answers(302)
    await hook.fire()
    hook.answers(500)
    for (let i = 0; i < 3; i++) expect(await hook.fire()).toBe(true)
    expect(hook.shown().alert_status).toBe('executable')
  })

  test('takes a test again is called again', async () => {
    const hook = failing(404)
    for (let i = 0; i < 4; i++) await hook.fire()
    const test = () => {
      hook.root.post('/projects/1/hooks/1/test/issues_events')
      return hook.sim.settled()
    }
    await test()
    expect(hook.shown().alert_status).toBe('disabled')
    hook.answers(200)
    await test()
    expect(hook.shown()).toMatchObject({ alert_status: 'executable', disabled_until: null })
    expect(await hook.fire()).toBe(true)
  })

  test('fails is called on in system hooks, and without the feature flag', async () => {
    for (const hook of [failing(404, 'disable', '/hooks'), failing(404, 'none')]) {
      for (let i = 0; i < 9; i++) expect(await hook.fire()).toBe(true)
      expect(hook.shown().alert_status).toBe('executable')
    }
  })

  test('is disabled by the feature flag of the installation as well', async () => {
    const hook = failing(404, 'none', '/groups/1/hooks')
    hook.root.post('/features/auto_disabling_web_hooks', { value: 'true' })
    for (let i = 0; i < 4; i++) await hook.fire()
    expect(hook.shown().alert_status).toBe('disabled')
    hook.root.post('/features/auto_disabling_web_hooks', { value: 'false' })
    expect(hook.shown().alert_status).toBe('executable')
    expect(await hook.fire()).toBe(true)
  })

  test('was never asked says nothing of it', async () => {
    const hook = failing(200, 'disable,drop=1')
    for (let i = 0; i < 9; i++) await hook.fire()
    expect(hook.shown().alert_status).toBe('executable')
  })
})
