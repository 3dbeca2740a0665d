import { answers, has, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'

/** The operations on reactions to a record, and to the notes on it. */
export function reactingTo(record: string): readonly string[] {
  return [record, `${record}/notes/:note_id`].flatMap((path) => [
    ...['GET', 'POST'].map((verb) => `${verb} ${path}/award_emoji`),
    ...['GET', 'DELETE'].map((verb) => `${verb} ${path}/award_emoji/:award_id`),
  ])
}

/** Gives a reaction, which is not taken twice, looks at it, and takes it back; `meanwhile` is done while it is there. */
export async function reactOnce(
  { call }: Stage,
  [path, named]: readonly [path: string, named: Params],
  reaction: Row & { readonly name: string },
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { name } = reaction
  const made = await call(`POST ${path}/award_emoji`, { ...named, name })
  answers(made, 201)
  has(made.row(), reaction, made)
  answers(await call(`POST ${path}/award_emoji`, { ...named, name }), 404)
  answers(await call(`GET ${path}/award_emoji`, named), 200, [made.json ?? null])
  await meanwhile()
  const award = { ...named, award_id: numberIn(made.row(), 'id') }
  answers(await call(`GET ${path}/award_emoji/:award_id`, award), 200, made.json)
  answers(await call(`DELETE ${path}/award_emoji/:award_id`, award), 204)
  answers(await call(`GET ${path}/award_emoji`, named), 200, [])
}
