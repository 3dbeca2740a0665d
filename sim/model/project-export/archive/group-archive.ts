import { utf8 } from '../../../lib/bytes.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { toJson } from '../../../lib/json.ts'
import { append } from '../../../lib/lists.ts'
import { ndjson, readNdjson } from '../../../lib/ndjson.ts'
import { Pace, type Steps } from '../../../lib/steps.ts'
import { type Instant, isoTime } from '../../../time/calendar.ts'
import { avatarFile } from '../../avatars/avatars.ts'
import type { Group } from '../../groups/group.ts'
import { choicesIn, type GroupChoices, subgroupCreationLevels } from '../../groups/group-choices.ts'
import { groupsBelow } from '../../groups/group-tree.ts'
import { createGroup } from '../../groups/groups.ts'
import { cappedVisibility } from '../../installation/restricted-visibility.ts'
import { InvalidRow } from '../../invalid-row.ts'
import type { Visibility } from '../../projects/visibility.ts'
import type { User } from '../../users/user.ts'
import { instanceOf, type World } from '../../world.ts'
import { nestEpics } from './epics.ts'
import type { JsonObject, Reading, Writing } from './field.ts'
import { groupAttributes, groupRelations } from './group-relations.ts'
import { ARCHIVE_VERSION, type Entry, places } from './layout.ts'
import { readLines } from './read-lines.ts'
import { readRow, writeRelation } from './relation.ts'
import { unbundled } from './unbundled.ts'
import { filesIn, ImportFault, objectIn, tarOf } from './unpack.ts'
import { keptAvatar } from './uploaded-files.ts'
import { visibilityOf } from './visibility.ts'
import { readWiki, wikiBundle } from './wiki.ts'
import { relationFile, tarGzSteps } from './write-archive.ts'

// A group travels with the groups below it, but without their projects.

const TREE = 'tree/groups'
const ALL = `${TREE}/_all.ndjson`
const relations = groupRelations.filter(({ name }) => name !== groupAttributes.name)

/** `2023-01-22_10-05-123_acme_export.tar.gz` */
export function groupArchiveName({ fullPath }: Group, now: Instant): string {
  const [, day, hour, minute, milliseconds] = /^(.{10})T(..):(..):..\.(...)/.exec(isoTime(now)) ?? []
  return `${day}_${hour}-${minute}-${milliseconds}_${fullPath.replaceAll('/', '_')}_export.tar.gz`
}

/** The archive of a group in the layout of the service: the same bytes for the same world and time. */
export function* writeGroupArchive(world: World, group: Group, now: Instant): Steps<Uint8Array> {
  const { version, revision } = instanceOf(world)
  const out: Writing = { world, withGroupMembers: true, tellsEpic: () => true }
  const all = [group, ...groupsBelow(world, group)]
  const pace = new Pace()
  const files: Entry[] = []
  for (const it of all) {
    files.push({ path: `${TREE}/${it.id}.json`, bytes: utf8(toJson(described(it, out))) })
    for (const relation of relations) {
      const path = `${TREE}/${it.id}/${relation.name}.ndjson`
      files.push({ path, bytes: yield* relationFile(relation, it, out, pace) })
    }
    append(files, filesOf(world, it))
  }
  return yield* tarGzSteps(
    [
      { path: places.version, bytes: utf8(ARCHIVE_VERSION) },
      { path: 'GITLAB_VERSION', bytes: utf8(`${version}-ee`) },
      { path: 'GITLAB_REVISION', bytes: utf8(revision.padEnd(11, '0').slice(0, 11)) },
      { path: ALL, bytes: utf8(ndjson(all.map(({ id }) => id))) },
      ...files,
    ],
    now,
  )
}

// The service has no pictures of groups in its archives, and passes over them.
function filesOf(world: World, { id }: Group): Entry[] {
  const wiki = wikiBundle(world, { projectId: null, groupId: id })
  const picture = avatarFile(world, 'group', id)
  return [
    ...(wiki === undefined ? [] : [{ path: wikiPlace(id), bytes: wiki }]),
    ...(picture === undefined ? [] : [{ path: `${avatarFolder(id)}${picture.name}`, bytes: picture.bytes }]),
  ]
}

const wikiPlace = (id: unknown) => `repositories/${String(id)}.wiki.bundle`
const avatarFolder = (id: unknown) => `avatar/${String(id)}/`

