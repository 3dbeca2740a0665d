import { hasLfsObject, linkLfsObject } from '../../model/repository/lfs-objects.ts'
import { instanceOf } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { anonymous } from '../../policy/caller.ts'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import type { Session } from '../service.ts'
import { lfsBody } from './lfs-body.ts'
import { lfsNotFound, lfsReply } from './lfs-replies.ts'

/** The objects that a client wants to send or to have. */
interface Batch {
  readonly operation: 'download' | 'upload' | undefined
  readonly objects: readonly Wanted[]
}
interface Wanted {
  readonly oid: string
  readonly size: number
}

/** Reads what is wanted; objects without a valid id or size are left out. */
export function readBatch(request: PlainRequest): Batch {
  const { operation, objects } = lfsBody(request)
  return {
    operation: operation === 'download' || operation === 'upload' ? operation : undefined,
    objects: (Array.isArray(objects) ? objects : []).flatMap(wanted),
  }
}

function wanted(given: unknown): Wanted[] {
  if (typeof given !== 'object' || given === null) return []
  const { oid, size } = given as { readonly oid?: unknown; readonly size?: unknown }
  const valid = typeof oid === 'string' && /^[0-9a-f]{64}$/.test(oid) && Number.isSafeInteger(size)
  return valid && (size as number) >= 0 ? [{ oid, size: size as number }] : []
}

/** Tells the client where to send objects to, or where to fetch them from. */
export function batchReply(session: Session, request: PlainRequest, batch: Batch): PlainReply {
  if (batch.objects.length === 0) throw lfsNotFound(session.world)
  const told = batch.operation === 'download' ? downloaded : uploaded
  return lfsReply(200, { objects: batch.objects.map((object) => told(session, request, object)) })
}

function downloaded({ world, project, now }: Session, { headers }: PlainRequest, object: Wanted) {
  if (!hasLfsObject(world, project, object.oid))
    return {
      ...object,
      error: {
        code: 404,
        message: "Object does not exist on the server or you don't have permissions to access it",
      },
    }
  const href = `${instanceOf(world).url}/${project.fullPath}.git/gitlab-lfs/objects/${object.oid}`
  const isOpen = can({ world, caller: anonymous, now }, 'read_code', project)
  return {
    ...object,
    actions: { download: { href, header: credentials(headers) } },
    ...(isOpen && { authenticated: true }),
  }
}

function uploaded(session: Session, { headers }: PlainRequest, object: Wanted) {
  const { world, project } = session
  const { oid, size } = object
  if (hasLfsObject(world, project, oid) || linkedFromSource(session, oid)) return object
  const href = `${instanceOf(world).url}/${project.fullPath}.git/gitlab-lfs/objects/${oid}/${size}`
  const header = {
    ...credentials(headers),
    'Content-Type': 'application/octet-stream',
    'Transfer-Encoding': 'chunked',
  }
  return { ...object, actions: { upload: { href, header } } }
}

// What the project that this is a fork of has need not be sent again.
function linkedFromSource({ world, project, caller, now }: Session, oid: string): boolean {
  const source = project.forkedFromId === null ? undefined : world.projects.get(project.forkedFromId)
  if (source === undefined || !hasLfsObject(world, source, oid)) return false
  if (!can({ world, caller, now }, 'read_code', source)) return false
  linkLfsObject(world, project, oid)
  return true
}

function credentials({ authorization }: PlainRequest['headers']) {
  return authorization === undefined ? {} : { Authorization: authorization }
}
