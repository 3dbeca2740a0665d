import { sha256Hex } from '../lib/hash.ts'
import type { Steps } from '../lib/steps.ts'
import { setAvatar } from '../model/avatars/avatars.ts'
import { addBadge } from '../model/badges/badges.ts'
import { addList, createBoard } from '../model/boards/boards.ts'
import type { BulkImportEntity } from '../model/bulk-imports/bulk-import.ts'
import { addEntity, countRelation, goOnWith } from '../model/bulk-imports/bulk-imports.ts'
import {
  downloadFromInstallation,
  getInstallationList,
  getInstallationObject,
  postToInstallation,
} from '../model/external-import/hosts/installation.ts'
import { numberIn, type Row, rowIn, rowsIn, textIn } from '../model/external-import/hosts/rest.ts'
import type { Group } from '../model/groups/group.ts'
import { choicesIn, laterProjectCreationLevels } from '../model/groups/group-choices.ts'
import { branchProtectionOf, projectCreationOf } from '../model/groups/group-settings.ts'
import { createGroup } from '../model/groups/groups.ts'
import { isReleased } from '../model/installation/released.ts'
import { cappedVisibility } from '../model/installation/restricted-visibility.ts'
import { isServiceFlagOn } from '../model/installation/service-flags.ts'
import { createGroupLabel, groupLabelsIn } from '../model/labels/label-changes.ts'
import { DEFAULT_LABEL_COLOR } from '../model/labels/named-labels.ts'
import { changeMilestone, isTitleTaken, openMilestone } from '../model/milestones/milestones.ts'
import { namespaceTaken } from '../model/names.ts'
import { visibilityNamed } from '../model/projects/visibility.ts'
import { mayCreateTopLevelGroups } from '../model/users/rights-to-create.ts'
import type { World } from '../model/world.ts'
import { can } from '../policy/abilities.ts'
import { callerFor } from '../policy/caller.ts'
import { migrateEpics } from './migrate-epics.ts'
import { migrateMembers } from './migrate-members.ts'
import {
  attemptStep,
  LoaderFault,
  loadEach,
  type MigrationRun,
  type Outcome,
  type Pipeline,
  runnersTokenOf,
  type Stage,
} from './migration-run.ts'

/** The stages of a group (bulk-imports#stages). */
export const groupStages: readonly Stage[] = [
  migrateGroup,
  migrateContent,
  migrateBoardsAndProjects,
  migrateSubgroups,
  () => 'done',
]

function migrateGroup(run: MigrationRun): Outcome {
  const { world, entity, remote } = run
  // The source lets its owners alone begin this, and nobody while it has migrations switched off.
  const isLetOut = attemptStep(run, 'export_request_worker', 'extractor', () => {
    postToInstallation(remote, `${at(run)}/export_relations`)
    return true
  })
  if (!isLetOut) return 'failed'
  const row = attemptStep(run, 'group', 'extractor', () =>
    getInstallationObject(remote, `${at(run)}?with_projects=false`),
  )
  if (row === undefined) return 'failed'
  const group = attemptStep(run, 'group', 'loader', () => groupFrom(run, row))
  if (group === undefined) return 'failed'
  countRelation(world, entity, 'self', 1, 1)
  const sourceId = numberIn(row, 'id')
  world.bulkImportEntities.update(entity.id, {
    groupId: group.id,
    updatedAt: run.now,
    ...(sourceId !== null && { sourceId }),
  })
  migrateAvatar(run, group, row)
  return 'done'
}

const refused = (told: string) =>
  new LoaderFault('BulkImports::Groups::Loaders::GroupLoader::GroupCreationError', told)

function groupFrom({ world, entity, user, now }: MigrationRun, row: Row): Group {
  const { destinationNamespace: place, destinationSlug: path } = entity
  const parent = place === '' ? undefined : world.groups.find('byFullPath', place.toLowerCase())
  const isPersonal = parent === undefined && world.users.find('byUsername', place.toLowerCase()) !== undefined
  if (place !== '' && isPersonal) throw refused('Destination is not a group')
  const caller = callerFor(user)
  const may =
    place === ''
      ? mayCreateTopLevelGroups(world, user)
      : parent !== undefined && can({ world, caller, now }, 'create_subgroup', parent)
  if (!may) throw refused('User not allowed to create group')
  const fullPath = parent === undefined ? path : `${parent.fullPath}/${path}`
  const isTaken =
    namespaceTaken(world, fullPath) || world.projects.find('byFullPath', fullPath.toLowerCase()) !== undefined
  if (isTaken) throw refused('Group exists')
  const choices = choicesIn(row)
  const values = {
    name: freeName(world, parent, textIn(row, 'name') ?? path),
    path,
    description: textIn(row, 'description') ?? '',
    visibility: cappedVisibility(world, visibilityNamed(row.visibility), parent?.visibility),
  }
  const runnersToken = runnersTokenOf('group', entity)
  const group = createGroup(world, { ...values, parent, creator: user, runnersToken }, now)
  return world.groups.update(group.id, { ...decisions(world, group, row), choices })
}

