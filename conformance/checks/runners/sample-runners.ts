import { contactRunner, type RegisteredRunner, runner } from '../../arrange/runners.ts'
import type { Reply } from '../../kit/client.ts'
import { numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'

export const own = 'GET /runners'
export const ofProject = 'GET /projects/:id/runners'
export const ofGroup = 'GET /groups/:id/runners'
export const ofAll = 'GET /runners/all'

/** Runners of every kind that a check can make: with and without tags, paused, heard of. */
export async function sampleRunners(stage: Stage): Promise<readonly RegisteredRunner[]> {
  const made = [
    await runner(stage, { description: 'one', tag_list: 'a,b' }),
    await runner(stage, { description: 'two', tag_list: 'b', paused: true }),
    await runner(stage, { description: 'three', tag_list: 'A', run_untagged: false }),
    await runner(stage, { description: 'four' }),
    ...(stage.inGroup ? [await runner(stage, { description: 'five', tag_list: 'a,b,c' }, 'groups')] : []),
  ]
  for (const one of made.slice(0, 2)) await contactRunner(stage, one)
  return made
}

/** A list that fits on one page; skips where there are more. */
export async function listRunners(
  stage: Stage,
  operation: string,
  params: Params = {},
  as: Role = 'owner',
): Promise<Reply> {
  const id = operation === ofGroup ? stage.group.id : stage.project.id
  const placed = operation.includes(':id') ? { id } : {}
  const reply = await stage.call(operation, { ...placed, per_page: 100, ...params }, { as })
  if (reply.headers['x-next-page']) stage.skip('there are more than a hundred runners')
  return reply
}

export function idsIn(rows: readonly Row[]): readonly number[] {
  return rows.map((row) => numberIn(row, 'id'))
}
