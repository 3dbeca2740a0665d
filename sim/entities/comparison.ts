import type { Comparison } from '../model/repository/compare.ts'
import { commitEntity } from './commit.ts'
import { diffEntity } from './diff.ts'
import { entity, flag, many, nullable, one, url } from './entity.ts'

/** Two commits compared (repository#comparison). */
export const comparisonEntity = entity<Comparison>('Comparison', {
  commit: nullable(one(commitEntity, ({ commits }) => commits.at(-1))),
  commits: many(commitEntity, ({ commits }) => commits),
  diffs: many(diffEntity, ({ changes }) => changes.files),
  compare_timeout: flag(({ changes }) => changes.overflow),
  compare_same_ref: flag(({ from, to }) => from === to),
  web_url: url(({ project, from, to, base, straight }, view) =>
    view.url(
      straight
        ? `${project.fullPath}/-/compare/${from}..${to}?straight=true`
        : `${project.fullPath}/-/compare/${base ?? from}...${to}`,
    ),
  ),
})
