import type { Steps } from '../lib/steps.ts'
import { countRelation, recordFailure, STAGE_DURATION } from '../model/bulk-imports/bulk-imports.ts'
import { downloadFromInstallation, getInstallationList } from '../model/external-import/hosts/installation.ts'
import { numberIn, textIn } from '../model/external-import/hosts/rest.ts'
import type { Group } from '../model/groups/group.ts'
import { readExportedEpics } from '../model/project-export/archive/exported-epics.ts'
import type { User } from '../model/users/user.ts'
import { licensed } from '../policy/tier.ts'
import { memberHere } from './migrate-members.ts'
import {
  attemptStep,
  attemptSteps,
  classOf,
  LoaderFault,
  type MigrationRun,
  type Outcome,
  WAITS,
} from './migration-run.ts'

type Export = 'none' | 'not yet' | Uint8Array

/** Epics of the group itself come as the source exports them: with their numbers, parents, notes and reactions. */
export function* migrateEpics(run: MigrationRun): Steps<Outcome> {
  const { world, entity } = run
  const group = world.groups.get(entity.groupId ?? 0)
  if (group === undefined || !licensed(world, 'premium')) return 'done'
  const file = attemptStep(run, 'epics', 'extractor', () => exported(run))
  if (file === 'not yet') return 'again'
  if (file === undefined || file === 'none') return 'done'
  return yield* filled(run, group, file)
}

// A source whose plan has no epics has no such relation.
function exported({ remote, entity, now }: MigrationRun): Export {
  const path = `/groups/${encodeURIComponent(entity.sourceFullPath)}/export_relations`
  const row = getInstallationList(remote, `${path}/status`).find(({ relation }) => relation === 'epics')
  if (row === undefined) return 'none'
  if (row.status === 1) return downloadFromInstallation(remote, `${path}/download?relation=epics`)
  if (row.status === -1)
    throw new LoaderFault('BulkImports::Error', `Export from source instance failed: ${textIn(row, 'error')}`)
  if (now - entity.updatedAt < WAITS - STAGE_DURATION) return 'not yet'
  throw new LoaderFault('BulkImports::Pipeline::ExpiredError', 'Empty export status on source instance')
}

function* filled(run: MigrationRun, group: Group, file: Uint8Array): Steps<Outcome> {
  const { world, entity, user, now } = run
  const groups = new Map<number, Group>([[entity.sourceId ?? 0, group]])
  for (const { sourceId, groupId } of world.bulkImportEntities.by('byImport', entity.bulkImportId).list()) {
    const other = world.groups.get(groupId ?? 0)
    if (sourceId !== undefined && other !== undefined) groups.set(sourceId, other)
  }
  const about = { group, groups, topGroup: topGroup(run, group), importer: user, users: people(run), now }
  const lines = yield* attemptSteps(
    run,
    'epics',
    'loader',
    readExportedEpics(world, file, about, ({ exceptionClass, message }) =>
      recordFailure(
        world,
        entity,
        { relation: 'epics', step: 'loader', pipelineClass: classOf('epics'), exceptionClass, message },
        now,
      ),
    ),
  )
  const imported = world.epics.by('byGroup', group.id).count()
  countRelation(world, entity, 'epics', lines ?? imported, imported)
  return 'done'
}

/** The group at the top of those that came. */
function topGroup({ world, entity }: MigrationRun, group: Group): Group {
  let top = group
  for (let it = entity; it.parentId !== null; ) {
    const above = world.bulkImportEntities.get(it.parentId)
    if (above === undefined) break
    it = above
    top = world.groups.get(above.groupId ?? 0) ?? top
  }
  return top
}

// Whoever is a member there and known here is the author of what they wrote.
function people(run: MigrationRun): Map<number, User> {
  const found = new Map<number, User>()
  const path = `/groups/${encodeURIComponent(run.entity.sourceFullPath)}/members/all`
  for (const row of attemptStep(run, 'epics', 'extractor', () => getInstallationList(run.remote, path)) ??
    []) {
    const [id, user] = [numberIn(row, 'id'), memberHere(run, row)]
    if (id !== null && user !== undefined) found.set(id, user)
  }
  return found
}