function described(group: Group, out: Writing): JsonObject {
  const [itself = {}] = writeRelation(groupAttributes, group, out)
  return { id: group.id, ...itself }
}

/** Fills a new group with what an archive holds, step by step; lines that make no row are passed over. Throws an ImportFault. */
export function* readGroupArchive(
  world: World,
  target: Group,
  archive: Uint8Array,
  importer: User,
  now: Instant,
): Steps<void> {
  const files = yield* filesIn(yield* tarOf(archive))
  const all = files.get(ALL)
  // Releases before 13 wrote one file, which is refused since 15.7.
  if (all === undefined) throw new ImportFault('The import file is incompatible')
  const ids = [...readNdjson(all)]
  if (ids.length === 0) throw new ImportFault('No data to import')
  const users = new Map<number, User>()
  const into: Reading = {
    world,
    project: undefined,
    group: target,
    topGroup: target,
    importer,
    now,
    users,
    mapsUsers: importer.admin,
    signsNotes: true,
    keepsLevels: true,
    arrived: () => false,
  }
  const made = new Map<unknown, Group>()
  const linesOf = (id: unknown, name: string) =>
    readNdjson(files.get(`${TREE}/${String(id)}/${name}.ndjson`) ?? new Uint8Array())
  for (const id of ids) {
    const bytes = files.get(`${TREE}/${String(id)}.json`)
    if (bytes === undefined) throw new ImportFault('Incorrect JSON format')
    const row = objectIn(bytes)
    const group = made.size === 0 ? target : subgroup(into, row, made.get(row.parent_id))
    if (group === undefined) continue
    made.set(id, group)
    readRow(groupAttributes, row, group, into, () => undefined)
    const visibility = group.id === target.id ? visibilityIn(world, row, target) : group.visibility
    world.groups.update(group.id, { choices: choicesOf(row), visibility })
    const filled = world.groups.require(group.id)
    for (const relation of relations)
      yield* readLines(
        relation,
        linesOf(id, relation.name),
        filled,
        { ...into, group: filled },
        () => undefined,
      )
    yield* readFiles(files, id, filled, into)
  }
  for (const id of made.keys()) nestEpics(world, made, linesOf(id, 'epics'))
}

// As the archive has it, as far as the place and the installation allow it (groups#import-visibility).
function visibilityIn(world: World, row: JsonObject, { parentId, visibility }: Group): Visibility {
  if (typeof row.visibility_level !== 'number') return visibility
  const wished = visibilityOf(row.visibility_level)
  const allowed = cappedVisibility(world, wished, world.groups.get(parentId ?? 0)?.visibility)
  return parentId === null && allowed !== wished ? visibility : allowed
}

// As numbers stand what clients read as words.
function choicesOf(row: JsonObject): Partial<GroupChoices> {
  const level = subgroupCreationLevels[Number(row.subgroup_creation_level ?? -1)]
  return choicesIn({ ...row, ...(level !== undefined && { subgroup_creation_level: level }) })
}

function* readFiles(
  files: ReadonlyMap<string, Uint8Array>,
  id: unknown,
  group: Group,
  { world, importer, now }: Reading,
): Steps<void> {
  const wiki = files.get(wikiPlace(id))
  if (wiki !== undefined)
    yield* unbundled(readWiki(world, { projectId: null, groupId: group.id }, wiki, importer, now))
  for (const [path, bytes] of files) {
    if (!path.startsWith(avatarFolder(id))) continue
    const name = path.slice(avatarFolder(id).length)
    const avatar = keptAvatar(world, 'group', group.id, { name, bytes })
    if (avatar !== undefined) world.groups.update(group.id, { avatar })
  }
}

function subgroup({ world, importer, now }: Reading, row: JsonObject, above: Group | undefined) {
  const parent = world.groups.get(above?.id ?? 0)
  if (parent === undefined || typeof row.name !== 'string' || typeof row.path !== 'string') return undefined
  const token = sha256Hex(`runners of imported group ${parent.id}/${row.path}`).slice(0, 20)
  try {
    return createGroup(
      world,
      {
        name: row.name,
        path: row.path,
        description: '',
        visibility: cappedVisibility(world, visibilityOf(row.visibility_level), parent.visibility),
        parent,
        creator: importer,
        runnersToken: `GR1348941${token}`,
      },
      now,
    )
  } catch (problem) {
    if (problem instanceof InvalidRow) return undefined
    throw problem
  }
}
