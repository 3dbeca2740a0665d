import { blockingRef, validBranchName } from '../../../git/refs.ts'
import { branchHead } from '../../../git/repository.ts'
import type { Steps } from '../../../lib/steps.ts'
import type { Instant } from '../../../time/calendar.ts'
import { setAnyApproverRule } from '../../approvals/approval-rules.ts'
import { protectDefaultBranch } from '../../branches/protect-branch.ts'
import { isReleased } from '../../installation/released.ts'
import { cappedVisibility } from '../../installation/restricted-visibility.ts'
import { recordVersion } from '../../merge-requests/merge-request-versions.ts'
import { diffOf } from '../../merge-requests/merge-requests.ts'
import { recordImportFailure } from '../../project-import/project-imports.ts'
import { namespaceOf } from '../../projects/create-project.ts'
import { type Project, withChosen } from '../../projects/project.ts'
import type { ProjectValues } from '../../projects/project-values.ts'
import type { Visibility } from '../../projects/visibility.ts'
import { isEmpty } from '../../repository/new-commit.ts'
import { repositoryOf } from '../../repository/repository.ts'
import { topicsOf } from '../../topics/topics.ts'
import type { User } from '../../users/user.ts'
import type { World } from '../../world.ts'
import { projectAttributes } from './attributes.ts'
import { InvalidArchiveRow, type Reading } from './field.ts'
import { places } from './layout.ts'
import { readLfsObjects } from './lfs-objects.ts'
import { numberPipelines } from './pipelines.ts'
import { importOnlyRelations, projectRelations } from './project-relations.ts'
import { type OnSkippedLine, readLines } from './read-lines.ts'
import { readRow } from './relation.ts'
import { headBranch, type ImportedRepository, readRepositoryBundle, storeRepository } from './repository.ts'
import { snippetBundle } from './snippets.ts'
import { filesInBundle } from './text-bundle.ts'
import { unbundled } from './unbundled.ts'
import { ImportFault, type Unpacked, unpack } from './unpack.ts'
import { readUploadedFiles } from './uploaded-files.ts'
import { readWiki } from './wiki.ts'

export interface ArchiveImport {
  readonly importer: User
  /** Whether e-mail addresses in the archive are believed. */
  readonly mapsUsers: boolean
  /** Whether notes of unknown people say whose they were; they do not where it comes from another host. */
  readonly signsNotes: boolean
  /** Whether protected branches stay open to whom the archive says: an Owner of the whole hierarchy imports. */
  readonly keepsLevels: boolean
  /** Wins over what the archive says. */
  readonly override: ProjectValues
}

/**
 * Fills a project with what an archive holds, step by step. Lines that make no row are recorded and passed over. Throws an ImportFault
 * for an archive that cannot be imported at all; the world is half changed then and has to be dropped.
 */
export function* readArchive(
  world: World,
  project: Project,
  archive: Uint8Array,
  { importer, mapsUsers, signsNotes, keepsLevels, override }: ArchiveImport,
  now: Instant,
): Steps<void> {
  const unpacked = yield* unpack(archive, !isReleased(world, 'project-import#later-legacy-format'))
  const repository = yield* unbundled(readRepositoryBundle(unpacked.file(places.repository)))
  yield* storeRepository(world, project, repository)
  const users = new Map<number, User>()
  const into: Reading = {
    world,
    project,
    group: undefined,
    topGroup: undefined,
    importer,
    now,
    users,
    mapsUsers,
    signsNotes,
    keepsLevels,
    arrived: repository.has,
  }
  readProject(unpacked, project, into)
  const passed = record(into, project.id)
  for (const relation of [...projectRelations, ...importOnlyRelations])
    yield* readLines(relation, unpacked.lines(relation.name), project, into, passed)
  yield
  yield* readBundles(unpacked, project, into)
  yield
  yield* readLfsObjects(world, project, unpacked)
  yield
  yield* readUploadedFiles(unpacked, project, into)
  yield
  numberPipelines(world, project)
  settle(into, world.projects.require(project.id), { override, repository, unpacked })
}

function readProject(unpacked: Unpacked, project: Project, into: Reading): void {
  try {
    readRow(projectAttributes, unpacked.project, project, into, () => undefined)
  } catch (problem) {
    throw problem instanceof InvalidArchiveRow ? new ImportFault(problem.message) : problem
  }
}

