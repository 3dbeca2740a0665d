import { changed, inDialect } from '../lib/dialect.ts'
import type { Comparison } from '../model/repository/compare.ts'
import { commitEntity } from './commit.ts'
import { diffEntity } from './diff.ts'
import { entity, flag, many, nullable, one, url } from './entity.ts'

const tellsStraight = changed('repository#later-straight', { before: false, after: true })

/** Two commits compared (repository#comparison). */
export const comparisonEntity = entity<Comparison>('Comparison', {
  commit: nullable(one(commitEntity, ({ commits }) => commits.at(-1))),
  commits: many(commitEntity, ({ commits }) => commits),
  diffs: many(diffEntity, ({ changes }) => changes.files),
  compare_timeout: flag(({ changes }) => changes.overflow),
  compare_same_ref: flag(({ from, to }) => from === to),
  web_url: {
    ...url<Comparison>(({ project, from, to, base, straight }, view) => {
      const page = `${project.fullPath}/-/compare/${straight ? from : (base ?? from)}...${to}`
      return view.url(
        straight && inDialect<boolean>(tellsStraight, view.dialect) ? `${page}?straight=true` : page,
      )
    }),
    decides: tellsStraight,
  },
})
