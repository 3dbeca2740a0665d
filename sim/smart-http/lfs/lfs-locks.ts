import type { LfsLock } from '../../model/repository/lfs-object.ts'
import { nextId, type World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import { isoTime } from '../../time/calendar.ts'
import type { Session } from '../service.ts'
import { lfsBody } from './lfs-body.ts'
import { lfsForbidden, lfsRefusal, lfsReply } from './lfs-replies.ts'

/** Most characters of a path that is locked, as the service stores it. */
const LONGEST_PATH = 511

/** Lists the locks of a project, or the one with an id or a path. */
export function listLocks({ world, project }: Session, { url }: PlainRequest): PlainReply {
  const asked = new URLSearchParams(url.split('?', 2)[1] ?? '')
  const [id, path] = [asked.get('id'), asked.get('path')]
  const locks = locksOf(world, project.id).filter(
    (lock) => (id === null || String(lock.id) === id) && (path === null || lock.path === path),
  )
  return lfsReply(200, { locks: locks.map((lock) => shown(world, lock)) })
}

/** Lists the locks of the caller, and those of others, which a push has to leave alone. */
export function verifyLocks({ world, project, caller }: Session): PlainReply {
  const locks = locksOf(world, project.id)
  const own = (lock: LfsLock) => lock.userId === caller.user?.id
  return lfsReply(200, {
    ours: locks.filter(own).map((lock) => shown(world, lock)),
    theirs: locks.filter((lock) => !own(lock)).map((lock) => shown(world, lock)),
  })
}

export function lock({ world, project, caller, now }: Session, request: PlainRequest): PlainReply {
  if (caller.user === undefined) throw lfsForbidden(world)
  const { path } = lfsBody(request)
  if (typeof path !== 'string' || path === '') throw lfsRefusal(world, 422, "Path can't be blank")
  if (path.length > LONGEST_PATH)
    throw lfsRefusal(world, 422, `Path is too long (maximum is ${LONGEST_PATH} characters)`)
  const known = world.lfsLocks.find('byPath', project.id, path)
  if (known !== undefined) throw lfsRefusal(world, 409, 'already locked', { lock: shown(world, known) })
  const row = { projectId: project.id, path, userId: caller.user.id, createdAt: now }
  const made = world.lfsLocks.insert({ id: nextId(world, 'lfsLocks'), ...row })
  return lfsReply(201, { lock: shown(world, made) })
}

/** Removes a lock: one's own, or with force, which Maintainers have, that of somebody else. */
export function unlock(session: Session, request: PlainRequest, id: number): PlainReply {
  const { world, project, caller, now } = session
  const found = world.lfsLocks.get(id)
  if (found?.projectId !== project.id) throw lfsRefusal(world, 404, 'Lock not found')
  const forced = lfsBody(request).force === true
  const own = found.userId === caller.user?.id
  if (!own && !forced) throw lfsRefusal(world, 403, `${found.path} is locked by GitLab User ${found.userId}`)
  if (!own && !can({ world, caller, now }, 'admin_project', project))
    throw lfsRefusal(world, 403, 'You must have maintainer access to force delete a lock')
  world.lfsLocks.delete(id)
  return lfsReply(200, { lock: shown(world, found) })
}

function locksOf(world: World, projectId: number): LfsLock[] {
  return world.lfsLocks.by('byProject', projectId).list()
}

function shown(world: World, { id, path, userId, createdAt }: LfsLock) {
  const name = world.users.get(userId)?.name ?? 'Ghost User'
  return { path, id: String(id), locked_at: isoTime(createdAt), owner: { name } }
}
