import { foundCommitEntity } from '../../entities/commit.ts'
import type { AnyEntity } from '../../entities/entity.ts'
import { foundFileEntity, foundPageEntity } from '../../entities/found-file.ts'
import { issueEntity } from '../../entities/issue.ts'
import { foundMergeRequestEntity } from '../../entities/merge-request.ts'
import { milestoneEntity } from '../../entities/milestone.ts'
import { noteEntity } from '../../entities/note.ts'
import { basicProjectEntity } from '../../entities/project.ts'
import { snippetEntity } from '../../entities/snippet.ts'
import { userRefEntity } from '../../entities/user-ref.ts'
import { differs } from '../../lib/dialect.ts'
import { advancedScopes, type SearchScope } from './params.ts'

/** The entity of each scope (search#shown-fields). */
const shapes: { readonly [scope in SearchScope]: AnyEntity } = {
  projects: basicProjectEntity,
  issues: issueEntity,
  merge_requests: foundMergeRequestEntity,
  milestones: milestoneEntity,
  users: userRefEntity,
  snippet_titles: snippetEntity,
  blobs: foundFileEntity,
  wiki_blobs: foundPageEntity,
  commits: foundCommitEntity,
  notes: noteEntity,
}

/**
 * The service answers the scopes in `counted` with totals: results gathered in memory, and the users of a project. Rows
 * of the database are not counted there (search#totals).
 */
export function answersFor(scopes: readonly SearchScope[], counted: readonly SearchScope[] = advancedScopes) {
  return differs('F23', { specification: withTotals(scopes, scopes), real: withTotals(scopes, counted) })
}

function withTotals(scopes: readonly SearchScope[], counted: readonly SearchScope[]) {
  const [first, ...others] = scopes
  return {
    many: shapes[first as SearchScope],
    ...(counted.includes(first as SearchScope) ? {} : { totals: false as const }),
    variants: others.map((scope) => ({
      entity: shapes[scope],
      when: { param: 'scope', equals: scope },
      totals: counted.includes(scope),
    })),
  } as const
}
