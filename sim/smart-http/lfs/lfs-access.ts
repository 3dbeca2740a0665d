import { projectKnownAt } from '../../model/projects/project-paths.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { inMaintenance } from '../../policy/maintenance.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { mayFetch, unauthorized } from '../access.ts'
import { gitCaller } from '../credentials.ts'
import type { GitHttp, Session } from '../service.ts'
import { NO_PUSHES_NOW } from '../texts.ts'
import { lfsForbidden, lfsNotFound, lfsRefusal } from './lfs-replies.ts'

/**
 * Authorises a client of Git LFS for a project, in the order of the service. Whoever may not download learns nothing of
 * it; without an operation nobody may do anything. Throws a Refusal.
 */
export function authorizeLfs(
  service: GitHttp,
  request: PlainRequest,
  path: string,
  use: 'download' | 'upload' | undefined,
): Session {
  const { world, now, onIdentified } = service
  const who = gitCaller(world, request, now)
  const project = projectKnownAt(world, path)
  if (who === undefined) throw unauthorized(service)
  const { caller } = who
  onIdentified(caller)
  const situation: Situation = { world, caller, now }
  const fetches = project !== undefined && who.fetches && mayFetch(situation, who, project)
  if (caller.token === undefined && !(fetches && use === 'download')) throw unauthorized(service)
  if (project === undefined || !fetches || !project.settings.lfs) throw lfsNotFound(world)
  if (use === 'upload' && inMaintenance(world)) throw lfsRefusal(world, 403, NO_PUSHES_NOW)
  const allowed = use === 'upload' ? who.pushes && can(situation, 'push_code', project) : use === 'download'
  if (!allowed) throw lfsForbidden(world)
  return { world, now, caller, project }
}
