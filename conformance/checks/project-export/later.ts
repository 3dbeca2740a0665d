import { check } from '../../kit/check.ts'
import { answers, says } from '../../kit/expect.ts'

const start = 'POST /projects/:id/export'

export const once = check({
  id: 'project-export/once',
  says: 'From 18.5 on a second export of the same user answers 400 until the first is done, and is started before',
  source: 'project-export#later-once',
  level: 'must',
  covers: [start],
  holds: async (stage) => {
    const { id } = stage.project
    const as = 'maintainer'
    answers(await stage.call(start, { id }, { as }), 202)
    const second = await stage.call(start, { id }, { as, atOnce: true })
    const shown = await stage.call('GET /projects/:id/export', { id }, { as })
    if (!['queued', 'started'].includes(String(shown.row().export_status)))
      return stage.unknown('the first is done already')
    await stage.changed('project-export#later-once', {
      before: () => answers(second, 202),
      after: () =>
        says(
          second,
          400,
          "An export is already running or queued for this project. Please try again once it's done.",
        ),
    })
    answers(await stage.call(start, { id }, { as: 'owner' }), 202)
  },
})
