import type { Reply } from '../kit/client.ts'
import { isRow } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { bytesOfText } from '../oracle/archive.ts'
import type { Furniture, Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'
import { uploading } from './transfer.ts'

/** Bytes that begin as a picture does. */
export const avatarBytes: Uint8Array = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3,
])

/** Sends a picture to an operation that takes one. */
export function uploadAvatar(
  stage: Stage,
  operation: string,
  params: Params,
  { bytes = avatarBytes, filename = 'face.png', fields = {}, as }: Sent = {},
): Promise<Reply> {
  const file = uploading({ archive: bytes, filename, fields, field: 'avatar' })
  return stage.call(operation, params, as === undefined ? file : { as, ...file })
}
interface Sent {
  readonly bytes?: Uint8Array
  readonly filename?: string
  readonly fields?: { readonly [name: string]: string }
  readonly as?: Who
}

/** Attaches a file to the project. */
export function uploadAttachment(stage: Stage, filename: string, text = `${filename}\n`): Promise<Reply> {
  const archive = bytesOfText(text)
  const sent = uploading({ archive, filename, fields: {} })
  return stage.call('POST /projects/:id/uploads', { id: stage.project.id }, { as: 'owner', ...sent })
}

/** Pictures of the project and its group, and files attached to the project. */
export async function createAvatarsAndUploads(stage: Stage): Promise<Furniture> {
  await uploadAvatar(stage, 'PUT /projects/:id', { id: stage.project.id })
  if (stage.inGroup) await uploadAvatar(stage, 'PUT /groups/:id', { id: stage.group.id })
  for (const name of ['one.txt', 'two.txt']) await uploadAttachment(stage, name)
  const { json } = await uploadAttachment(stage, 'three.txt')
  if (!isRow(json)) return {}
  const [, , secret = '', filename = ''] = String(json.url).split('/')
  const listed = await stage.call('GET /projects/:id/uploads', { id: stage.project.id }, { as: 'owner' })
  const [latest] = listed.status === 200 ? listed.rows() : []
  return { upload_id: latest?.id as number | undefined, secret, filename }
}
