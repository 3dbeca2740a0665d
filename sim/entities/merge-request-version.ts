import { log } from '../git/history.ts'
import { patchIdSteps } from '../git/patch-id.ts'
import { workedOut } from '../lib/long-work.ts'
import { type ProjectCommit, projectCommit } from '../model/commits/project-commit.ts'
import type { MergeRequestVersion } from '../model/merge-requests/merge-request-version.ts'
import { changesBetween } from '../model/repository/file-changes.ts'
import { objectsOf } from '../model/repository/repository.ts'
import type { World } from '../model/world.ts'
import { commitEntity } from './commit.ts'
import { diffEntity } from './diff.ts'
import { constant, entity, type Fields, integer, many, nullable, text, timestamp } from './entity.ts'

const basics: Fields<MergeRequestVersion> = {
  id: integer(({ id }) => id),
  head_commit_sha: text(({ headSha }) => headSha),
  base_commit_sha: nullable(text(({ baseSha }) => baseSha as string)),
  start_commit_sha: nullable(text(({ startSha }) => startSha as string)),
  created_at: timestamp(({ createdAt }) => createdAt),
  merge_request_id: integer(({ mergeRequestId }) => mergeRequestId),
  state: constant('collected'),
  real_size: text((version, { world }) => String(filesOf(world, version).length)),
  patch_id_sha: nullable(text((version, { world }) => patchOf(world, version) as string)),
}

/** A state of a merge request's diff. */
export const mergeRequestVersionEntity = entity<MergeRequestVersion>('MergeRequestVersion', basics)

/** The same with what it is made of. */
export const mergeRequestVersionDetailEntity = entity<MergeRequestVersion>('MergeRequestVersionDetail', {
  ...basics,
  commits: many(commitEntity, (version, { world }) => commitsOf(world, version)),
  diffs: many(diffEntity, (version, { world }) => filesOf(world, version)),
})

function filesOf(world: World, { baseSha, headSha }: MergeRequestVersion) {
  return changesBetween(world, baseSha ?? undefined, headSha).files
}

function patchOf(world: World, version: MergeRequestVersion): string | null {
  const entries = filesOf(world, version).map(({ entry }) => entry)
  const { baseSha, headSha } = version
  return workedOut(`patch id ${baseSha} ${headSha}`, () => patchIdSteps(objectsOf(world), entries)) ?? null
}

function commitsOf(world: World, { mergeRequestId, baseSha, headSha }: MergeRequestVersion): ProjectCommit[] {
  const { sourceProjectId, projectId } = world.mergeRequests.require(mergeRequestId)
  const project = world.projects.get(sourceProjectId) ?? world.projects.require(projectId)
  const exclude = baseSha === null ? [] : [baseSha]
  return [...log(objectsOf(world), headSha, { exclude })].map((entry) => projectCommit(project, entry))
}
