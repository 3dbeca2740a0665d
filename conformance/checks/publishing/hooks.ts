import { check } from '../../kit/check.ts'
import { answers, has, lacks, says } from '../../kit/expect.ts'

const path = '/projects/:id/hooks'

export const hookLife = check({
  id: 'publishing/hook-life',
  says: 'A hook keeps what it is told to tell, never shows its token, and is gone when it was deleted',
  source: 'dossier 2, section 13; documentation of the service, Project webhooks API',
  level: 'should',
  covers: [
    `GET ${path}`,
    `POST ${path}`,
    `GET ${path}/:hook_id`,
    `PUT ${path}/:hook_id`,
    `DELETE ${path}/:hook_id`,
  ],
  needs: { writes: true },
  each: () => ['issues_events', 'merge_requests_events', 'tag_push_events', 'note_events', 'releases_events'],
  holds: async ({ call, project }, event: string) => {
    const { id } = project
    const wish = { url: 'https://example.com/hook', push_events: false, [event]: true }
    const made = await call(`POST ${path}`, { id, ...wish, token: 'secret' })
    answers(made, 201)
    has(made.row(), wish, made)
    lacks(made.row(), ['token'], made)
    const hook_id = made.row().id as number
    answers(await call(`GET ${path}/:hook_id`, { id, hook_id }), 200, made.json)
    answers(await call(`GET ${path}`, { id }), 200, [made.json as never])
    const changed = await call(`PUT ${path}/:hook_id`, { id, hook_id, pipeline_events: true })
    has(changed.row(), { ...wish, pipeline_events: true }, changed)
    answers(await call(`DELETE ${path}/:hook_id`, { id, hook_id }), 204)
    says(await call(`GET ${path}/:hook_id`, { id, hook_id }), 404, '404 Not found')
  },
})
