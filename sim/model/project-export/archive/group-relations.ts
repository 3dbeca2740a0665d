import type { Group } from '../../groups/group.ts'
import {
  choiceNames,
  laterProjectCreationLevels,
  subgroupCreationLevels,
} from '../../groups/group-choices.ts'
import { choiceOf, projectCreationOf } from '../../groups/group-settings.ts'
import { groupBadges } from './badges.ts'
import { groupBoards } from './boards.ts'
import { groupEpics } from './epics.ts'
import { type Fields, fieldsOf } from './field.ts'
import { groupLabels } from './labels.ts'
import { groupMembers } from './members.ts'
import { groupMilestones } from './milestones.ts'
import { type AnyRelation, absentRelation, type Relation } from './relation.ts'
import { text, title } from './types.ts'
import { visibilityLevel } from './visibility.ts'

const { column, told } = fieldsOf<Group>()

const fields: Fields<Group> = {
  name: column('name', title()),
  path: told(({ path }) => path),
  description: column('description', text),
  visibility_level: column('visibility', visibilityLevel),
  parent_id: told(({ parentId }) => parentId),
  project_creation_level: {
    write: (group, { world }) => laterProjectCreationLevels.indexOf(projectCreationOf(world, group)),
    read: (given) => {
      const projectCreation = laterProjectCreationLevels[Number(given ?? -1)]
      return projectCreation === undefined ? {} : { projectCreation }
    },
  },
  default_branch_protection: {
    write: (group) => group.defaultBranchProtection ?? null,
    read: (given) =>
      typeof given === 'number' && [0, 1, 2, 3].includes(given) ? { defaultBranchProtection: given } : {},
  },
  ...Object.fromEntries(
    Object.entries(choiceNames).map(([name, choice]) => [name, told((group) => choiceOf(group, choice))]),
  ),
  subgroup_creation_level: told((group) =>
    subgroupCreationLevels.indexOf(choiceOf(group, 'subgroupCreation')),
  ),
}

/** The attributes of a group in an archive. Its name and path come from the migration. */
export const groupAttributes: Relation<Group, Group> = {
  name: 'self',
  shape: 'one',
  rows: (group) => [group],
  fields,
  put: ({ description = '', projectCreation, defaultBranchProtection }, { id }, { world, now }) =>
    world.groups.update(id, {
      description,
      ...(projectCreation !== undefined && { projectCreation }),
      ...(defaultBranchProtection !== undefined && { defaultBranchProtection }),
      updatedAt: now,
    }),
}

/** The relations of a group, in the order in which they are read. */
export const groupRelations: readonly AnyRelation<Group>[] = [
  groupAttributes,
  groupMembers,
  groupLabels,
  groupMilestones,
  groupBadges,
  groupBoards,
  groupEpics,
  absentRelation('iterations_cadences', 'many'),
  absentRelation('namespace_settings', 'one'),
]