function migrateAvatar(run: MigrationRun, group: Group, row: Row): void {
  const name = textIn(row, 'avatar_url')?.split('/').at(-1)
  if (name === undefined || name === '') return
  const bytes = attemptStep(run, 'uploads', 'extractor', () =>
    downloadFromInstallation(run.remote, `${at(run)}/avatar`),
  )
  if (bytes === undefined) return
  const loaded = attemptStep(run, 'uploads', 'loader', () => {
    const avatar = setAvatar(run.world, 'group', group.id, { name, bytes })
    return run.world.groups.update(group.id, { avatar })
  })
  countRelation(run.world, run.entity, 'uploads', 1, loaded === undefined ? 0 : 1)
}

// What follows from the settings here needs no decision of the group's own.
function decisions(
  world: World,
  group: Group,
  row: Row,
): Pick<Group, 'projectCreation' | 'defaultBranchProtection'> {
  const creation = laterProjectCreationLevels.find((level) => level === row.project_creation_level)
  const protection = [0, 1, 2, 3, 4].find((level) => level === row.default_branch_protection)
  return {
    ...(creation !== undefined &&
      creation !== projectCreationOf(world, group) && { projectCreation: creation }),
    ...(protection !== undefined &&
      protection !== branchProtectionOf(world, group) && { defaultBranchProtection: protection }),
  }
}

function freeName(world: World, parent: Group | undefined, wanted: string): string {
  const isFree = (name: string) => world.groups.by('byParent', parent?.id ?? 0, name).count(1) === 0
  let name = wanted
  for (let n = 1; !isFree(name); n++) name = `${wanted}(${n})`
  return name
}

function migrateContent(run: MigrationRun): Outcome {
  const group = groupOf(run)
  if (group === undefined) return 'failed'
  const { world, now } = run
  const labels = found(run, 'labels', '/labels?include_ancestor_groups=false')
  loadEach(run, 'labels', labels, (row) =>
    createGroupLabel(
      world,
      group,
      {
        title: textIn(row, 'name') ?? '',
        color: textIn(row, 'color') ?? DEFAULT_LABEL_COLOR,
        description: textIn(row, 'description'),
        priority: null,
      },
      now,
    ),
  )
  const milestones = found(run, 'milestones', '/milestones')
  const inOrder = [...milestones].sort((a, b) => Number(a.iid) - Number(b.iid))
  loadEach(run, 'milestones', inOrder, (row) => {
    const [description, due_date, start_date] = ['description', 'due_date', 'start_date'].map((name) =>
      textIn(row, name),
    )
    const values = { title: freeTitle(run, group, row), description, due_date, start_date }
    const opened = openMilestone(world, { group }, values, undefined, now)
    if (row.state === 'closed') changeMilestone(world, opened, { state_event: 'close' }, undefined, now)
  })
  loadEach(run, 'badges', found(run, 'badges', '/badges'), (row) => {
    const [name = null, linkUrl, imageUrl] = ['name', 'link_url', 'image_url'].map((it) => textIn(row, it))
    addBadge(world, { group }, { name, linkUrl: linkUrl ?? '', imageUrl: imageUrl ?? '' }, now)
  })
  migrateMembers(run, 'group', group.id)
  return 'done'
}

/** The title of a milestone; in later releases one that is free here (bulk-imports#later-titles). */
function freeTitle({ world, entity, now }: MigrationRun, group: Group, row: Row): string | null {
  const title = textIn(row, 'title')
  const isKept = title === null || !isReleased(world, 'bulk-imports#later-titles')
  if (isKept || !isTitleTaken(world, { group }, title)) return title
  const mark = sha256Hex(`milestone ${title} of entity ${entity.id}`).slice(0, 2)
  return `${title} (imported-${mark}-${Math.floor(now / 1000)})`
}

