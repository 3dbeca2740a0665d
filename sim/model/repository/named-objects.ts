import type { Json } from '../../lib/json.ts'
import type { NotePosition } from '../discussions/note.ts'
import type { World } from '../world.ts'

/**
 * The ids by which rows name git objects: what they lead to stays without a branch or a tag too, as at the service, which
 * keeps commits that merge requests, pipelines, deployments and notes refer to. Events tell of commits that may be gone.
 */
export function* namedObjects(world: World): Generator<string | null | undefined> {
  for (const { sha } of world.gitRefs.all().ascending()) yield sha
  for (const it of world.mergeRequests.all().ascending())
    yield* [it.sha, it.baseSha, it.startSha, it.mergeCommitSha, it.squashCommitSha, it.autoMerge?.sha]
  for (const it of world.mergeRequestVersions.all().ascending()) yield* [it.headSha, it.baseSha, it.startSha]
  for (const { sha, beforeSha } of world.pipelines.all().ascending()) yield* [sha, beforeSha]
  for (const name of [
    'contextCommits',
    'commitStatuses',
    'deployments',
    'releases',
    'statusCheckResponses',
  ] as const)
    for (const { sha } of world[name].all().ascending()) yield sha
  for (const name of ['notes', 'draftNotes'] as const)
    for (const { commitId, position } of world[name].all().ascending())
      yield* [commitId, ...commitsIn(position)]
  for (const { commitSha } of world.suggestions.all().ascending()) yield commitSha
  for (const name of ['jobs', 'waitingJobs'] as const)
    for (const { args } of world[name].all().ascending()) yield* idsIn(args)
}

function commitsIn(position: NotePosition | null | undefined): string[] {
  return position ? [position.baseSha, position.startSha, position.headSha] : []
}

// What work for later is about is its own affair.
function* idsIn(args: Json): Generator<string> {
  if (typeof args === 'string') yield* args.match(/[0-9a-f]{40}/g) ?? []
  else if (typeof args === 'object' && args !== null)
    for (const inner of Object.values(args)) yield* idsIn(inner)
}
