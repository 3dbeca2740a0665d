import type { RunnerDescription } from '../../../fixtures/schema.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Runner } from '../runners/runner.ts'
import { nextId } from '../world.ts'
import { type Loading, loadEach, timeOf, timeOrNull } from './loading.ts'
import { assignNumbers } from './numbers.ts'
import { putSequence } from './sequences.ts'

/** Runners, and where they serve. */
export function* loadRunners(loading: Loading): Steps<void> {
  const { world, description } = loading
  const { runners = [] } = description
  const ids = putSequence(
    loading,
    'runners',
    assignNumbers(
      runners.map((runner) => runner.id),
      'runners',
    ),
  )
  yield* loadEach(loading, runners, (runner, i) => {
    const path = `runners[${i}]`
    const row = world.runners.insert(runnerRow(loading, runner, ids[i] as number))
    loading.runners.add(runner.description, row, `${path}.description`)
    if ((runner.type === 'group_type') !== (runner.group !== undefined))
      throw new Error(`${path}.group: group runners, and no others, belong to a group`)
    if (runner.group !== undefined) {
      const groupId = loading.groups.require(runner.group, `${path}.group`).row.id
      world.runnerGroups.insert({ id: nextId(world, 'runnerGroups'), runnerId: row.id, groupId })
    }
    return loadEach(loading, runner.projects, (project, n) => {
      const projectId = loading.projects.require(project, `${path}.projects[${n}]`).row.id
      world.runnerProjects.insert({
        id: nextId(world, 'runnerProjects'),
        runnerId: row.id,
        projectId,
        updatedAt: row.createdAt,
      })
    })
  })
}

function runnerRow(loading: Loading, it: RunnerDescription, id: number): Runner {
  const createdAt = timeOf(loading, it.createdAt)
  return {
    id,
    type: it.type,
    description: it.description,
    token: it.token,
    paused: it.paused ?? false,
    locked: it.locked ?? false,
    runUntagged: it.runUntagged ?? true,
    accessLevel: it.accessLevel ?? 'not_protected',
    maximumTimeout: it.maximumTimeout ?? null,
    tags: it.tags ?? [],
    maintenanceNote: it.maintenanceNote ?? null,
    name: it.name ?? null,
    version: it.version ?? null,
    revision: it.revision ?? null,
    platform: it.platform ?? null,
    architecture: it.architecture ?? null,
    ipAddress: it.ipAddress ?? null,
    contactedAt: timeOrNull(loading, it.contactedAt),
    createdAt,
    updatedAt: createdAt,
  }
}
