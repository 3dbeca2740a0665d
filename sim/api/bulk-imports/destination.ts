import { changed, type Dialect, inDialect, since } from '../../lib/dialect.ts'
import type { NewEntity } from '../../model/bulk-imports/bulk-imports.ts'
import { namespaceTaken } from '../../model/names.ts'
import { type AbilityName, can, type Situation } from '../../policy/abilities.ts'
import { message } from '../../protocol/refusal.ts'

/** What the last segment of a path may be from 16.4 on. */
export const LATER_SLUG = '^[a-zA-Z0-9]+(?:[._-][a-zA-Z0-9]+)*$'
export const LATER_SLUG_TEXT =
  "can only include non-accented letters, digits, '_', '-' and '.'. It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'."

const closed = since(
  'bulk-imports#later-destination',
  changed('bulk-imports#later-version-text', {
    before: (path: string) =>
      `Import failed. Destination '${path}' is invalid, or you don't have permission.`,
    after: (path: string) => `Import failed. '${path}' is invalid, or you do not have permission.`,
  }),
)
const taken = since(
  'bulk-imports#later-destination-taken',
  (path: string) => `Import failed. '${path}' already exists. Change the destination and try again.`,
)

/** What newer releases decide of destinations. */
export const destinationTexts = [closed, taken] as const

/** Refuses a destination that is missing, not open to the caller, or taken, where the release looks at it. */
export function refuseDestination(situation: Situation, entity: NewEntity, dialect: Dialect): void {
  const { world } = situation
  const { kind, destinationNamespace: place, destinationSlug: slug } = entity
  const closedText = inDialect(closed, dialect)
  if (closedText !== undefined && place !== '') {
    const group = world.groups.find('byFullPath', place.toLowerCase())
    const ability: AbilityName = kind === 'group' ? 'create_subgroup' : 'import_projects'
    if (group === undefined || !can(situation, ability, group)) throw message(422, closedText(place))
  }
  const takenText = inDialect(taken, dialect)
  const path = place === '' ? slug : `${place}/${slug}`
  const isTaken =
    kind === 'group'
      ? namespaceTaken(world, path)
      : world.projects.find('byFullPath', path.toLowerCase()) !== undefined
  if (takenText !== undefined && isTaken) throw message(422, takenText(path))
}
