import { answers, numberIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import type { Stage } from '../run/stage.ts'

const PATIENCE_S = 60

/** The operations that export the relations of a kind. */
export function exportsOf(kind: string) {
  const place = `/${kind}s/:id/export_relations`
  return { start: `POST ${place}`, status: `GET ${place}/status`, download: `GET ${place}/download` }
}

/** What the throw-away stage has whose relations can be exported. */
export function portables(stage: Stage): readonly { readonly kind: string; readonly id: number }[] {
  const project = { kind: 'project', id: stage.project.id }
  return stage.inGroup ? [project, { kind: 'group', id: stage.group.id }] : [project]
}

/** The relations of a project or group once all are finished. Skips where the target has migrations switched off. */
export async function finishedRelations(
  stage: Stage,
  kind: string,
  how: { readonly batched?: true } = {},
): Promise<readonly Row[]> {
  const { start, status } = exportsOf(kind)
  const id = kind === 'project' ? stage.project.id : stage.group.id
  const begun = await stage.call(start, { id, ...how })
  if (begun.status === 404) return stage.skip('the target has migrations switched off')
  answers(begun, 202)
  return stage.until(
    async () => (await stage.call(status, { id })).rows(),
    (rows) => rows.length > 0 && rows.every((row) => numberIn(row, 'status') !== 0),
    { seconds: PATIENCE_S, reason: 'the target takes too long to export relations' },
  )
}
