import { answers } from '../../kit/expect.ts'
import { pick } from '../model.ts'
import { recordMissing } from '../texts.ts'
import { command, type ModelCommand } from './command.ts'
import type { UserLists } from './create-user-list.ts'

/** Deletes the n-th list, whose number then names nothing. */
export function deleteUserList(n: number): ModelCommand<UserLists> {
  return command(
    `delete list ${n}`,
    async (model, { call, project }) => {
      const known = pick(model.lists, n)
      if (known === undefined) return
      const params = { id: project.id, iid: known.iid }
      answers(await call('DELETE /projects/:id/feature_flags_user_lists/:iid', params), 204)
      model.lists.delete(known.iid)
      const read = await call('GET /projects/:id/feature_flags_user_lists/:iid', params)
      answers(read, recordMissing.status, recordMissing.body)
    },
    (model) => model.lists.size > 0,
  )
}
