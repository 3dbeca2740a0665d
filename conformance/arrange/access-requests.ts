import type { Furniture, Stage } from '../run/stage.ts'
import type { Made } from './create.ts'

/** Who wishes to become a member, where strangers may wish for it at all. */
export async function createAccessRequests(stage: Stage, made: Made): Promise<Furniture> {
  if (!stage.has('stranger')) return {}
  const found: { [place: string]: string | number | undefined } = {}
  const ids = { projects: stage.project.id, groups: stage.inGroup ? stage.group.id : undefined }
  for (const [kind, id] of Object.entries(ids))
    if (id !== undefined)
      found[`${kind}.access_requests`] = await made(
        stage,
        `POST /${kind}/:id/access_requests`,
        { id },
        'id',
        'stranger',
      )
  return found
}