function record({ world, now }: Reading, projectId: number): OnSkippedLine {
  return (problem, relationName, lineNumber) =>
    recordImportFailure(world, {
      projectId,
      exceptionClass: problem.exceptionClass,
      exceptionMessage: problem.message,
      source: 'process_relation_item!',
      relationName,
      lineNumber,
      createdAt: now,
    })
}

function* readBundles(unpacked: Unpacked, project: Project, { world, importer, now }: Reading): Steps<void> {
  const wiki = unpacked.file(places.wiki)
  if (wiki !== undefined) yield* unbundled(readWiki(world, { projectId: project.id }, wiki, importer, now))
  for (const snippet of world.snippets.by('byProject', project.id).list()) {
    const bundle = unpacked.file(snippetBundle(snippet))
    const files = bundle === undefined ? [] : yield* unbundled(filesInBundle(bundle))
    if (files.length > 0) world.snippets.update(snippet.id, { files })
  }
}

interface Settling {
  readonly override: ProjectValues
  readonly repository: ImportedRepository
  readonly unpacked: Unpacked
}

/** What can be decided only once everything is there. */
function settle(
  { world, importer, now }: Reading,
  project: Project,
  { override, repository, unpacked }: Settling,
): void {
  const { topics, features, settings, chosen = {}, approvals, visibility, ...columns } = override
  const filled = world.projects.update(project.id, {
    ...columns,
    visibility: allowed(world, project, visibility ?? project.visibility),
    topics: topics === undefined ? project.topics : topicsOf(world, topics, now),
    features: { ...project.features, ...features },
    settings: { ...project.settings, ...settings },
    ...withChosen(project.chosen, chosen),
    approvals: { ...project.approvals, ...approvals },
    sizes: {
      ...project.sizes,
      repository: unpacked.file(places.repository)?.length ?? 0,
      wiki: unpacked.file(places.wiki)?.length ?? 0,
    },
    updatedAt: now,
    lastActivityAt: now,
  })
  const { approvalsBeforeMerge } = filled.approvals
  if (approvalsBeforeMerge > 0) setAnyApproverRule(world, filled, approvalsBeforeMerge, importer, now)
  if (isEmpty(world, filled)) return
  const named = branchHead(repositoryOf(world, filled), filled.defaultBranch) !== undefined
  const found = named ? filled.defaultBranch : (headBranch(repository) ?? firstBranch(world, filled))
  const born = world.projects.update(filled.id, { defaultBranch: found })
  recreateBranches(world, born)
  recordFirstVersions(world, born)
  protectDefaultBranch(world, born)
}

function firstBranch(world: World, project: Project): string {
  const [first] = repositoryOf(world, project).refs.list('refs/heads/')
  return first?.name.slice('refs/heads/'.length) ?? project.defaultBranch
}

/** As visible as wished, but no more than the namespace is, and never as the installation does not allow. */
function allowed(world: World, project: Project, wished: Visibility): Visibility {
  const namespace = namespaceOf(world, project)
  const limit = namespace.kind === 'group' ? namespace.group.visibility : 'public'
  return cappedVisibility(world, wished, limit)
}

// Archives of old releases tell the head of a merge request without a diff.
function recordFirstVersions(world: World, { id }: Project): void {
  for (const it of world.mergeRequests.by('byProject', id).list())
    if (world.mergeRequestVersions.by('byMergeRequest', it.id).first() === undefined)
      recordVersion(world, it, it.createdAt)
}

// Open merge requests from branches that did not come along, from forks above all, get branches of their own.
function recreateBranches(world: World, project: Project): void {
  const { refs } = repositoryOf(world, project)
  const ensure = (branch: string, sha: string | null): boolean => {
    const name = `refs/heads/${branch}`
    if (sha === null || !validBranchName(branch) || blockingRef(refs, name) !== undefined) return false
    refs.set(name, sha)
    return true
  }
  for (const it of world.mergeRequests.by('byState', project.id, 'opened').list()) {
    if (refs.get(`refs/heads/${it.targetBranch}`) === undefined) ensure(it.targetBranch, it.startSha)
    const head = refs.get(`refs/heads/${it.sourceBranch}`)
    if (it.sha === null) world.mergeRequests.update(it.id, diffOf(world, it))
    if (head === it.sha || it.sha === null) continue
    const branch = head === undefined ? it.sourceBranch : `${it.sourceBranch}-${it.iid}`
    if (ensure(branch, it.sha)) world.mergeRequests.update(it.id, { sourceBranch: branch })
  }
}
