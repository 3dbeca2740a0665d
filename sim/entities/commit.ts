import { parseTrailers } from '../git/trailers.ts'
import { since } from '../lib/dialect.ts'
import type { Reference } from '../model/branches/branches.ts'
import { titleOf } from '../model/commits/commit-title.ts'
import type { ProjectCommit } from '../model/commits/project-commit.ts'
import type { Pipeline } from '../model/pipelines/ci.ts'
import { lineStats } from '../model/repository/file-changes.ts'
import { isoTimeAt } from '../time/calendar.ts'
import {
  constant,
  entity,
  type Field,
  type Fields,
  integer,
  json,
  nullable,
  object,
  one,
  oneOfTexts,
  removedBy,
  text,
  texts,
  url,
  type View,
  when,
} from './entity.ts'
import { pipelineRefEntity } from './pipeline-ref.ts'

/** A commit in lists and inside other things (commits#shape). */
export const commitEntity = entity<ProjectCommit>('Commit', {
  id: text(({ id }) => id),
  short_id: text(({ id }) => id.slice(0, 8)),
  created_at: time('committer'),
  parent_ids: texts(({ commit }) => commit.parents),
  title: text(({ commit }) => titleOf(commit.message)),
  message: text(({ commit }) => commit.message),
  author_name: text(({ commit }) => commit.author.name),
  author_email: text(({ commit }) => commit.author.email),
  authored_date: time('author'),
  committer_name: text(({ commit }) => commit.committer.name),
  committer_email: text(({ commit }) => commit.committer.email),
  committed_date: time('committer'),
  trailers: json({ type: 'object', additionalProperties: { type: 'string' } }, (row, view) =>
    Object.fromEntries(trailersOf(row, view).map(({ key, value }) => [key, value])),
  ),
  extended_trailers: since(
    'commits#later-extended-trailers',
    json<ProjectCommit>(
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      (row, view) => valuesByKey(trailersOf(row, view)),
    ),
  ),
  web_url: url(({ project, id }, view) => view.url(`${project.fullPath}/-/commit/${id}`)),
})

/** Messages are searched for trailers where the caller asks for them, and nowhere else (commits#trailers). */
function trailersOf({ commit }: ProjectCommit, view: View): ReturnType<typeof parseTrailers> {
  return view.asked('trailers') === true ? parseTrailers(commit.message) : []
}

function valuesByKey(trailers: ReturnType<typeof parseTrailers>): { [key: string]: string[] } {
  const values = new Map<string, string[]>()
  for (const { key, value } of trailers) values.set(key, [...(values.get(key) ?? []), value])
  return Object.fromEntries(values)
}

function time(who: 'author' | 'committer'): Field<ProjectCommit> {
  return {
    schema: { type: 'string', format: 'date-time' },
    write: ({ commit }) => `"${isoTimeAt(commit[who].at, commit[who].offset)}"`,
  }
}

const stats = object<ProjectCommit>({
  additions: integer(({ id }, { world }) => lineStats(world, id).additions),
  deletions: integer(({ id }, { world }) => lineStats(world, id).deletions),
  total: integer(({ id }, { world }) => lineStats(world, id).additions + lineStats(world, id).deletions),
})

/** The same with figures where `with_stats` asks for them. */
export const listedCommitEntity = entity<ProjectCommit>('ListedCommit', {
  ...commitEntity.fields,
  stats: when((_, view) => view.asked('with_stats') === true, stats),
})

const built: Fields<ProjectCommit> = {
  status: nullable(text((row, view) => (lastPipeline(row, view)?.status ?? null) as string)),
  project_id: integer(({ project }) => project.id),
  last_pipeline: nullable(one(pipelineRefEntity, lastPipeline)),
}

/** A commit on its own. */
export const commitDetailEntity = entity<ProjectCommit>('CommitDetail', {
  ...commitEntity.fields,
  stats: when((_, view) => view.asked('stats') !== false, stats),
  ...built,
})

/** A commit that was made of another one. */
export const replayedCommitEntity = entity<ProjectCommit>('ReplayedCommit', {
  ...commitEntity.fields,
  ...removedBy('commits#later-replayed', {
    stats: when((_, view) => view.asked('stats') !== false, stats),
    ...built,
  }),
})

/** The result of a dry run of a cherry-pick or a revert. */
export const dryRunEntity = entity<ProjectCommit>('DryRun', { dry_run: constant('success') })

/** A commit as the lines of a file tell of it. */
export const blamedCommitEntity = entity<ProjectCommit>('BlamedCommit', {
  id: text(({ id }) => id),
  parent_ids: texts(({ commit }) => commit.parents),
  message: text(({ commit }) => commit.message),
  authored_date: time('author'),
  author_name: text(({ commit }) => commit.author.name),
  author_email: text(({ commit }) => commit.author.email),
  committed_date: time('committer'),
  committer_name: text(({ commit }) => commit.committer.name),
  committer_email: text(({ commit }) => commit.committer.email),
})

/** A commit that a search found. */
export const foundCommitEntity = entity<ProjectCommit>('FoundCommit', { ...commitEntity.fields, ...built })

function lastPipeline({ project, id }: ProjectCommit, { world, can }: View): Pipeline | null {
  const last = world.pipelines.by('bySha', project.id, id).last()
  if (last === undefined) return null
  return can(last.source === 'external' ? 'read_pipelines' : 'read_builds', project) ? last : null
}

export const referenceEntity = entity<Reference>('Reference', {
  type: oneOfTexts(['branch', 'tag'], ({ type }) => type),
  name: text(({ name }) => name),
})
