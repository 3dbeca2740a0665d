import { equals } from '../../kit/expect.ts'
import { found } from '../search.ts'
import { shownList } from '../user-lists.ts'
import { command, type ModelCommand } from './command.ts'
import type { UserLists } from './create-user-list.ts'

/** Searches the lists and compares what is found with the model, in the order of ids. */
export function listUserLists(search: string): ModelCommand<UserLists> {
  return command(`search lists for ${JSON.stringify(search)}`, async (model, { call, project }) => {
    const params = { id: project.id, search, per_page: 100 }
    const reply = await call('GET /projects/:id/feature_flags_user_lists', params)
    const expected = [...model.lists.values()].filter(({ name }) => found(search, [name], 1)).map(shownList)
    const shown = reply.rows().map(({ id, iid, name, user_xids }) => ({ id, iid, name, user_xids }))
    equals('the lists', JSON.parse(JSON.stringify(shown)), expected, reply)
  })
}
