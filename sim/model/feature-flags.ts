import type { Instant } from '../time/calendar.ts'
import { recordAudit } from './audit-log.ts'
import { type FeatureFlag, type FlagStrategy, type StrategyName, strategyParameters } from './feature-flag.ts'
import { InvalidRow } from './invalid-row.ts'
import { BLANK, TAKEN, tooLong } from './names.ts'
import type { Project } from './project.ts'
import type { User } from './user.ts'
import { areIds, WRONG_IDS } from './user-lists.ts'
import { nextId, nextIid, nextNumber, type World } from './world.ts'

export interface NewStrategy {
  readonly name: string
  readonly parameters: { readonly [name: string]: string }
  readonly userListId: number | null
  readonly environmentScopes: readonly string[]
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
  const errors: { [attribute: string]: string[] } = { name: nameErrors(world, project, name) }
  if ((description?.length ?? 0) > 255) errors.description = [tooLong(255)]
  for (const strategy of given.strategies)
    for (const [attribute, text] of strategyErrors(world, project, strategy)) {
      const key = `strategies.${attribute}`
      errors[key] = [...new Set([...(errors[key] ?? []), text])]
    }
  if (Object.values(errors).some((texts) => texts.length > 0)) throw new InvalidRow(errors)
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
  const scopes = environmentScopes.map((environmentScope) => ({
    id: nextNumber(world, 'flagScopes'),
    environmentScope,
  }))
  return {
    id: nextNumber(world, 'flagStrategies'),
    name: name as StrategyName,
    parameters,
    userListId,
    scopes,
  }
}

function nameErrors(world: World, project: Project, name: string): string[] {
  return [
    ...(name.trim() === '' ? [BLANK] : []),
    ...(world.featureFlags.find('byProject', project.id, name) === undefined ? [] : [TAKEN]),
    ...(name.length < 2 ? ['is too short (minimum is 2 characters)'] : []),
    ...(name.length > 63 ? [tooLong(63)] : []),
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
  return userIds !== undefined && !areIds(userIds) ? `userIds ${WRONG_IDS}` : undefined
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
