import { registeredRunnerEntity } from '../../entities/runner.ts'
import { since } from '../../lib/dialect.ts'
import type { RunnerPlace } from '../../model/audit-events/runner-audit.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { type RunnerType, runnerAccessLevels, runnerTypes } from '../../model/runners/runner.ts'
import { registerRunner } from '../../model/runners/runners.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, required, string, stringList, withDefault } from '../../protocol/params.ts'
import { badRequest, forbidden, invalid } from '../../protocol/refusal.ts'
import { errorSentences } from '../../protocol/refuse-invalid-row.ts'
import { runnerToken } from '../shared/secrets.ts'

export const createRunner = operation(
  {
    method: 'POST',
    path: '/user/runners',
    summary: 'Create a runner linked to the current user',
    scopes: since('access-tokens#later-create-runner', ['create_runner'] as const),
    params: {
      runner_type: required(oneOf(runnerTypes)),
      group_id: integer({ about: 'ID of the group, for `group_type`' }),
      project_id: integer({ about: 'ID of the project, for `project_type`' }),
      description: string(),
      maintenance_note: string(),
      paused: withDefault(boolean(), false),
      locked: withDefault(boolean(), false),
      access_level: withDefault(oneOf(runnerAccessLevels), 'not_protected'),
      run_untagged: withDefault(boolean(), true),
      tag_list: stringList(),
      maximum_timeout: integer(),
    },
    decides: [since('audit-events#later-runner-created', true)],
    answers: { status: 201, one: registeredRunnerEntity },
    refuses: [403],
    beyond: true,
  },
  ({ world, caller, params, view, drawText, now }) => {
    const place = placeOf(world, params)
    if (!mayCreateRunners(view.situation, place)) throw forbidden('Insufficient permissions')
    const values = {
      description: params.description ?? null,
      paused: params.paused === true,
      locked: params.locked === true,
      runUntagged: params.run_untagged !== false,
      accessLevel: params.access_level ?? ('not_protected' as const),
      maximumTimeout: params.maximum_timeout ?? null,
      tags: params.tag_list ?? [],
      maintenanceNote: params.maintenance_note ?? null,
      // Runners recognise this prefix and skip their registration.
      token: `glrt-${runnerToken(drawText)}`,
      by: caller.user as User,
      report: {},
    }
    try {
      return registerRunner(world, place, values, now)
    } catch (problem) {
      throw problem instanceof InvalidRow ? badRequest(errorSentences(problem).join(' and ')) : problem
    }
  },
)

interface Wanted {
  readonly runner_type: RunnerType | null
  readonly group_id?: number | null | undefined
  readonly project_id?: number | null | undefined
}

function placeOf(world: World, { runner_type: type, group_id, project_id }: Wanted): RunnerPlace {
  if (type === 'group_type') {
    if (group_id == null) throw invalid('group_id is missing')
    const group = world.groups.get(group_id)
    if (group === undefined) throw badRequest('Missing/invalid group')
    return { group }
  }
  if (type === 'project_type') {
    if (project_id == null) throw invalid('project_id is missing')
    const project = world.projects.get(project_id)
    if (project === undefined) throw badRequest('Missing/invalid project')
    return { project }
  }
  return 'installation'
}

function mayCreateRunners(situation: Situation, place: RunnerPlace): boolean {
  if (place === 'installation') return situation.caller.admin
  return 'group' in place
    ? can(situation, 'admin_group', place.group)
    : can(situation, 'admin_runners', place.project)
}
