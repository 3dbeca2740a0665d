import type { Project } from '../../model/projects/project.ts'
import { fileQuery } from '../../model/search/file-query.ts'
import { type FoundFile, filesWith, grepFiles } from '../../model/search/found-files.ts'
import { repositoryFiles, type SearchedPlace, wikiFiles } from '../../model/search/searched-files.ts'
import { type Asked, mostGathered, orderOf } from './asked.ts'
import { byRelevance } from './relevance.ts'
import { remembering } from './rights.ts'

interface Kind {
  readonly ability: 'read_code' | 'read_wiki'
  readonly open: (asked: Asked, project: Project) => SearchedPlace
  /** How a term is spelled in a path. */
  readonly spelled?: (term: string) => string
}

/** Files of repositories whose code the caller may read, by path and by content. */
export function blobsFound(asked: Asked): readonly FoundFile[] {
  return filesFound(asked, {
    ability: 'read_code',
    open: ({ situation: { world }, ref }, project) => repositoryFiles(world, project, ref),
  })
}

/** Pages of wikis, as the files in which they are kept; blanks in a title are dashes in its path. */
export function wikiPagesFound(asked: Asked): readonly FoundFile[] {
  return filesFound(asked, {
    ability: 'read_wiki',
    open: ({ situation: { world } }, project) => wikiFiles(world, project),
    spelled: (term) => term.replaceAll(' ', '-'),
  })
}

function filesFound(asked: Asked, { ability, open, ...kind }: Kind): readonly FoundFile[] {
  const { situation, place, project, query, advanced } = asked
  if (query === '') return []
  const wanted = fileQuery(query)
  if (project !== undefined && !advanced)
    return grepFiles(open(asked, project), wanted, { limit: mostGathered(asked), ...kind })
  const reads = remembering(situation, ability)
  const projects = (place.projects(Number.POSITIVE_INFINITY) ?? []).filter(({ id }) => reads(id))
  const found = projects.flatMap((it) => filesWith(open(asked, it), wanted))
  if (!orderOf(asked).relevance) return found
  return [...byRelevance(found, wanted.term, ({ path, data }) => [path, data()])]
}
