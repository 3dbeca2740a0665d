import { type Instant, isoTime } from '../../time/calendar.ts'
import {
  type RunnerActor,
  type RunnerPlace,
  recordRunnerAudit,
  recordTokenReset,
} from '../audit-events/runner-audit.ts'
import { isReleased } from '../installation/released.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { Project } from '../projects/project.ts'
import { changedSetting, settingInForce } from '../settings/in-force.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Runner, RunnerProject } from './runner.ts'

/** The settings of a runner. */
export type RunnerValues = Pick<
  Runner,
  | 'description'
  | 'paused'
  | 'locked'
  | 'runUntagged'
  | 'accessLevel'
  | 'maximumTimeout'
  | 'tags'
  | 'maintenanceNote'
>

/** What a runner reports of itself. */
export type RunnerReport = Partial<
  Pick<Runner, 'name' | 'version' | 'revision' | 'platform' | 'architecture' | 'ipAddress'>
>

const SHORTEST_TIMEOUT = 600
const LONGEST_NOTE = 1024
const MOST_TAGS = 50

function check(
  { maximumTimeout, maintenanceNote, runUntagged, tags }: RunnerValues,
  { tags: known }: Pick<RunnerValues, 'tags'> = { tags: [] },
): void {
  const errors = {
    ...(maintenanceNote !== null &&
      [...maintenanceNote].length > LONGEST_NOTE && {
        maintenance_note: [`is too long (maximum is ${LONGEST_NOTE} characters)`],
      }),
    ...(maximumTimeout !== null &&
      maximumTimeout < SHORTEST_TIMEOUT && { maximum_timeout: ['needs to be at least 10 minutes'] }),
    ...(!runUntagged &&
      tags.length === 0 && {
        tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'],
      }),
    ...(tags !== known &&
      distinct(tags).length > MOST_TAGS && {
        tags_list: [`Too many tags specified. Please limit the number of tags to ${MOST_TAGS}`],
      }),
  }
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}

/** Registers a runner. Throws InvalidRow. */
export function registerRunner(
  world: World,
  place: RunnerPlace,
  { token, by, report, ...values }: RunnerValues & NewRunner,
  now: Instant,
): Runner {
  check(values)
  const runner = world.runners.insert({
    id: nextId(world, 'runners'),
    type: typeOf(place),
    ...values,
    tags: distinct(values.tags),
    token,
    ...expiryOf(world, typeOf(place), now),
    name: null,
    version: null,
    revision: null,
    platform: null,
    architecture: null,
    ipAddress: null,
    ...report,
    contactedAt: null,
    createdAt: now,
    ...('id' in by && { creatorId: by.id }),
    updatedAt: now,
  })
  if (place !== 'installation' && 'project' in place) link(world, runner, place.project, now)
  if (place !== 'installation' && 'group' in place)
    world.runnerGroups.insert({
      id: nextId(world, 'runnerGroups'),
      runnerId: runner.id,
      groupId: place.group.id,
    })
  recordRunnerAudit(world, runner, place, by, `${arrivalOf(world, by)} ${kindOf(runner)} CI runner`, now)
  return runner
}
interface NewRunner {
  /** With which it signs in from now on. */
  readonly token: string
  readonly by: RunnerActor
  readonly report: RunnerReport
}

function typeOf(place: RunnerPlace): Runner['type'] {
  if (place === 'installation') return 'instance_type'
  return 'project' in place ? 'project_type' : 'group_type'
}

/** `project` of `project_type`. */
function kindOf({ type }: Runner): string {
  return type.replace('_type', '')
}

function link(world: World, runner: Runner, project: Project, now: Instant): void {
  const id = nextId(world, 'runnerProjects')
  world.runnerProjects.insert({ id, runnerId: runner.id, projectId: project.id, updatedAt: now })
}

function distinct(tags: readonly string[]): string[] {
  return [...new Set(tags)]
}

/** Changes the settings of a runner. Throws InvalidRow. */
export function changeRunner(
  world: World,
  runner: Runner,
  { tags = runner.tags, ...values }: Partial<RunnerValues>,
  now: Instant,
): Runner {
  const changed = { ...runner, ...values, tags: distinct(tags), updatedAt: now }
  check(changed, runner)
  return world.runners.put(changed)
}

/** Records a contact of a runner with what it reports. */
export function recordRunnerReport(world: World, runner: Runner, report: RunnerReport, now: Instant): Runner {
  return world.runners.put({ ...runner, ...report, contactedAt: now })
}

