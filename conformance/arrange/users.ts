import { numberIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import { arranged, type Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'

/** A user of the check’s own, which the check deletes. */
export async function createdUser(stage: Stage, name: string, as?: Who): Promise<Row> {
  const username = `${stage.prefix}-${name}`.toLowerCase()
  const params = {
    username,
    name: 'Some Body',
    email: `${username}@example.com`,
    password: 'Correct-Horse-9',
  }
  return arranged(await stage.call('POST /users', params, as === undefined ? {} : { as }))
}

/** Deletes a user with everything that is theirs. */
export async function deleteUser(stage: Stage, user: Row): Promise<void> {
  await stage.call('DELETE /users/:id', { id: numberIn(user, 'id'), hard_delete: true })
}
