import type { RunnerPlace } from '../../model/audit-events/runner-audit.ts'
import { resetRegistrationToken } from '../../model/runners/runners.ts'
import type { User } from '../../model/users/user.ts'
import { type Context, operation } from '../../protocol/operation.ts'
import { runnersToken } from '../shared/secrets.ts'

const answers = {
  status: 201,
  value: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
} as const

export const resetInstanceRegistrationToken = operation(
  {
    method: 'POST',
    path: '/runners/reset_registration_token',
    summary: 'Reset the runner registration token of the instance',
    auth: 'admin',
    answers,
    beyond: true,
  },
  (context) => resetToken(context, 'installation'),
)

export const resetProjectRegistrationToken = operation(
  {
    method: 'POST',
    path: '/projects/:id/runners/reset_registration_token',
    summary: 'Reset the runner registration token of a project',
    subject: 'project',
    needs: 'reset_runner_token',
    answers,
    beyond: true,
  },
  (context) => resetToken(context, { project: context.project }),
)

export const resetGroupRegistrationToken = operation(
  {
    method: 'POST',
    path: '/groups/:id/runners/reset_registration_token',
    summary: 'Reset the runner registration token of a group',
    subject: 'group',
    needs: 'admin_group',
    answers,
    beyond: true,
  },
  (context) => resetToken(context, { group: context.group }),
)

function resetToken(context: Context, place: RunnerPlace) {
  const { world, caller, drawText, now } = context
  const token = runnersToken(drawText)
  resetRegistrationToken(world, place, token, caller.user as User, now)
  return { token }
}
