import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { INVALID_IDS, isIdList } from '../feature-flag-user-lists/user-lists.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { updated } from '../updated.ts'
import type { User } from '../users/user.ts'
import { nextId, nextIid, nextNumber, type World } from '../world.ts'
import {
  type FeatureFlag,
  type FlagScope,
  type FlagStrategy,
  type StrategyName,
  strategyParameters,
} from './feature-flag.ts'

export interface NewStrategy {
  readonly name: string
  readonly parameters: { readonly [name: string]: string }
  readonly userListId: number | null
  readonly environmentScopes: readonly string[]
}

/** A change of strategies: an existing one or a new one; `destroyed` deletes it. */
export interface ChangedStrategy extends Partial<Omit<NewStrategy, 'environmentScopes'>> {
  readonly id: number | null
  readonly destroyed: boolean
  readonly scopes: readonly ChangedScope[]
}
export interface ChangedScope {
  readonly id: number | null
  readonly environmentScope: string | undefined
  readonly destroyed: boolean
}

export interface FlagChanges {
  readonly name?: string
  readonly description?: string | null
  readonly active?: boolean
  readonly strategies?: readonly ChangedStrategy[]
}

export interface NewFlag {
  readonly name: string
  readonly description: string | null
  readonly active: boolean
  readonly strategies: readonly NewStrategy[]
}

const NAME = /^[a-z](?:[-_a-z0-9]*[a-z0-9])?$/

/** Adds a feature flag to a project. Throws InvalidRow. */
export function addFlag(
  world: World,
  project: Project,
  given: NewFlag,
  user: User,
  now: Instant,
): FeatureFlag {
  const { name, description, active } = given
  refuse(world, project, given)
  const flag = world.featureFlags.insert({
    id: nextId(world, 'featureFlags'),
    iid: nextIid(world, 'featureFlags', 'project', project.id),
    projectId: project.id,
    name,
    description,
    active,
    strategies: given.strategies.map((strategy) => numbered(world, strategy)),
    createdAt: now,
    updatedAt: now,
  })
  audit(
    world,
    project,
    flag,
    `Created feature flag ${name} with description "${description ?? ''}".`,
    user,
    now,
  )
  return flag
}

/**
 * Changes a feature flag: strategies and scopes that are not named stay as they are. Undefined where one is named that
 * is not there. Throws InvalidRow.
 */
export function changeFlag(
  world: World,
  project: Project,
  flag: FeatureFlag,
  { strategies: wanted = [], ...changes }: FlagChanges,
  user: User,
  now: Instant,
): FeatureFlag | undefined {
  if (!namesOnlyIts(flag.strategies, wanted)) return undefined
  const kept = flag.strategies.flatMap((strategy) => {
    const change = wanted.find(({ id }) => id === strategy.id)
    if (change?.destroyed) return []
    return [change === undefined ? strategy : changedStrategy(world, strategy, change)]
  })
  const added = wanted.filter(({ id, destroyed }) => id === null && !destroyed)
  const created = added.map(({ name = '', parameters = {}, userListId = null, scopes }) => ({
    name,
    parameters,
    userListId,
    environmentScopes: scopes.map(({ environmentScope }) => environmentScope ?? '*'),
  }))
  const changed = { ...flag, ...changes }
  refuse(world, project, { ...changed, strategies: [...kept.map(asNew), ...created] }, flag)
  const strategies = [...kept, ...created.map((strategy) => numbered(world, strategy))]
  const next = updated(flag, { ...changes, strategies }, now)
  if (next !== flag) audit(world, project, next, `Updated feature flag ${next.name}.`, user, now)
  return world.featureFlags.put(next)
}

function namesOnlyIts(own: readonly FlagStrategy[], wanted: readonly ChangedStrategy[]): boolean {
  return wanted.every(({ id, scopes }) => {
    const strategy = own.find((candidate) => candidate.id === id)
    if (id !== null && strategy === undefined) return false
    return scopes.every((scope) => scope.id === null || strategy?.scopes.some((it) => it.id === scope.id))
  })
}

function changedStrategy(world: World, strategy: FlagStrategy, change: ChangedStrategy): FlagStrategy {
  const kept = strategy.scopes.flatMap((scope) => {
    const { destroyed, environmentScope = scope.environmentScope } =
      change.scopes.find(({ id }) => id === scope.id) ?? {}
    return destroyed ? [] : [{ ...scope, environmentScope }]
  })
  const added = change.scopes.filter(({ id, destroyed }) => id === null && !destroyed)
  const { name = strategy.name, parameters = strategy.parameters, userListId = strategy.userListId } = change
  return {
    id: strategy.id,
    name: name as StrategyName,
    parameters,
    userListId,
    scopes: [...kept, ...added.map(({ environmentScope = '*' }) => numberedScope(world, environmentScope))],
  }
}

