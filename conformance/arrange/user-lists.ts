import { numberIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import { arranged, type Stage } from '../run/stage.ts'

/** A feature flag user list of the throw-away project, as created. */
export async function userList(stage: Stage, name: string, user_xids = 'a,b'): Promise<Row> {
  const params = { id: stage.project.id, name, user_xids }
  return arranged(await stage.call('POST /projects/:id/feature_flags_user_lists', params, { as: 'owner' }))
}

/** Params that name a list in a path. */
export function namedList(stage: Stage, list: Row): { readonly id: number; readonly iid: number } {
  return { id: stage.project.id, iid: numberIn(list, 'iid') }
}