function migrateBoards(run: MigrationRun): void {
  const group = groupOf(run)
  if (group === undefined) return
  const { world, now } = run
  const labels = groupLabelsIn(world, group, true).list()
  loadEach(run, 'boards', found(run, 'boards', '/boards'), (row) => {
    const board = createBoard(
      world,
      { group },
      {
        name: textIn(row, 'name') ?? '',
        hidesBacklog: row.hide_backlog_list === true,
        hidesClosed: row.hide_closed_list === true,
      },
      now,
    )
    for (const list of rowsIn(row, 'lists')) {
      const name = textIn(rowIn(list, 'label'), 'name')
      const label = labels.find(({ title }) => title === name)
      // Lists of people and milestones stay behind.
      if (label !== undefined) addList(world, board, { label })
    }
  })
}

function* migrateBoardsAndProjects(run: MigrationRun): Steps<Outcome> {
  // Nothing else may be done twice while the source still exports.
  if ((yield* migrateEpics(run)) === 'again') return 'again'
  migrateBoards(run)
  migrateProjects(run)
  return 'done'
}

function migrateProjects(run: MigrationRun): void {
  const { world, entity } = run
  if (!entity.migrateProjects || !isServiceFlagOn(world, 'bulk_import_projects')) return
  const query = 'with_shared=false&include_subgroups=false'
  addEntities(run, 'project', found(run, 'project_entities', `/projects?${query}`), 'path_with_namespace')
}

function migrateSubgroups(run: MigrationRun): Outcome {
  addEntities(run, 'group', found(run, 'subgroups', '/subgroups'), 'full_path')
  goOnWith(run.world, run.migration, run.now)
  return 'done'
}

function addEntities(
  run: MigrationRun,
  kind: 'group' | 'project',
  rows: readonly Row[],
  pathName: string,
): void {
  const { world, migration, entity, now } = run
  const group = groupOf(run)
  if (group === undefined) return
  const above = ancestorsOf(run)
  for (const row of rows) {
    const sourceFullPath = textIn(row, pathName)
    const destinationSlug = textIn(row, 'path')
    if (!sourceFullPath || !destinationSlug) continue
    if (kind === 'group' && !isBelow(run, above, sourceFullPath)) continue
    if (!isWithinBounds(run, kind)) break
    const { migrateProjects } = entity
    const about = { sourceFullPath, destinationSlug, destinationNamespace: group.fullPath, migrateProjects }
    addEntity(world, migration, { ...about, kind, parentId: entity.id }, now)
  }
}

/** Groups stand at most this deep below each other (bulk-imports#stages). */
const DEEPEST = 20

/** The paths at the source from which this entity was found, itself first. */
function ancestorsOf({ world, entity }: MigrationRun): readonly string[] {
  const paths: string[] = []
  let it: BulkImportEntity | undefined = entity
  while (it !== undefined && paths.length < DEEPEST) {
    paths.push(it.sourceFullPath.toLowerCase())
    it = world.bulkImportEntities.get(it.parentId ?? 0)
  }
  return paths
}

// A source that lists a group below itself, or has no end, would be followed for ever.
function isBelow(run: MigrationRun, above: readonly string[], path: string): boolean {
  return (
    attemptStep(run, 'subgroups', 'transformer', () => {
      if (above.includes(path.toLowerCase()))
        throw new LoaderFault('BulkImports::Error', 'The source lists a group among its own subgroups')
      if (above.length >= DEEPEST)
        throw new LoaderFault('BulkImports::Error', `More than ${DEEPEST} groups stand below each other`)
      return true
    }) === true
  )
}

/** Groups and projects of one migration (bulk-imports#stages). */
const MOST_ENTITIES = 2000

// Nor is one followed for ever that has new groups in every group.
function isWithinBounds(run: MigrationRun, kind: 'group' | 'project'): boolean {
  const { world, migration } = run
  const relation = kind === 'group' ? 'subgroups' : 'project_entities'
  return (
    attemptStep(run, relation, 'transformer', () => {
      if (world.bulkImportEntities.by('byImport', migration.id).count() >= MOST_ENTITIES)
        throw new LoaderFault('BulkImports::Error', `More than ${MOST_ENTITIES} groups and projects`)
      return true
    }) === true
  )
}

function found(run: MigrationRun, relation: Pipeline, path: string): readonly Row[] {
  return (
    attemptStep(run, relation, 'extractor', () => getInstallationList(run.remote, `${at(run)}${path}`)) ?? []
  )
}

function at({ entity }: MigrationRun): string {
  return `/groups/${encodeURIComponent(entity.sourceFullPath)}`
}

function groupOf({ world, entity }: MigrationRun): Group | undefined {
  return world.groups.get(entity.groupId ?? 0)
}
