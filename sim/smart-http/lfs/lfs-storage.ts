import { utf8 } from '../../lib/bytes.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { hasLfsObject, storeLfsObject } from '../../model/repository/lfs-objects.ts'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import { Refusal } from '../../protocol/refusal.ts'
import type { Session } from '../service.ts'
import { lfsNotFound, lfsReply } from './lfs-replies.ts'

/** Sends an object of the project. */
export function download({ world, project }: Session, oid: string): PlainReply {
  if (!hasLfsObject(world, project, oid)) throw lfsNotFound(world)
  const { bytes } = world.lfsObjects.require(oid)
  const headers = { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' }
  return { status: 200, headers, body: bytes }
}

/** Stores an object, whose content has to be what its id and its size say. */
export function upload(
  { world, project }: Session,
  { body = '' }: PlainRequest,
  { oid, size }: { readonly oid: string; readonly size: number },
): PlainReply {
  const bytes = typeof body === 'string' ? utf8(body) : body
  if (bytes.length !== size || sha256Hex(bytes) !== oid)
    throw new Refusal(400, 'SHA256 or size mismatch', { text: 'SHA256 or size mismatch' })
  storeLfsObject(world, project, bytes)
  return { ...lfsReply(200, null), body: '' }
}
