import type { Reply } from '../../kit/client.ts'
import { answers, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'

/** The day of the releases. */
export const date = '2023-01-22'

/** Makes commits with these messages, each after the one before. Returns the ids, the first one's before all. */
export async function history(stage: Stage, messages: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const [number, text] of ['Begin', ...messages].entries()) {
    const actions = [{ action: 'create', file_path: `file-${number}`, content: '' }]
    const params = {
      id: stage.project.id,
      branch: stage.project.branch,
      commit_message: text,
      actions,
    } as Params
    const reply = await stage.call('POST /projects/:id/repository/commits', params, { as: 'owner' })
    ids.push(textIn(arranged(reply), 'id'))
  }
  return ids
}

export function notesOf(reply: Reply): string {
  answers(reply, 200)
  return textIn(reply.row(), 'notes')
}
