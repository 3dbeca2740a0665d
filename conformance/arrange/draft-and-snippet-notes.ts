import type { Furniture, Stage } from '../run/stage.ts'
import type { Made } from './create.ts'

/** Comments that are not published, comments on a snippet, and reactions to it and to them. */
export async function createDraftAndSnippetNotes(
  stage: Stage,
  made: Made,
  noteable_id: Furniture[string],
): Promise<Furniture> {
  const { id } = stage.project
  const found: { [place: string]: string | number | undefined } = {}
  const drafts = 'POST /projects/:id/merge_requests/:merge_request_iid/draft_notes'
  for (const note of ['One', 'Two', 'Three'])
    found['merge_requests.draft_notes'] = await made(stage, drafts, { id, merge_request_iid: 1, note })
  if (noteable_id === undefined) return found
  const snippet = 'POST /projects/:id/snippets/:noteable_id'
  const at = { id, noteable_id }
  for (const body of ['One', 'Two', 'Three'])
    found['snippets.notes'] = await made(stage, `${snippet}/notes`, { ...at, body })
  const note_id = found['snippets.notes']
  for (const name of ['star', 'rocket', 'eyes']) {
    found['snippets.award_emoji'] = await made(stage, `${snippet}/award_emoji`, { ...at, name })
    if (note_id === undefined) continue
    const onNote = { ...at, note_id, name }
    found['snippets.notes.award_emoji'] = await made(stage, `${snippet}/notes/:note_id/award_emoji`, onNote)
  }
  return found
}
