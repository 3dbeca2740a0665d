import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const subscribe = check<'projects' | 'groups'>({
  id: 'labels/subscribe',
  says: 'Subscribing to a label and unsubscribing answer 201 and show `subscribed`; what changes nothing answers 304',
  source: 'labels#subscribe',
  level: 'should',
  covers: ['projects', 'groups'].flatMap((kind) =>
    ['subscribe', 'unsubscribe'].map((verb) => `POST /${kind}/:id/labels/:name/${verb}`),
  ),
  needs: { in: 'group', writes: true },
  each: () => ['projects', 'groups'],
  holds: async ({ call, project, group }, kind) => {
    const { id } = kind === 'projects' ? project : group
    const labels = `/${kind}/:id/labels`
    arranged(await call(`POST ${labels}`, { id, name: 'bug', color: '#428bca' }))
    const one = { id, name: 'bug' }
    for (const [verb, subscribed] of [
      ['subscribe', true],
      ['unsubscribe', false],
    ] as const) {
      const changed = await call(`POST ${labels}/:name/${verb}`, one)
      answers(changed, 201)
      has(changed.row(), { name: 'bug', subscribed }, changed)
      answers(await call(`POST ${labels}/:name/${verb}`, one), 304)
      has((await call(`GET ${labels}/:name`, one)).row(), { subscribed })
    }
  },
})
