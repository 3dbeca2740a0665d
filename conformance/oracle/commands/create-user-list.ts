import { answers, has, numberIn, says } from '../../kit/expect.ts'
import { listErrors, shownList, type UserListRecord } from '../user-lists.ts'
import { command, type ModelCommand } from './command.ts'

/** The user lists of a project by their internal numbers, and how many there have been. */
export interface UserLists {
  readonly lists: Map<number, UserListRecord>
  soFar: number
}

/** Creates a list; refused while another one has the name, or when the ids are none. */
export function createUserList(name: string, user_xids: string): ModelCommand<UserLists> {
  return command(`create list ${JSON.stringify({ name, user_xids })}`, async (model, { call, project }) => {
    const params = { id: project.id, name, user_xids }
    const reply = await call('POST /projects/:id/feature_flags_user_lists', params)
    const taken = [...model.lists.values()].map((list) => list.name)
    const errors = listErrors(name, user_xids, taken)
    if (errors.length > 0) return says(reply, 400, errors)
    answers(reply, 201)
    model.soFar += 1
    const record = { id: numberIn(reply.row(), 'id'), iid: model.soFar, name, user_xids }
    has(reply.row(), shownList(record), reply)
    model.lists.set(record.iid, record)
  })
}
