import type { GroupDescription, ProjectDescription, WorldDescription } from '../../../fixtures/schema.ts'
import { forEach, Pace, type Steps, type Stepwise } from '../../lib/steps.ts'
import { type Instant, parseTime } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import type { Tier } from '../installation/instance.ts'
import type { Label } from '../labels/label.ts'
import type { ApprovalRule, MergeRequest } from '../merge-requests/merge-request.ts'
import type { Milestone } from '../milestones/milestone.ts'
import type { Pipeline } from '../pipelines/ci.ts'
import type { Project } from '../projects/project.ts'
import type { ProtectedBranch } from '../protected-tags/protected-ref.ts'
import type { Runner } from '../runners/runner.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { Names } from './names.ts'

export interface LoadOptions {
  /** Draws the secrets that the description leaves open. */
  readonly seed: number
  readonly tier: Tier
  /** Scheme and host that links carry, without a trailing slash. */
  readonly url: string
  /** Where the clock starts; what `start-2h` counts from. */
  readonly start: Instant
  /** Where the store of objects is that imports are read from. */
  readonly s3Endpoint?: string | undefined
}

/** A group under construction, with the names that its descendants can use. */
export interface GroupScope {
  readonly row: Group
  readonly description: GroupDescription
  readonly path: string
  readonly labels: Names<Label>
  readonly milestones: Names<Milestone>
}

/** A project under construction, with the names that only mean something inside it. */
export interface ProjectScope {
  readonly row: Project
  readonly description: ProjectDescription
  /** Where in the description it stands: `projects[3]`. */
  readonly path: string
  readonly labels: Names<Label>
  readonly milestones: Names<Milestone>
  /** Commit key to object id. */
  readonly commits: Names<string>
  readonly mergeRequests: Names<MergeRequest>
  readonly pipelines: Names<Pipeline>
  readonly protectedBranches: Names<ProtectedBranch>
  readonly rules: Names<ApprovalRule>
  /** The latest time of anything in it, and the bytes counted so far. */
  lastActivityAt: Instant
  readonly bytes: { repository: number; wiki: number; packages: number; snippets: number }
}

/** The state of one load. */
export interface Loading {
  readonly world: World
  readonly description: WorldDescription
  readonly options: LoadOptions
  readonly users: Names<User>
  readonly groups: Names<GroupScope>
  readonly projects: Names<ProjectScope>
  readonly runners: Names<Runner>
  readonly pace: Pace
}

export function openLoading(world: World, description: WorldDescription, options: LoadOptions): Loading {
  return {
    world,
    description,
    options,
    users: new Names('user'),
    groups: new Names('group'),
    projects: new Names('project'),
    runners: new Names('runner'),
    pace: new Pace(),
  }
}

/** Loads the entries of a list one by one, in steps. */
export function* loadEach<T>(
  { pace }: Pick<Loading, 'pace'>,
  entries: readonly T[] | undefined,
  load: (entry: T, i: number) => Stepwise<void>,
): Steps<void> {
  yield* forEach(entries ?? [], pace, load)
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Reads a time of the description: ISO 8601, or a distance from the start. */
export function timeOf({ options }: Loading, text: string): Instant {
  if (!text.startsWith('start')) return parseTime(text) ?? wrongTime(text)
  const unit = text.at(-1) as keyof typeof UNITS
  return text === 'start' ? options.start : options.start + Number(text.slice(5, -1)) * UNITS[unit]
}

/** The same for a time that may be absent. */
export function timeOrNull(loading: Loading, text: string | null | undefined): Instant | null {
  return text === undefined || text === null ? null : timeOf(loading, text)
}

function wrongTime(text: string): never {
  throw new Error(`there is no time '${text}'`)
}

/** The id of a user, or null where none is named. */
export function userIdOrNull(loading: Loading, name: string | undefined, path: string): number | null {
  return name === undefined ? null : loading.users.require(name, path).id
}

export function userIds(loading: Loading, names: readonly string[] | undefined, path: string): number[] {
  return (names ?? []).map((name, i) => loading.users.require(name, `${path}[${i}]`).id)
}

/** Notes that something happened in the project. */
export function touch(scope: ProjectScope, at: Instant): void {
  if (at > scope.lastActivityAt) scope.lastActivityAt = at
}
