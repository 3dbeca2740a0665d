import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

describe('notification settings', () => {
  test('are set globally, per group and per project', () => {
    expect(as('carol').get('/notification_settings').json).toEqual({
      level: 'participating',
      notification_email: here.sim.world.users.require(4).email,
    })
    expect(as('carol').put('/notification_settings', { level: 'watch' }).json.level).toBe('watch')
    for (const place of ['/groups/1', '/projects/1']) {
      const path = `${place}/notification_settings`
      expect(as('mallory').get(path).status).toBe(404)
      const custom = as('carol').put(path, { level: 'custom', new_note: true, failed_pipeline: false })
      expect([custom.status, custom.json]).toMatchObject([
        200,
        { level: 'custom', events: { new_note: true, failed_pipeline: false, new_issue: false } },
      ])
      expect(as('carol').get(path).json).toEqual(custom.json)
      expect(as('carol').put(path, { level: 'mention' }).json).toEqual({ level: 'mention' })
      expect(as('dave').get(path).json).toEqual({ level: 'global' })
    }
    const { permissions } = as('carol').get('/projects/1').json
    expect(permissions.group_access.notification_level).toBe(4)
  })

  test.each([
    [{ level: 'loud' }, { message: "'loud' is not a valid level" }],
    [
      { notification_email: 'x@example.com' },
      { message: { notification_email: ['must be an email you have verified'] } },
    ],
    [{ new_note: 'perhaps' }, { error: 'new_note is invalid' }],
  ])('is not %j', (body, json) => {
    expect(as('carol').put('/notification_settings', body)).toMatchObject({ status: 400, json })
    expect(as('carol').get('/notification_settings').json.level).toBe('participating')
  })
})
