import { runnerEntity } from '../../entities/runner.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import { disableRunner as disable, enableRunner as enable } from '../../model/runners/runners.ts'
import type { User } from '../../model/users/user.ts'
import { enablingFault, runnersFor } from '../../policy/runners.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { forbidden, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { scoped, source } from './params.ts'
import { runnerList } from './runner-list.ts'

const ofProject = { subject: 'project', authorize: 'first', source } as const

export const listProjectRunners = operation(
  {
    ...ofProject,
    method: 'GET',
    path: '/projects/:id/runners',
    summary: 'List the runners of a project',
    params: scoped,
    needs: 'read_runners',
    answers: { many: runnerEntity },
  },
  ({ world, project, params, view }) => runnerList(runnersFor(world, project), params, view),
)

export const enableRunner = operation(
  {
    ...ofProject,
    method: 'POST',
    path: '/projects/:id/runners',
    summary: 'Enable a runner in a project',
    params: { runner_id: required(integer()) },
    needs: 'admin_runners',
    answers: { status: 201, one: runnerEntity },
  },
  ({ world, caller, project, params, view, now }) => {
    const runner = world.runners.get(params.runner_id ?? 0)
    if (runner === undefined) throw recordNotFound()
    const reason = enablingFault(view.situation, runner)
    if (reason !== undefined) throw forbidden(reason)
    return refuseInvalidRow(() => enable(world, runner, project, caller.user as User, now))
  },
)

const owned = changed('runners#later-owner-project', { before: false, after: true })
const kept = changed('runners#later-locked', { before: false, after: true })

export const disableRunner = operation(
  {
    ...ofProject,
    method: 'DELETE',
    path: '/projects/:id/runners/:runner_id',
    summary: 'Disable a runner in a project',
    params: { runner_id: required(integer()) },
    subject: 'enabled_runner',
    needs: 'disable_runners',
    unmodifiedSince: 'subject',
    decides: [owned, kept],
    answers: { status: 204 },
  },
  ({ world, caller, project, enabledRunner, view, now }) => {
    const runner = world.runners.require(enabledRunner.runnerId)
    const told = caller.admin || !inDialect<boolean>(kept, view.dialect)
    if (!told && runner.locked) throw forbidden('Runner is locked')
    if (inDialect<boolean>(owned, view.dialect)) {
      if (world.runnerProjects.by('byRunner', runner.id).first()?.projectId === project.id)
        throw forbidden(
          told
            ? 'You cannot unassign a runner from the owner project. Delete the runner instead'
            : 'No access granted',
        )
    } else if (world.runnerProjects.by('byRunner', runner.id).count(2) < 2)
      throw forbidden('Only one project associated with the runner. Please remove the runner instead')
    disable(world, enabledRunner, runner, project, caller.user as User, now)
  },
)
