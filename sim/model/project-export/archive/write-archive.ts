import { compareNames } from '../../../git/tree-order.ts'
import { concatAll, utf8 } from '../../../lib/bytes.ts'
import { gzipSteps } from '../../../lib/gzip.ts'
import { toJson } from '../../../lib/json.ts'
import { ndjson } from '../../../lib/ndjson.ts'
import { Pace, type Steps } from '../../../lib/steps.ts'
import { tarContent, tarHeader, tarWithEnd } from '../../../lib/tar.ts'
import type { Instant } from '../../../time/calendar.ts'
import { isoTime } from '../../../time/calendar.ts'
import type { Epic } from '../../epics/epic.ts'
import type { Project } from '../../projects/project.ts'
import { signatureOf } from '../../repository/new-commit.ts'
import { instanceOf, type World } from '../../world.ts'
import { projectAttributes } from './attributes.ts'
import type { Writing } from './field.ts'
import { ARCHIVE_VERSION, type Entry, places } from './layout.ts'
import { lfsObjectFiles } from './lfs-objects.ts'
import { projectRelations } from './project-relations.ts'
import { type Relation, writeRelation } from './relation.ts'
import { repositoryBundle } from './repository.ts'
import { snippetBundle } from './snippets.ts'
import { folderBundle } from './text-bundle.ts'
import { uploadedFiles } from './uploaded-files.ts'
import { wikiBundle } from './wiki.ts'

export interface ExportOptions {
  /** Replaces the project's description unless it is empty. */
  readonly description: string | null
  /** Whether members of the groups above may be listed. */
  readonly withGroupMembers: boolean
  /** Whether an epic may be told. */
  readonly tellsEpic: (epic: Epic) => boolean
}

/** The archive of a project in the layout of the service, step by step: the same bytes for the same world and time. */
export function* archiveSteps(
  world: World,
  project: Project,
  wish: ExportOptions,
  now: Instant,
): Steps<Uint8Array> {
  const files: Entry[] = []
  const pace = new Pace()
  for (const file of entries(world, project, wish, pace))
    if (file === undefined) yield
    else files.push(file)
  const bytes = yield* repositoryBundle(world, project)
  if (bytes !== undefined) files.push({ path: places.repository, bytes })
  return yield* tarGzSteps(files, now)
}

/** A `tar` of files and of the folders that they are in. */
export function tarFiles(files: readonly Entry[], now: Instant): Uint8Array {
  return concatAll([...tarWithEnd(records(files, now))])
}

/** A `tar.gz` of files and of the folders that they are in, step by step. */
export function tarGzSteps(files: readonly Entry[], now: Instant): Steps<Uint8Array> {
  return gzipSteps(tarWithEnd(records(files, now)))
}

/** `2023-01-22_10-05-123_acme_webapp_export.tar.gz`: minutes, then milliseconds (project-export#file-name). */
export function archiveName({ fullPath }: Project, now: Instant): string {
  const [, day, hour, minute, milliseconds] = /^(.{10})T(..):(..):..\.(...)/.exec(isoTime(now)) ?? []
  const name = `${day}_${hour}-${minute}-${milliseconds}_${fullPath.replaceAll('/', '_')}`
  return `${name.slice(0, 51)}_export.tar.gz`
}

/** Undefined stands for a pause. */
function* entries(
  world: World,
  project: Project,
  wish: ExportOptions,
  pace: Pace,
): Generator<Entry | undefined> {
  const { version, revision } = instanceOf(world)
  const { withGroupMembers, tellsEpic } = wish
  const out: Writing = { world, withGroupMembers, tellsEpic }
  yield { path: places.version, bytes: utf8(ARCHIVE_VERSION) }
  yield { path: 'GITLAB_VERSION', bytes: utf8(`${version}-ee`) }
  yield { path: 'GITLAB_REVISION', bytes: utf8(revision.padEnd(11, '0').slice(0, 11)) }
  yield* lfsObjectFiles(world, project)
  const [itself = {}] = writeRelation(projectAttributes, project, out)
  const described = wish.description ? { ...itself, description: wish.description } : itself
  yield { path: places.project, bytes: utf8(toJson(described)) }
  for (const relation of projectRelations)
    yield { path: places.relation(relation.name), bytes: yield* relationFile(relation, project, out, pace) }
  const wiki = wikiBundle(world, { projectId: project.id })
  if (wiki !== undefined) yield { path: places.wiki, bytes: wiki }
  yield { path: places.snippets }
  yield* snippetBundles(world, project)
  yield* uploadedFiles(world, project)
}

/** The file of a relation: a line a row, or one object without a line's end, `null` where there is none. */
export function* relationFile<Row, Of>(
  relation: Relation<Row, Of>,
  of: Of,
  out: Writing,
  pace = new Pace(),
): Steps<Uint8Array> {
  const many = relation.shape === 'many'
  const lines: Uint8Array[] = []
  for (const row of writeRelation(relation, of, out)) {
    const line = utf8(many ? ndjson([row]) : toJson(row))
    lines.push(line)
    if (!many) break
    if (pace.of(line.length * 4)) yield
  }
  return many || lines.length > 0 ? concatAll(lines) : utf8(toJson(null))
}

function* snippetBundles(world: World, project: Project): Generator<Entry> {
  for (const snippet of world.snippets.by('byProject', project.id).ascending()) {
    const author = signatureOf(world.users.require(snippet.authorId), snippet.updatedAt)
    yield {
      path: snippetBundle(snippet),
      bytes: folderBundle(snippet.files, 'Create snippet\n', author),
    }
  }
}

// As `tar czf ... -C folder .` writes it, but sorted, and folders before what they hold.
function* records(files: readonly Entry[], at: Instant): Generator<Uint8Array> {
  const folders = new Set(files.flatMap(({ path, bytes }) => foldersOf(path, bytes === undefined)))
  const all = [...files.filter(({ bytes }) => bytes !== undefined), ...[...folders].map((path) => ({ path }))]
  yield tarHeader({ name: utf8('./'), mode: 0o755, type: '5', size: 0, at })
  for (const { path, bytes } of all.sort((a: Entry, b: Entry) => compareNames(a.path, b.path)) as Entry[]) {
    if (bytes === undefined)
      yield tarHeader({ name: utf8(`./${path}/`), mode: 0o755, type: '5', size: 0, at })
    else {
      yield tarHeader({ name: utf8(`./${path}`), mode: 0o644, type: '0', size: bytes.length, at })
      yield* tarContent(bytes)
    }
  }
}

function foldersOf(path: string, itself: boolean): string[] {
  const steps = path.split('/')
  const above = steps.slice(1).map((_, i) => steps.slice(0, i + 1).join('/'))
  return itself ? [...above, path] : above
}
