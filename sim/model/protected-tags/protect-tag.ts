import type { Instant } from '../../time/calendar.ts'
import { type NewRefAccess, withAccessIds } from '../branches/protect-branch.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { BLANK, TAKEN } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import type { ProtectedTag } from './protected-ref.ts'

export interface TagProtection {
  readonly name: string
  readonly create: readonly NewRefAccess[]
}

/**
 * Protects a tag or all tags of a pattern; the tag need not be there, and patterns may overlap. What is wrong with the
 * access list is found before. Throws InvalidRow.
 */
export function protectTag(
  world: World,
  project: Project,
  { name, create }: TagProtection,
  accessErrors: Errors,
  now: Instant,
): ProtectedTag {
  const errors = { ...nameErrors(world, project, name), ...accessErrors }
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  return world.protectedTags.insert({
    id: nextId(world, 'protectedTags'),
    projectId: project.id,
    name,
    create: withAccessIds(world, create),
    createdAt: now,
    updatedAt: now,
  })
}

function nameErrors(world: World, project: Project, name: string): Errors {
  if (name.trim() === '') return { name: [BLANK] }
  return world.protectedTags.find('byName', project.id, name) === undefined ? {} : { name: [TAKEN] }
}
