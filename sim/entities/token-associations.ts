import type { Group } from '../model/groups/group.ts'
import { type Namespace, namespaceOf } from '../model/projects/create-project.ts'
import type { Project } from '../model/projects/project.ts'
import { visibilities } from '../model/projects/visibility.ts'
import type { World } from '../model/world.ts'
import { ancestorsAndSelf, directMember, groupOf } from '../policy/roles.ts'
import {
  constant,
  entity,
  integer,
  many,
  nullable,
  object,
  one,
  oneOfTexts,
  text,
  url,
  type View,
} from './entity.ts'
import { namespaceBasicEntity } from './namespace.ts'
import { projectSummary } from './project-summary.ts'

/** What a token reaches: groups and projects that its user sees. */
export interface TokenAssociations {
  readonly groups: readonly Group[]
  readonly projects: readonly Project[]
}

const associatedGroupEntity = entity<Group>('GroupAssociationDetails', {
  id: integer(({ id }) => id),
  web_url: url(({ fullPath }, view) => view.url(`groups/${fullPath}`)),
  name: text(({ name }) => name),
  parent_id: nullable(integer(({ parentId }) => parentId as number)),
  organization_id: constant(1),
  access_levels: nullable(integer((group, view) => highestIn(group, view) as number)),
  visibility: oneOfTexts(visibilities, ({ visibility }) => visibility),
})

const associatedProjectEntity = entity<Project>('ProjectAssociationDetails', {
  ...projectSummary,
  access_levels: object({
    project_access_level: nullable(integer((project, view) => levelIn(project, view) as number)),
    group_access_level: nullable(
      integer((project, view) => highestIn(groupOf(view.world, project), view) as number),
    ),
  }),
  visibility: oneOfTexts(visibilities, ({ visibility }) => visibility),
  web_url: url(({ fullPath }, view) => view.url(fullPath)),
  namespace: one(namespaceBasicEntity, (project, { world }): Namespace => namespaceOf(world, project)),
})

export const tokenAssociationsEntity = entity<TokenAssociations>('PersonalAccessTokenAssociations', {
  groups: many(associatedGroupEntity, ({ groups }) => groups),
  projects: many(associatedProjectEntity, ({ projects }) => projects),
})

/** The highest membership of the caller in a group and those above it; shares do not count. */
function highestIn(group: Group | undefined, { world, viewer }: View): number | null {
  const levels = [...ancestorsAndSelf(world, group)].map((it) => ownLevel(world, 'group', it.id, viewer))
  return levels.reduce((one, other) => (other === null || (one ?? 0) > other ? one : other), null)
}

function levelIn({ id }: Project, { world, viewer }: View): number | null {
  return ownLevel(world, 'project', id, viewer)
}

function ownLevel(
  world: World,
  source: 'group' | 'project',
  id: number,
  user: View['viewer'],
): number | null {
  return user === undefined ? null : (directMember(world, source, id, user)?.accessLevel ?? null)
}
