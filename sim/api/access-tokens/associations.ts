import { tokenAssociationsEntity } from '../../entities/token-associations.ts'
import { inEach } from '../../lib/dialect.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { User } from '../../model/users/user.ts'
import { groupLevel, projectLevel } from '../../policy/roles.ts'
import { seesGroup, seesProject } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { pageParams } from '../../protocol/paginate.ts'
import { oneOf } from '../../protocol/params.ts'
import { badRequest } from '../../protocol/refusal.ts'
import { rolesTaken } from '../shared/role-levels.ts'
import { anyScope, ownKinds } from './params.ts'

const leastLevel = inEach(rolesTaken, (levels: readonly number[]) => oneOf([accessLevels.minimal, ...levels]))

export const listTokenAssociations = operation(
  {
    method: 'GET',
    path: '/personal_access_tokens/self/associations',
    summary:
      'Get the groups and projects that the personal access token reaches which authenticates the request',
    since: 'access-tokens#later-associations',
    scopes: anyScope,
    params: { min_access_level: leastLevel, ...pageParams },
    answers: { one: tokenAssociationsEntity },
    refuses: [400],
    beyond: true,
    source: 'access-tokens#later-associations',
  },
  ({ world, caller, params, now }) => {
    const { token } = caller
    if (token === undefined || !ownKinds.includes(token.kind))
      throw badRequest('This endpoint requires token type to be a personal access token')
    const user = caller.user as User
    const { min_access_level: least, page, per_page } = params
    const onPage = <Row>(rows: Iterable<Row>, passes: (row: Row) => boolean) =>
      pageOf(rows, passes, (page ?? 1) - 1, Math.min(per_page ?? 20, 100))
    return {
      groups: onPage(world.groups.all().descending(), (group) =>
        least ? groupLevel(world, user, group, now) >= least : seesGroup(world, caller, group, now),
      ),
      projects: onPage(world.projects.all().descending(), (project) =>
        least ? projectLevel(world, user, project, now) >= least : seesProject(world, caller, project, now),
      ),
    }
  },
)

/** What passes of the rows, on one page; no row behind it is looked at. */
function pageOf<Row>(rows: Iterable<Row>, passes: (row: Row) => boolean, page: number, size: number): Row[] {
  const found: Row[] = []
  let behind = page * size
  for (const row of rows) {
    if (found.length === size) break
    if (passes(row) && behind-- <= 0) found.push(row)
  }
  return found
}
