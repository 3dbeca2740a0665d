import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, says } from '../../kit/expect.ts'

const place = '/projects/:id/notification_settings'

export const notificationLevels = check<string>({
  id: 'users/notification-levels',
  says: 'The notification settings of a project show the level that was set last, and the events with the level `custom` alone',
  source: 'users#notification-levels, users#notification-custom, users#notification-update',
  level: 'should',
  covers: [`GET ${place}`, `PUT ${place}`],
  each: () => ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'],
  holds: async ({ call, project: { id } }, level) => {
    const put = await call(`PUT ${place}`, { id, level, new_note: true, close_issue: false })
    answers(put, 200)
    has(put.row(), { level }, put)
    const got = await call(`GET ${place}`, { id })
    equals('what is read', got.json, put.json)
    if (level !== 'custom') return lacks(got.row(), ['events'], got)
    has(got.row().events as never, { new_note: true, close_issue: false }, got)
  },
})

export const notificationLevelUnknown = check({
  id: 'users/notification-level-unknown',
  says: 'An unknown notification level answers 400 and changes nothing',
  source: 'users#notification-unknown',
  level: 'should',
  covers: [`PUT ${place}`],
  holds: async ({ call, project: { id } }) => {
    const before = (await call(`GET ${place}`, { id })).json
    says(await call(`PUT ${place}`, { id, level: 'loud' }), 400, "'loud' is not a valid level")
    equals('what is chosen', (await call(`GET ${place}`, { id })).json, before)
  },
})
