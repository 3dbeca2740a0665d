import { foundCommitEntity } from '../../entities/commit.ts'
import type { AnyEntity } from '../../entities/entity.ts'
import { foundFileEntity } from '../../entities/found-file.ts'
import { issueEntity } from '../../entities/issue.ts'
import { foundMergeRequestEntity } from '../../entities/merge-request.ts'
import { milestoneEntity } from '../../entities/milestone.ts'
import { noteEntity } from '../../entities/note.ts'
import { basicProjectEntity } from '../../entities/project.ts'
import { snippetEntity } from '../../entities/snippet.ts'
import { userRefEntity } from '../../entities/user-ref.ts'
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
  wiki_blobs: foundFileEntity,
  commits: foundCommitEntity,
  notes: noteEntity,
}

/**
 * The scopes in `counted` are answered with totals: results gathered in memory, and the users of a project. Rows of the
 * database are not counted (search#totals).
 */
export function answersFor(scopes: readonly SearchScope[], counted: readonly SearchScope[] = advancedScopes) {
  const [first, ...others] = scopes
  return {
    many: shapes[first as SearchScope],
    totals: false,
    variants: others.map((scope) => ({
      entity: shapes[scope],
      when: { param: 'scope', equals: scope },
      totals: counted.includes(scope),
    })),
  } as const
}
