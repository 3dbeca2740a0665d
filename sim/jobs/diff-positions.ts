import { updateNotePositions } from '../model/discussions/diff-notes.ts'
import type { World } from '../model/world.ts'
import type { Job } from '../time/schedule.ts'

/** Updates the positions of notes on the diff of a merge request after a push. */
export function updateDiffPositions(world: World, { mergeRequestId }: Job['args']): void {
  const mergeRequest = world.mergeRequests.get(Number(mergeRequestId))
  if (mergeRequest?.state === 'opened') updateNotePositions(world, mergeRequest)
}
