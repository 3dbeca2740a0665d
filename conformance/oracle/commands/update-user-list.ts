import { answers, has, says } from '../../kit/expect.ts'
import { pick } from '../model.ts'
import { listErrors, shownList } from '../user-lists.ts'
import { command, type ModelCommand } from './command.ts'
import type { UserLists } from './create-user-list.ts'

export interface UserListChange {
  readonly name?: string
  readonly user_xids?: string
}

/** Updates the n-th list; what is not sent stays. */
export function updateUserList(n: number, change: UserListChange): ModelCommand<UserLists> {
  return command(
    `update list ${n} with ${JSON.stringify(change)}`,
    async (model, { call, project }) => {
      const known = pick(model.lists, n)
      if (known === undefined) return
      const params = { id: project.id, iid: known.iid, ...change }
      const reply = await call('PUT /projects/:id/feature_flags_user_lists/:iid', params)
      const record = { ...known, ...change }
      const others = [...model.lists.values()].filter((list) => list.iid !== known.iid)
      const errors = listErrors(
        record.name,
        record.user_xids,
        others.map((list) => list.name),
      )
      if (errors.length > 0) return says(reply, 400, errors)
      answers(reply, 200)
      has(reply.row(), shownList(record), reply)
      model.lists.set(known.iid, record)
    },
    (model) => model.lists.size > 0,
  )
}
