import type { Reply } from '../../kit/client.ts'
import { answers } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

export const everywhere = 'GET /search'
export const inGroup = 'GET /groups/:id/search'
export const inProject = 'GET /projects/:id/search'

/** The operation and the parameters that make it look there. */
export interface Where {
  readonly operation: string
  readonly params: Params
}

/** The three places in which what lies in the throw-away project is found. */
export function places(stage: Stage): readonly Where[] {
  const project = { operation: inProject, params: { id: stage.project.id } }
  const group = stage.inGroup ? [{ operation: inGroup, params: { id: stage.group.id } }] : []
  return [project, ...group, { operation: everywhere, params: {} }]
}

/** A successful search; one page of a hundred. */
export async function search(
  stage: Stage,
  { operation, params }: Where,
  asked: Params,
  as: Who = 'owner',
): Promise<Reply> {
  const reply = await stage.call(operation, { ...params, per_page: 100, ...asked }, { as })
  answers(reply, 200)
  return reply
}

/** A search of the throw-away project. */
export function searchHere(stage: Stage, asked: Params, as?: Who): Promise<Reply> {
  return search(stage, { operation: inProject, params: { id: stage.project.id } }, asked, as)
}

/** Skips where a search engine decides what is found and in which order; a database does without one. */
export function basicOnly(stage: Stage, reply: Reply): Reply {
  const kind = reply.headers['x-search-type']
  return kind === undefined || kind === 'basic'
    ? reply
    : stage.skip('a search engine answers, not the database')
}

export function titlesOf(reply: Reply): string[] {
  return reply.rows().map((row: Row) => String(row.title))
}
