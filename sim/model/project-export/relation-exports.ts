import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { nextId, type World } from '../world.ts'
import {
  type Exportable,
  exportableRelations,
  exportedRelationFile,
  type RelationWish,
} from './archive/exportable.ts'
import type { RelationExport } from './relation-export.ts'

/** A client that asks once a second sees it going on once. */
const DONE_AFTER = 1001
/** As long as this a finished export is not made again. */
const FRESH = 3 * 60_000

/** Begins to export every relation anew for a user, but for what is fresh. */
export function startRelationExports(world: World, portable: Exportable, userId: number, now: Instant): void {
  for (const relation of exportableRelations(portable.kind)) {
    const known = relationExportOf(world, portable, relation)
    if (known === undefined)
      world.relationExports.insert({
        id: nextId(world, 'relationExports'),
        projectId: portable.kind === 'project' ? portable.project.id : null,
        groupId: portable.kind === 'group' ? portable.group.id : null,
        relation,
        status: 'started',
        error: null,
        file: null,
        updatedAt: now,
      })
    else if (known.status !== 'finished' || known.updatedAt + FRESH <= now)
      world.relationExports.update(known.id, { status: 'started', error: null, updatedAt: now })
  }
  const { kind } = portable
  const args = { of: kind, id: kind === 'project' ? portable.project.id : portable.group.id, userId }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'relation-export', args, due: now + DONE_AFTER })
}

/** Writes the files of what was begun. */
export function* finishRelationExports(world: World, portable: Exportable, wish: RelationWish): Steps<void> {
  for (const { id, status, relation } of relationExportsOf(world, portable))
    if (status === 'started') {
      const file = yield* exportedRelationFile(world, portable, relation, wish)
      world.relationExports.update(id, { status: 'finished', file, updatedAt: wish.now })
      yield
    }
}

/** Ends what was begun for a project or group that may be gone. */
export function failRelationExports(
  world: World,
  of: { readonly projectId: number } | { readonly groupId: number },
  now: Instant,
): void {
  const rows =
    'projectId' in of
      ? world.relationExports.by('byProject', of.projectId)
      : world.relationExports.by('byGroup', of.groupId)
  for (const { id, status } of rows.list())
    if (status === 'started')
      world.relationExports.update(id, {
        status: 'failed',
        error: 'Export failed unexpectedly',
        updatedAt: now,
      })
}

/** The exports of a project or group, oldest first. */
export function relationExportsOf(world: World, portable: Exportable): readonly RelationExport[] {
  const rows =
    portable.kind === 'project'
      ? world.relationExports.by('byProject', portable.project.id)
      : world.relationExports.by('byGroup', portable.group.id)
  return [...rows.ascending()].sort((a, b) => a.id - b.id)
}

export function relationExportOf(
  world: World,
  portable: Exportable,
  relation: string,
): RelationExport | undefined {
  return portable.kind === 'project'
    ? world.relationExports.by('byProject', portable.project.id, relation).first()
    : world.relationExports.by('byGroup', portable.group.id, relation).first()
}
