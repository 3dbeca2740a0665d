import { Unarranged } from '../kit/finding.ts'
import type { Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { arranged, type Stage } from '../run/stage.ts'
import { isMoreOpen } from './throw-away-place.ts'

/** Another group, beside the throw-away one, as created. */
export async function anotherGroup(stage: Stage, name: string, params: Params = {}): Promise<Row> {
  return arranged(await stage.call('POST /groups', anotherGroupsParams(stage, name, params)))
}

/** What creates a group beside the throw-away one: below the group of the run, where there is one. */
export function anotherGroupsParams({ parent, prefix }: Stage, name: string, params: Params = {}): Params {
  const named = { name: `${prefix} ${name}`, path: `${prefix}-${name}` }
  if (parent === undefined) return { ...named, ...params }
  const { visibility = 'private' } = params
  if (isMoreOpen(String(visibility), parent.visibility))
    throw new Unarranged(
      `below the ${parent.visibility} group ${parent.path} no ${visibility} group can be created`,
      {
        rightly: true,
      },
    )
  return { ...named, parent_id: parent.id, ...params }
}
