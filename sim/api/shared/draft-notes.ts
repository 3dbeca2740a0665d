import type { DraftNote } from '../../model/discussions/draft-note.ts'
import { threadOn as notesOfThread } from '../../model/discussions/threads.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Situation } from '../../policy/abilities.ts'
import type { DrawText } from './secrets.ts'
import { openThread, reply, resolve, threadOn } from './threads.ts'

/** Publishes the caller's draft notes on a merge request. */
export function publishDrafts(situation: Situation, mergeRequest: MergeRequest, drawText: DrawText): void {
  const { world, caller } = situation
  const drafts = world.draftNotes.by('byMergeRequest', mergeRequest.id, caller.user?.id ?? 0)
  for (const draft of drafts.list()) publishDraft(situation, mergeRequest, draft, drawText)
}

export function publishDraft(
  situation: Situation,
  mergeRequest: MergeRequest,
  { id, body, discussionId, resolves, commitId, position: place }: DraftNote,
  drawText: DrawText,
): void {
  const { world } = situation
  world.draftNotes.delete(id)
  const discussed = { kind: 'MergeRequest', row: world.mergeRequests.require(mergeRequest.id) } as const
  const known = discussionId !== null && notesOfThread(world, discussed, discussionId).length > 0
  if (!known) {
    const at = place === null ? undefined : { position: place, commitId: commitId ?? undefined }
    openThread(situation, discussed, { body }, at, drawText)
    return
  }
  reply(situation, discussed, threadOn(situation, discussed, discussionId), { body })
  const { notes } = threadOn(situation, discussed, discussionId)
  if (resolves) resolve(situation, discussed, notes, true)
}
