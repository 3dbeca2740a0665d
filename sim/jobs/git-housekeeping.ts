import type { Steps } from '../lib/steps.ts'
import { collectObjects } from '../model/repository/collect-objects.ts'
import { countGitWrites, isCollectionDue } from '../model/repository/git-storage.ts'
import { nextId, type World } from '../model/world.ts'
import type { WorldChange } from './pushed-pipelines.ts'

const kind = 'git-housekeeping'

/** Schedules the collection of git objects that nothing leads to, once enough was written since the last one. */
// biome-ignore lint/correctness/useYield: it takes one step, and others that follow a change take more.
export function* scheduleHousekeeping({ before, after, now }: WorldChange): Steps<void> {
  countGitWrites(before, after)
  if (isCollectionDue(after) && after.jobs.by('byKind', kind).first() === undefined)
    after.jobs.insert({ id: nextId(after, 'jobs'), kind, args: {}, due: now })
}

/** Collects the git objects that nothing leads to. */
export function keepHouse(world: World): Steps<void> {
  return collectObjects(world)
}
