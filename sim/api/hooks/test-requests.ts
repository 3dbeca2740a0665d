import { type SampleEvent, samples, sendHookTest, sendSystemHookTest } from '../../jobs/hooks/hook-tests.ts'
import { since } from '../../lib/dialect.ts'
import type { Hook } from '../../model/hooks/hook.ts'
import { isSilent } from '../../model/hooks/hooks.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required } from '../../protocol/params.ts'
import { message, notFound, recordNotFound } from '../../protocol/refusal.ts'

const triggers = Object.keys(samples) as SampleEvent[]
const hookId = { hook_id: required(integer({ about: 'ID of the hook' })) }
const trigger = { trigger: required(oneOf(triggers, { about: 'Event to send' })) }

export const testProjectHook = operation(
  {
    method: 'POST',
    path: '/projects/:id/hooks/:hook_id/test/:trigger',
    summary: 'Test a webhook of a project',
    subject: 'project',
    needs: 'admin_project',
    rateLimit: since('hooks#later-test-limit', {
      name: 'web_hook_test',
      user: 5,
      anonymous: 5,
      per: 'project',
    }),
    params: { ...hookId, ...trigger },
    answers: {
      status: 201,
      value: { type: 'object', properties: { message: { const: '201 Created' } }, required: ['message'] },
    },
    refuses: [404, 422],
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const hook = world.hooks.get(params.hook_id ?? 0)
    if (hook?.owner !== 'project' || hook.ownerId !== project.id) throw recordNotFound()
    const event = params.trigger ?? 'push_events'
    if (isSilent(world)) throw message(422, 'Silent mode enabled')
    if (!sendHookTest({ world, project, user: caller.user as User, now }, hook, event))
      throw message(422, `Ensure the project has ${samples[event].wanting}.`)
    return { message: '201 Created' }
  },
)

const sampleEvent = {
  event_name: 'project_create',
  name: 'Ruby',
  path: 'ruby',
  project_id: 1,
  owner_name: 'Someone',
  owner_email: 'example@gitlabhq.com',
} as const

export const testSystemHook = operation(
  {
    method: 'POST',
    path: '/hooks/:hook_id',
    summary: 'Test a system hook of the instance',
    auth: 'admin',
    params: hookId,
    answers: {
      status: 201,
      value: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(sampleEvent).map(([name, value]) => [name, { const: value }]),
        ),
        required: Object.keys(sampleEvent),
      },
    },
    refuses: [404],
    beyond: true,
  },
  ({ world, params, now }) => {
    sendSystemHookTest({ world, now }, findSystemHook(world, params.hook_id), sampleEvent)
    return sampleEvent
  },
)

function findSystemHook(world: World, id: number | null): Hook {
  const hook = world.hooks.get(id ?? 0)
  if (hook?.owner !== 'instance') throw notFound('System hook')
  return hook
}
