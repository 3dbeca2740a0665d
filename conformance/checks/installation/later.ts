import { check } from '../../kit/check.ts'
import { answers, has, lacks, names, numberIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

const limits = '/application/plan_limits'

export const laterLimits = check({
  id: 'installation/later-limits',
  says: 'Plan limits are those that the release knows',
  source:
    'installation#later-storage-limits, installation#later-active-pipelines, installation#later-plan-limits, installation#later-dotenv-limits, installation#later-webhook-limits',
  level: 'should',
  covers: [`GET ${limits}`],
  needs: { project: 'none', role: 'admin' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call(`GET ${limits}`)
    answers(reply, 200)
    await hasLater(
      stage,
      reply.row(),
      {
        'installation#later-storage-limits': {
          enforcement_limit: ['number'],
          notification_limit: ['number'],
          limits_history: ['object'],
        },
        'installation#later-plan-limits': { ci_instance_level_variables: ['number'] },
        'installation#later-dotenv-limits': { dotenv_size: ['number'], dotenv_variables: ['number'] },
        'installation#later-webhook-limits': {
          web_hook_calls: ['number'],
          web_hook_calls_low: ['number'],
          web_hook_calls_mid: ['number'],
        },
      },
      reply,
    )
    await stage.changed('installation#later-active-pipelines', {
      before: () => names(reply.row(), ['ci_active_pipelines']),
      after: () => lacks(reply.row(), ['ci_active_pipelines'], reply),
    })
  },
})

export const broadcastThemes = check({
  id: 'installation/broadcast-themes',
  says: 'From 17.6 on a broadcast message has the theme that was sent, and `indigo` without one',
  source: 'installation#later-broadcast-theme',
  level: 'must',
  covers: ['POST /broadcast_messages', 'PUT /broadcast_messages/:id'],
  needs: { project: 'none', writes: true, role: 'admin' },
  holds: async (stage) => {
    const { call, prefix } = stage
    const made = await call('POST /broadcast_messages', { message: prefix })
    answers(made, 201)
    const id = numberIn(made.row(), 'id')
    const put = await call('PUT /broadcast_messages/:id', { id, theme: 'light-red' })
    answers(put, 200)
    for (const [reply, theme] of [
      [made, 'indigo'],
      [put, 'light-red'],
    ] as const)
      await stage.changed('installation#later-broadcast-theme', {
        before: () => {
          if (stage.dialect !== undefined) lacks(reply.row(), ['theme'], reply)
        },
        after: () => has(reply.row(), { theme }, reply),
      })
    answers(await call('DELETE /broadcast_messages/:id', { id }), [200, 204])
  },
})
