import type { Steps } from '../lib/steps.ts'
import { InvalidArchiveRow } from '../model/project-export/archive/field.ts'
import {
  groupArchiveName,
  readGroupArchive,
  writeGroupArchive,
} from '../model/project-export/archive/group-archive.ts'
import { ImportFault } from '../model/project-export/archive/unpack.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'

/** How long an archive is kept. */
const KEPT = 24 * 3_600_000

/** Writes the archive of a group that is still there; an earlier one gives way. */
export function* exportGroup(world: World, { groupId }: Job['args'], now: Instant): Steps<void> {
  const group = world.groups.get(Number(groupId))
  if (group === undefined) return
  const bytes = yield* writeGroupArchive(world, group, now)
  world.groupExportFiles.put({
    id: group.id,
    groupId: group.id,
    name: groupArchiveName(group, now),
    bytes,
    createdAt: now,
  })
}

/**
 * Imports an archive into a new group. With an invalid archive the group stays empty; the service reports that by
 * mail only.
 */
export function* importGroup(world: World, { groupId }: Job['args'], now: Instant): Steps<void> {
  const row = world.groupImports.get(Number(groupId))
  const group = world.groups.get(Number(groupId))
  const importer = world.users.get(row?.userId ?? 0)
  if (row === undefined) return
  world.groupImports.delete(row.id)
  if (group === undefined || importer === undefined) return
  const attempt = world.fork()
  try {
    yield* readGroupArchive(attempt, group, row.bytes, importer, now)
    world.become(attempt)
  } catch (problem) {
    if (!(problem instanceof ImportFault || problem instanceof InvalidArchiveRow)) throw problem
  }
}

/** An archive is as old as archives become. */
export function isExpired(createdAt: Instant, now: Instant): boolean {
  return createdAt + KEPT <= now
}