/** Resets the authentication token of a runner; the one before is revoked. */
export function resetRunnerToken(world: World, runner: Runner, token: string, now: Instant): Runner {
  const { tokenExpiresAt: _before, ...kept } = runner
  return world.runners.put({ ...kept, token, ...expiryOf(world, runner.type, now), updatedAt: now })
}

const intervals = {
  instance_type: 'runner_token_expiration_interval',
  group_type: 'group_runner_token_expiration_interval',
  project_type: 'project_runner_token_expiration_interval',
} as const

function expiryOf(world: World, type: Runner['type'], now: Instant): Pick<Runner, 'tokenExpiresAt'> {
  const seconds = changedSetting(world, intervals[type])
  return seconds ? { tokenExpiresAt: now + seconds * 1000 } : {}
}

/** Enables a runner in one more project. Throws InvalidRow where it is enabled. */
export function enableRunner(world: World, runner: Runner, project: Project, by: User, now: Instant): Runner {
  if (world.runnerProjects.find('byProject', project.id, runner.id) !== undefined)
    throw new InvalidRow({ assign_to: ['Validation failed: Runner projects runner has already been taken'] })
  link(world, runner, project, now)
  recordRunnerAudit(world, runner, { project }, by, 'Assigned CI runner to project', now)
  return runner
}

/** Disables a runner in a project. */
export function disableRunner(
  world: World,
  enabled: RunnerProject,
  runner: Runner,
  project: Project,
  by: User,
  now: Instant,
): void {
  world.runnerProjects.delete(enabled.id)
  recordRunnerAudit(world, runner, { project }, by, 'Unassigned CI runner from project', now)
}

/** Removes a runner; what it has worked on stays. */
export function unregisterRunner(world: World, runner: Runner, by: RunnerActor, now: Instant): void {
  const projects = world.runnerProjects.by('byRunner', runner.id).list()
  const groups = world.runnerGroups.by('byRunner', runner.id).list()
  const places: RunnerPlace[] = [
    ...projects.map(({ projectId }) => ({ project: world.projects.require(projectId) })),
    ...groups.map(({ groupId }) => ({ group: world.groups.require(groupId) })),
    ...(runner.type === 'instance_type' ? (['installation'] as const) : []),
  ]
  for (const { id } of projects) world.runnerProjects.delete(id)
  for (const { id } of groups) world.runnerGroups.delete(id)
  for (const { id } of world.runnerManagers.by('byRunner', runner.id).list()) world.runnerManagers.delete(id)
  world.runners.delete(runner.id)
  for (const place of places) recordRunnerAudit(world, runner, place, by, farewell(world, runner), now)
}

function arrivalOf(world: World, by: RunnerActor): string {
  return 'id' in by && isReleased(world, 'audit-events#later-runner-created') ? 'Created' : 'Registered'
}

function farewell(world: World, runner: Runner): string {
  const text = `Unregistered ${kindOf(runner)} CI runner`
  if (!isReleased(world, 'audit-events#later-runner-contact')) return text
  const { contactedAt } = runner
  return contactedAt === null ? `${text}, never contacted` : `${text}, last contacted ${textOf(contactedAt)}`
}

function textOf(at: Instant): string {
  return `${isoTime(at).slice(0, 19).replace('T', ' ')} UTC`
}

/** The place that a registration token is for. */
export function placeForRegistrationToken(world: World, token: string): RunnerPlace | undefined {
  if (token === '') return undefined
  if (world.instance.require(1).runnersToken === token) return 'installation'
  const registrars = settingInForce(world, 'valid_runner_registrars')
  const project = world.projects.find('byRunnersToken', token)
  if (project !== undefined) return registrars.includes('project') ? { project } : undefined
  const group = world.groups.find('byRunnersToken', token)
  return group !== undefined && registrars.includes('group') ? { group } : undefined
}

/** Resets the registration token of a project, a group or the installation. */
export function resetRegistrationToken(
  world: World,
  place: RunnerPlace,
  token: string,
  by: User,
  now: Instant,
): void {
  const before = secretOf(world, place)
  if (place === 'installation') world.instance.update(1, { runnersToken: token })
  else if ('group' in place) world.groups.update(place.group.id, { runnersToken: token })
  else {
    const { id, settings } = world.projects.require(place.project.id)
    world.projects.update(id, { settings: { ...settings, runnersToken: token } })
  }
  recordTokenReset(world, place, { by, before, after: token }, now)
}

function secretOf(world: World, place: RunnerPlace): string {
  if (place === 'installation') return world.instance.require(1).runnersToken
  return 'group' in place ? place.group.runnersToken : place.project.settings.runnersToken
}
