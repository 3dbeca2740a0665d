import { withoutEnds } from '../../lib/trim.ts'
import type { KeyPart } from '../../store/key.ts'
import type { Instant } from '../../time/calendar.ts'
import { InvalidRow } from '../invalid-row.ts'
import { isReachable } from '../merge-requests/mergeability.ts'
import { BLANK, TAKEN } from '../names.ts'
import type { Deployment, Environment, EnvironmentTier } from '../pipelines/ci.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, nextIid, type World } from '../world.ts'

const LONGEST_NAME = 255

/** Creates an environment. Throws InvalidRow. */
export function createEnvironment(
  world: World,
  project: Project,
  { name, tier }: { readonly name: string; readonly tier: EnvironmentTier | undefined },
  now: Instant,
): Environment {
  refuseEnvironmentName(world, project, name)
  return world.environments.insert({
    id: nextId(world, 'environments'),
    projectId: project.id,
    name,
    production: (tier ?? tierByName(name)) === 'production',
    ...(tier && { tier }),
    createdAt: now,
  })
}

/** Throws InvalidRow for a name that an environment cannot have, or that another one has. */
export function refuseEnvironmentName(
  world: World,
  project: Project,
  name: string,
  self?: Environment,
): void {
  if (name.trim() === '') throw new InvalidRow({ name: [BLANK] })
  if (name.length > LONGEST_NAME || !/^[a-zA-Z0-9_/${}. -]+$/.test(name))
    throw new InvalidRow({
      name: [
        "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
      ],
    })
  const twin = world.environments.find('byProject', project.id, name)
  if (twin !== undefined && twin.id !== self?.id) throw new InvalidRow({ name: [TAKEN], slug: [TAKEN] })
}

const patterns: readonly (readonly [EnvironmentTier, RegExp])[] = [
  ['development', /dev|review|trunk/i],
  ['testing', /test|tst|int|ac(?:ce|)pt|qa|qc|control|quality/i],
  ['staging', /st(?:a|)g|mod(?:e|)l|pre|demo|non/i],
  ['production', /pr(?:o|)d|live/i],
]

/** The tier of an environment: the one given, or the one that its name implies. */
export function tierOf({ name, tier, production }: Environment): EnvironmentTier {
  if (tier !== undefined || production) return tier ?? 'production'
  const told = tierByName(name)
  return told === 'production' ? 'other' : told
}

function tierByName(name: string): EnvironmentTier {
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
}

/** How an environment is named in addresses and references. */
export function slugOf(name: string): string {
  return withoutEnds(name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), '-').slice(0, 24)
}

/** The last successful deployment to an environment. */
export function lastDeploymentOf(world: World, environmentId: number): Deployment | undefined {
  for (const deployment of world.deployments.by('byEnvironment', environmentId).descending())
    if (deployment.status === 'success') return deployment
  return undefined
}

export const deploymentStates = ['running', 'success', 'failed', 'canceled'] as const
export type DeploymentState = (typeof deploymentStates)[number]

export interface NewDeployment {
  readonly environment: string
  readonly sha: string
  readonly ref: string
  readonly status: DeploymentState
  readonly by: User
}

/** Records a deployment; its environment is created where it is missing. Throws InvalidRow. */
export function recordDeployment(
  world: World,
  project: Project,
  given: NewDeployment,
  now: Instant,
): Deployment {
  const { environment: name, sha, ref, status, by } = given
  const environment =
    world.environments.find('byProject', project.id, name) ??
    createEnvironment(world, project, { name, tier: undefined }, now)
  const deployment = world.deployments.insert({
    id: nextId(world, 'deployments'),
    iid: nextIid(world, 'deployments', 'project', project.id),
    projectId: project.id,
    environmentId: environment.id,
    sha,
    ref,
    status: 'created',
    userId: by.id,
    finishedAt: null,
    mergeRequestIds: [],
    createdAt: now,
  })
  return setDeploymentStatus(world, deployment, status, now)
}

/** Sets the status of a deployment; a successful one links merge requests to its environment. */
export function setDeploymentStatus(
  world: World,
  deployment: Deployment,
  status: DeploymentState | 'skipped',
  now: Instant,
): Deployment {
  const finishedAt = status === 'running' ? null : now
  const mergeRequestIds = status === 'success' ? broughtBy(world, deployment) : deployment.mergeRequestIds
  return world.deployments.put({ ...deployment, status, finishedAt, mergeRequestIds })
}

/** The merged merge requests that a deployment contains, and no other one to the same environment. */
function broughtBy(world: World, { id, projectId, environmentId, sha }: Deployment): number[] {
  const { deployments, mergeRequests } = world
  // Most were deployed, which keys tell without a look at the rows; a deployment may have failed since.
  const deployed = deployments.by('byDeployed', environmentId)
  const there = new Set<KeyPart | undefined>()
  for (const [, mergeRequestId, by] of deployed.continuations(0, deployed.count()))
    if (by !== id) there.add(mergeRequestId)
  const isThere = (other: Deployment) => other.id !== id && other.environmentId === environmentId
  return mergeRequests
    .by('byState', projectId, 'merged')
    .ids()
    .filter((one) => !there.has(one) && !deployments.by('byMergeRequest', one).list().some(isThere))
    .map((one) => mergeRequests.require(one))
    .filter(({ mergeCommitSha, squashCommitSha, sha: head }) => {
      const landed = mergeCommitSha ?? squashCommitSha ?? head
      return landed !== null && isReachable(world, landed, sha)
    })
    .map((mergeRequest) => mergeRequest.id)
}
