import { isRows } from '../kit/json.ts'
import type { Stage } from '../run/stage.ts'

/** Names of branches and tags, as far as the first page of each shows them. */
export async function refsOf({ call, project }: Stage): Promise<readonly string[]> {
  const names: string[] = []
  for (const kind of ['branches', 'tags']) {
    const list = `GET /projects/:id/repository/${kind}`
    const { json } = await call(list, { id: project.id, per_page: 100 }, { mayFault: true })
    if (isRows(json)) names.push(...json.map(({ name }) => String(name)))
  }
  return names
}

/** Two names that no ref of the project has. */
export async function absentRefs(stage: Stage): Promise<readonly string[]> {
  const there = new Set(await refsOf(stage))
  return ['a', 'b', 'c', 'd']
    .map((end) => `no-such-ref-${end}`)
    .filter((name) => !there.has(name))
    .slice(0, 2)
}
