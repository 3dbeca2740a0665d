import type { Project } from '../../model/projects/project.ts'
import { fileQuery } from '../../model/search/file-query.ts'
import { type FoundFile, grepFiles, searchFiles } from '../../model/search/found-files.ts'
import { repositoryFiles, type SearchedPlace, wikiFiles } from '../../model/search/searched-files.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { memoizedCan } from './memoized-can.ts'
import { byRelevance } from './relevance.ts'
import { gatherLimit, orderOf, type SearchRequest } from './search-request.ts'

interface Kind {
  readonly ability: 'read_code' | 'read_wiki'
  readonly open: (request: SearchRequest, project: Project) => SearchedPlace
  /** Turns a term into its spelling in a path. */
  readonly spelled?: (term: string) => string
}

/** Files of repositories whose code the caller may read, by path and by content. */
export function findBlobs(request: SearchRequest): readonly FoundFile[] {
  return findFiles(request, {
    ability: 'read_code',
    open: ({ situation: { world }, ref }, project) => repositoryFiles(world, project, ref),
  })
}

/** Wiki pages, as files; spaces in a title are dashes in its path. */
export function findWikiPages(request: SearchRequest): readonly FoundFile[] {
  return findFiles(request, {
    ability: 'read_wiki',
    open: ({ situation: { world } }, project) => wikiFiles(world, project),
    spelled: (term) => term.replaceAll(' ', '-'),
  })
}

/** Most bytes of a file that the engine looks in, whatever the setting allows. */
const MOST = 1024 * 1024

function findFiles(request: SearchRequest, { ability, open, ...kind }: Kind): readonly FoundFile[] {
  const { situation, place, project, query, advanced } = request
  if (query === '') return []
  const wanted = fileQuery(query)
  if (project !== undefined && !advanced)
    return grepFiles(open(request, project), wanted, { limit: gatherLimit(request), ...kind })
  const reads = memoizedCan(situation, ability)
  const projects = (place.projects(Number.POSITIVE_INFINITY) ?? []).filter(({ id }) => reads(id))
  const most = Math.min(
    settingInForce(situation.world, 'elasticsearch_indexed_file_size_limit_kb') * 1024,
    MOST,
  )
  const found = projects.flatMap((it) => searchFiles(open(request, it), wanted, most))
  if (!orderOf(request).relevance) return found
  return [...byRelevance(found, wanted.term, ({ path, data }) => [path, data()])]
}
