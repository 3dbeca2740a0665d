import type { Project } from '../model/projects/project.ts'
import { projectKnownAt } from '../model/projects/project-paths.ts'
import { settingInForce } from '../model/settings/in-force.ts'
import { instanceOf } from '../model/world.ts'
import { can, type Situation } from '../policy/abilities.ts'
import { anonymous } from '../policy/caller.ts'
import { inMaintenance } from '../policy/maintenance.ts'
import { seesProject } from '../policy/visible.ts'
import type { PlainRequest } from '../protocol/message.ts'
import { Refusal } from '../protocol/refusal.ts'
import { type GitCaller, gitCaller } from './credentials.ts'
import type { GitHttp, Session } from './service.ts'
import type { GitService, Target } from './target.ts'
import {
  accessDenied,
  MAY_NOT_DOWNLOAD,
  MAY_NOT_PUSH,
  NO_DOWNLOADS,
  NO_PUSHES_NOW,
  NO_UPLOADS,
  NOT_FOUND,
  NOT_OVER_HTTP,
} from './texts.ts'

/**
 * Authorises a git client for a project, in the order of the service: credentials, their scopes, whether the project is
 * visible, whether its code may be fetched or pushed. Throws a Refusal.
 */
export function authorizeClient(service: GitHttp, request: PlainRequest, target: Target): Session {
  const { world, now, onIdentified } = service
  const who = gitCaller(world, request, now)
  const project = projectKnownAt(world, target.path)
  if (who === undefined) throw unauthorized(service)
  onIdentified(who.caller)
  if (settingInForce(world, 'enabled_git_access_protocol') === 'ssh') throw refused(403, NOT_OVER_HTTP)
  const situation: Situation = { world, caller: who.caller, now }
  const pushes = target.service === 'git-receive-pack'
  if (pushes && inMaintenance(world)) throw refused(403, NO_PUSHES_NOW)
  // Anonymous clients learn nothing: a project that does not exist asks for credentials too.
  if (who.caller.token === undefined) {
    if (pushes || project === undefined || !can(situation, 'read_code', project)) throw unauthorized(service)
    return { world, now, caller: who.caller, project }
  }
  if (pushes ? !who.pushes : !who.fetches) throw refused(403, pushes ? NO_UPLOADS : NO_DOWNLOADS)
  if (project === undefined || !sees(situation, who, project)) throw refused(404, NOT_FOUND)
  if (!allowed(situation, who, project, target.service))
    throw refused(403, pushes ? MAY_NOT_PUSH : MAY_NOT_DOWNLOAD)
  return { world, now, caller: who.caller, project }
}

function sees({ world, caller, now }: Situation, { projectId }: GitCaller, project: Project): boolean {
  if (projectId === undefined) return seesProject(world, caller, project, now)
  return projectId === project.id || seesProject(world, anonymous, project, now)
}

function allowed(situation: Situation, who: GitCaller, project: Project, service: GitService): boolean {
  return service === 'git-receive-pack'
    ? can(situation, 'push_code', project)
    : mayFetch(situation, who, project)
}

/** Whether a client may fetch the code of a project, scopes of its credentials aside. */
export function mayFetch(situation: Situation, who: GitCaller, project: Project): boolean {
  if (who.projectId !== undefined && !sees(situation, who, project)) return false
  if (who.caller.token?.kind === 'deploy' && who.projectId === project.id) return true
  return can(situation, 'read_code', project)
}

export function unauthorized({ world }: GitHttp): Refusal {
  return refused(401, accessDenied(instanceOf(world).url), { 'WWW-Authenticate': 'Basic realm="GitLab"' })
}

function refused(status: number, text: string, headers: { readonly [name: string]: string } = {}): Refusal {
  return new Refusal(status, text, { text: `${text}\n`, headers })
}
