import type { Steps } from '../lib/steps.ts'
import { collectObjects } from '../model/repository/collect-objects.ts'
import { countGitWrites, isCollectionDue } from '../model/repository/git-storage.ts'
import { nextId, type World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'

const kind = 'git-housekeeping'

/** Schedules the collection of git objects that nothing leads to, once enough was written since the last one. */
export function scheduleHousekeeping(before: World, after: World, now: Instant): void {
  countGitWrites(before, after)
  if (isCollectionDue(after) && after.jobs.by('byKind', kind).first() === undefined)
    after.jobs.insert({ id: nextId(after, 'jobs'), kind, args: {}, due: now })
}

/** Collects the git objects that nothing leads to. */
export function keepHouse(world: World): Steps<void> {
  return collectObjects(world)
}
