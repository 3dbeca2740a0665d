import type { Steps } from '../lib/steps.ts'
import type { TableName } from '../model/world.ts'
import { scheduleHousekeeping } from './git-housekeeping.ts'
import { imports, type JobKind } from './index.ts'
import { applyJobEffects } from './job-effects.ts'
import { followCommitMessages } from './pushed-commits.ts'
import {
  forgetBranches,
  startMergeRequestPipelines,
  startPushPipelines,
  type WorldChange,
} from './pushed-pipelines.ts'
import { recordResourceEvents } from './resource-events.ts'
import { recordBranchMoves } from './system-notes/branch-notes.ts'
import { recordMentions } from './system-notes/mentions.ts'
import { recordSystemNotes } from './system-notes/record.ts'

/** Something that follows from what was changed. */
export interface Follower {
  /** It looks at what was written to these tables, and has nothing to do where nothing was. */
  readonly tables: readonly TableName[]
  /** Those of them where it has something to do for rows that were removed, too. */
  readonly removed?: readonly TableName[]
  readonly follow: (done: WorldChange) => Steps<void>
}

const pipelines: readonly Follower[] = [
  { tables: ['gitRefs'], follow: startPushPipelines },
  { tables: ['mergeRequests'], follow: startMergeRequestPipelines },
  { tables: ['gitRefs'], removed: ['gitRefs'], follow: forgetBranches },
]
const messages: Follower = { tables: ['gitRefs'], follow: followCommitMessages }
const jobEffects: Follower = { tables: ['ciJobs'], follow: applyJobEffects }
const events: Follower = { tables: ['issues', 'mergeRequests', 'epics'], follow: recordResourceEvents }
/** What a job did was done by nobody. */
const eventsOfNobody: Follower = {
  ...events,
  follow: (done) => recordResourceEvents({ ...done, user: undefined }),
}
const notes: readonly Follower[] = [
  {
    tables: ['issues', 'mergeRequests', 'issueLinks'],
    removed: ['issueLinks'],
    follow: recordSystemNotes,
  },
  { tables: ['gitRefs'], removed: ['gitRefs'], follow: recordBranchMoves },
  { tables: ['issues', 'mergeRequests', 'notes'], follow: recordMentions },
]
const housekeeping: Follower = {
  tables: ['gitObjects', 'gitPacks', 'projects'],
  removed: ['gitObjects', 'gitPacks', 'projects'],
  follow: scheduleHousekeeping,
}

/** What follows from a request or a push, in this order. */
export const afterRequest: readonly Follower[] = [
  ...pipelines,
  messages,
  jobEffects,
  events,
  ...notes,
  housekeeping,
]

const afterMove = [...pipelines, messages, jobEffects, eventsOfNobody, ...notes, housekeeping]
const afterImport = [jobEffects, ...notes, housekeeping]
const afterJob = [jobEffects, eventsOfNobody, ...notes, housekeeping]

/** What follows from a job. Only pipelines and rebases move branches as people do, and what is imported brings its events. */
export function followersOf(kind: string): readonly Follower[] {
  if (kind === 'pipeline' || kind === 'rebase') return afterMove
  return imports.includes(kind as JobKind) ? afterImport : afterJob
}

/** Does what follows from a change. Most changes write to few tables, and little follows from a row that is gone. */
export function* follow(done: WorldChange, followers: readonly Follower[]): Steps<void> {
  const { changes } = done.after
  for (const { tables, removed, follow } of followers)
    if (changes.leaves(tables) || (removed !== undefined && changes.touches(removed))) yield* follow(done)
}
