import type { Instant } from '../../time/calendar.ts'
import { groupsAbove } from '../groups/group-tree.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { updated } from '../updated.ts'
import { nextId, type World } from '../world.ts'
import type { CiVariable, VariableOwner } from './ci-variable.ts'

export type VariableValues = Omit<CiVariable, 'id' | 'owner' | 'ownerId' | 'updatedAt'>

export interface VariablePlace {
  readonly owner: VariableOwner
  readonly ownerId: number
}

const LONGEST_VALUE = 10_000

/** Creates a CI/CD variable. Throws InvalidRow. */
export function addVariable(
  world: World,
  place: VariablePlace,
  values: VariableValues,
  now: Instant,
): CiVariable {
  refuse(world, place, values, undefined)
  return world.ciVariables.insert({ id: nextId(world, 'ciVariables'), ...place, ...values, updatedAt: now })
}

/** Throws InvalidRow. */
export function changeVariable(
  world: World,
  variable: CiVariable,
  values: Partial<VariableValues>,
  now: Instant,
): CiVariable {
  const changed = updated(variable, values, now)
  refuse(world, variable, changed, variable)
  return world.ciVariables.put(changed)
}

/** The variables of a place, by key. */
export function variablesOf(world: World, { owner, ownerId }: VariablePlace): CiVariable[] {
  return world.ciVariables.by('byOwner', owner, ownerId).list()
}

/** The variables for jobs of a project; those of the project win over groups, groups over the installation. */
export function variablesFor(world: World, project: Project): CiVariable[] {
  const places: VariablePlace[] = [{ owner: 'instance', ownerId: 0 }]
  const groups = groupsAbove(world, project).map(({ id }) => ({ owner: 'group' as const, ownerId: id }))
  const all = [...places, ...groups.reverse(), { owner: 'project' as const, ownerId: project.id }]
  const byKey = new Map<string, CiVariable>()
  for (const place of all) for (const it of variablesOf(world, place)) byKey.set(it.key, it)
  return [...byKey.values()]
}

function refuse(world: World, place: VariablePlace, values: VariableValues, self: CiVariable | undefined) {
  const errors: { [attribute: string]: string[] } = {}
  const { key, value, masked, environmentScope } = values
  const wrong = keyErrors(key)
  const twins = world.ciVariables
    .by('byOwner', place.owner, place.ownerId, key, environmentScope)
    .list()
    .filter(({ id }) => id !== self?.id)
  if (wrong.length > 0) errors.key = wrong
  else if (twins.length > 0) errors.key = [`(${key}) has already been taken`]
  if (masked && !isMaskable(value)) errors.value = ['is invalid']
  if (isLonger(value, LONGEST_VALUE)) errors.value = [tooLong(LONGEST_VALUE)]
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors satisfies Errors)
}

function keyErrors(key: string): string[] {
  if (key === '') return [BLANK, "can contain only letters, digits and '_'."]
  if (isLonger(key, 255)) return [tooLong(255)]
  return /^[A-Za-z0-9_]+$/.test(key) ? [] : ["can contain only letters, digits and '_'."]
}

/** A value that can be told from anything else in a log: eight characters at least, in one line. */
function isMaskable(value: string): boolean {
  return /^[a-zA-Z0-9_+=/@:.~-]{8,}$/.test(value)
}
