import { smallest } from '../lib/lists.ts'
import type { CiJob } from '../model/pipelines/ci.ts'
import type { Project } from '../model/projects/project.ts'
import { isProtected } from '../model/protected-tags/protections.ts'
import { ONLINE_FOR, type Runner } from '../model/runners/runner.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { ancestorsAndSelf, groupOf } from './roles.ts'
import { isAt, runnersFor } from './runners.ts'

/** The job that a runner is given next; undefined when nothing waits for it. */
export function nextJob(world: World, runner: Runner, waitedSince: Instant): CiJob | undefined {
  if (runner.paused) return undefined
  const waiting = candidates(world, runner).filter(
    (job) => (job.queuedAt ?? job.createdAt) <= waitedSince && fits(world, runner, job),
  )
  if (runner.type !== 'instance_type') return earliest(waiting)
  // Those who have least under way on shared runners come first.
  const busy = new Map<number, number>()
  for (const { projectId } of waiting)
    if (!busy.has(projectId)) busy.set(projectId, underWay(world, projectId))
  const least = smallest(busy.values())
  return earliest(waiting.filter(({ projectId }) => busy.get(projectId) === least))
}

function earliest(jobs: readonly CiJob[]): CiJob | undefined {
  return jobs.reduce<CiJob | undefined>((first, job) => (first && first.id < job.id ? first : job), undefined)
}

function underWay(world: World, projectId: number): number {
  return world.ciJobs
    .by('byRunning', projectId)
    .list()
    .filter(({ runnerId }) => world.runners.get(runnerId ?? 0)?.type === 'instance_type').length
}

function candidates(world: World, runner: Runner): CiJob[] {
  if (runner.type === 'project_type')
    return world.runnerProjects
      .by('byRunner', runner.id)
      .list()
      .flatMap(({ projectId }) => world.ciJobs.by('byPending', projectId).list())
      .filter((job) => builds(world.projects.require(job.projectId)))
  return world.ciJobs
    .by('byPending')
    .list()
    .filter((job) => serves(world, runner, world.projects.require(job.projectId)))
}

function builds(project: Project): boolean {
  return project.features.builds !== 'disabled'
}

function serves(world: World, runner: Runner, project: Project): boolean {
  if (!builds(project)) return false
  if (runner.type === 'instance_type') return project.settings.sharedRunners
  if (!project.settings.groupRunners) return false
  for (const { id } of ancestorsAndSelf(world, groupOf(world, project)))
    if (world.runnerGroups.find('byGroup', id, runner.id) !== undefined) return true
  return false
}

/** True when a runner may take a job by what both say of themselves. */
function fits(world: World, runner: Runner, job: CiJob): boolean {
  const { tags = [] } = job
  if (tags.length === 0 ? !runner.runUntagged : !tags.every((tag) => runner.tags.includes(tag))) return false
  return runner.accessLevel === 'not_protected' || isProtected(world, job)
}

/** True when a runner that asked for work lately could take one of these jobs: then the clock leaves them to it. */
export function isExpectedByRunner(
  world: World,
  project: Project,
  jobs: readonly CiJob[],
  now: Instant,
): boolean {
  const pending = jobs.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return false
  const places = runnersFor(world, project)
  for (const runner of world.runners
    .by('byAsked')
    .within({ from: now - ONLINE_FOR + 1 })
    .ascending())
    if (!runner.paused && isAt(world, places, runner) && pending.some((job) => fits(world, runner, job)))
      return true
  return false
}