function asNew({ name, parameters, userListId }: FlagStrategy): NewStrategy {
  return { name, parameters, userListId, environmentScopes: [] }
}

function refuse(world: World, project: Project, given: NewFlag, known?: FeatureFlag): void {
  const { name, description } = given
  const errors: { [attribute: string]: string[] } = { name: nameErrors(world, project, name, known) }
  if (isLonger(description, 255)) errors.description = [tooLong(255)]
  for (const strategy of given.strategies)
    for (const [attribute, text] of strategyErrors(world, project, strategy)) {
      const key = `strategies.${attribute}`
      errors[key] = [...new Set([...(errors[key] ?? []), text])]
    }
  if (Object.values(errors).some((texts) => texts.length > 0)) throw new InvalidRow(errors)
}

export function removeFlag(
  world: World,
  project: Project,
  flag: FeatureFlag,
  user: User,
  now: Instant,
): void {
  world.featureFlags.delete(flag.id)
  audit(world, project, flag, `Deleted feature flag ${flag.name}.`, user, now)
}

function numbered(
  world: World,
  { name, parameters, userListId, environmentScopes }: NewStrategy,
): FlagStrategy {
  const scopes = environmentScopes.map((environmentScope) => numberedScope(world, environmentScope))
  return {
    id: nextNumber(world, 'flagStrategies'),
    name: name as StrategyName,
    parameters,
    userListId,
    scopes,
  }
}

function numberedScope(world: World, environmentScope: string): FlagScope {
  return { id: nextNumber(world, 'flagScopes'), environmentScope }
}

function nameErrors(world: World, project: Project, name: string, known?: FeatureFlag): string[] {
  const twin = world.featureFlags.find('byProject', project.id, name)
  return [
    ...(name.trim() === '' ? [BLANK] : []),
    ...(twin === undefined || twin.id === known?.id ? [] : [TAKEN]),
    ...(name.length < 2 ? ['is too short (minimum is 2 characters)'] : []),
    ...(isLonger(name, 63) ? [tooLong(63)] : []),
    ...(NAME.test(name)
      ? []
      : [
          "can contain only lowercase letters, digits, '_' and '-'. Must start with a letter, and cannot end with '-' or '_'",
        ]),
  ]
}

function strategyErrors(world: World, project: Project, given: NewStrategy): (readonly [string, string])[] {
  const { name, parameters, userListId } = given
  if (!Object.hasOwn(strategyParameters, name)) return [['name', 'strategy name is invalid']]
  const list = userListId === null ? undefined : world.userLists.get(userListId)
  if (name === 'gitlabUserList' && list === undefined) return [['user_list', BLANK]]
  if (name !== 'gitlabUserList' && list !== undefined) return [['user_list', 'must be blank']]
  if (list !== undefined && list.projectId !== project.id)
    return [['user_list', 'must belong to the same project']]
  const wrong = parameterFault(name as StrategyName, parameters)
  return wrong === undefined ? [] : [['parameters', wrong]]
}

function parameterFault(name: StrategyName, given: NewStrategy['parameters']): string | undefined {
  const expected = [...strategyParameters[name]].sort().join()
  if (Object.keys(given).sort().join() !== expected) return 'parameters are invalid'
  const { groupId, percentage, rollout, stickiness, userIds } = given
  if (stickiness !== undefined && !['default', 'userId', 'sessionId', 'random'].includes(stickiness))
    return 'stickiness parameter must be default, userId, sessionId, or random'
  if (groupId !== undefined && !/^[a-z]{1,32}$/.test(groupId)) return 'groupId parameter is invalid'
  if (percentage !== undefined && !isPercentage(percentage))
    return 'percentage must be a string between 0 and 100 inclusive'
  if (rollout !== undefined && !isPercentage(rollout))
    return 'rollout must be a string between 0 and 100 inclusive'
  return userIds !== undefined && !isIdList(userIds) ? `userIds ${INVALID_IDS}` : undefined
}

function isPercentage(text: string): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) <= 100
}

function audit(
  world: World,
  project: Project,
  { id, name }: FeatureFlag,
  what: string,
  author: User,
  now: Instant,
): void {
  const target = { targetId: id, targetType: 'FeatureFlag', targetDetails: name }
  recordAudit(world, { author, scope: { project }, target, change: { custom_message: what } }, now)
}
