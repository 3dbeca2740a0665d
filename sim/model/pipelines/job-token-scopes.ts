import { groupsAbove } from '../groups/group-tree.ts'
import { isReleased } from '../installation/released.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { Project } from '../projects/project.ts'
import { changedLaterSetting } from '../settings/in-force.ts'
import { nextId, type World } from '../world.ts'
import type { JobTokenGrant } from './job-token-scope.ts'

const MOST = 200

/** True where the allowlist is enforced, which is the default. */
export function isJobTokenLimited(world: World, projectId: number): boolean {
  return enforcesAllowlists(world) || (world.jobTokenScopes.get(projectId)?.limited ?? true)
}

function enforcesAllowlists(world: World): boolean {
  const chosen = changedLaterSetting(world, 'enforce_ci_inbound_job_token_scope_enabled')
  return chosen === undefined ? isReleased(world, 'pipelines#later-enforced-allowlist') : chosen === true
}

export function limitJobTokens(world: World, { id }: Project, limited: boolean): void {
  world.jobTokenScopes.put({ id, projectId: id, limited })
}

/** True when the token of a job in another project counts in this one. */
export function allowsJobsFrom(world: World, projectId: number, from: number): boolean {
  if (!isJobTokenLimited(world, projectId)) return true
  if (world.jobTokenGrants.find('byProject', projectId, 'project', from) !== undefined) return true
  const source = world.projects.get(from)
  const groups = source === undefined ? [] : groupsAbove(world, source)
  return groups.some(({ id }) => world.jobTokenGrants.find('byProject', projectId, 'group', id) !== undefined)
}

export function jobTokenGrantsOf(world: World, project: Project, to: JobTokenGrant['to']): JobTokenGrant[] {
  return world.jobTokenGrants.by('byProject', project.id, to).list()
}

/** Adds a project or a group to the allowlist. Throws InvalidRow. */
export function grantJobTokenAccess(
  world: World,
  project: Project,
  to: JobTokenGrant['to'],
  targetId: number,
): JobTokenGrant {
  if (world.jobTokenGrants.find('byProject', project.id, to, targetId) !== undefined)
    throw new InvalidRow({ base: [`Target ${to} is already in the job token scope`] })
  if (to === 'project' && targetId === project.id)
    throw new InvalidRow({ base: ['Target project can not be the source project'] })
  if (jobTokenGrantsOf(world, project, to).length >= MOST)
    throw new InvalidRow({ base: [`Source project exceeds the allowable number of ${to}s in this scope`] })
  return world.jobTokenGrants.insert({
    id: nextId(world, 'jobTokenGrants'),
    projectId: project.id,
    to,
    targetId,
  })
}

/** Removes a deleted project or group from all allowlists. */
export function deleteJobTokenGrants(world: World, to: JobTokenGrant['to'], targetId: number): void {
  for (const grant of world.jobTokenGrants.by('byTarget', to, targetId).list())
    world.jobTokenGrants.delete(grant.id)
}
