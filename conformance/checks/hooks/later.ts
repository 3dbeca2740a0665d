import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

const integrations = '/projects/:id/integrations'

export const laterIntegrations = check({
  id: 'hooks/later-integrations',
  says: 'Integrations show the events that their release brought, and whether they are inherited',
  source: 'hooks#later-integration-events',
  level: 'should',
  covers: [`GET ${integrations}`],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const wish = { id, slug: 'emails-on-push', recipients: 'nobody@example.com' }
    answers(await call(`PUT ${integrations}/:slug`, wish), 200)
    const reply = await call(`GET ${integrations}`, { id })
    answers(reply, 200)
    for (const row of reply.rows())
      await hasLater(
        stage,
        row,
        {
          'hooks#later-integration-events': {
            incident_events: ['boolean'],
            alert_events: ['boolean'],
            deployment_events: ['boolean'],
            inherited: ['boolean'],
          },
        },
        reply,
      )
  },
})
