import { grep, linesOf, longestExcerpt } from '../../git/grep.ts'
import { workedOut } from '../../lib/long-work.ts'
import { finished, Pace, type Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import { holdsInFile, holdsInText } from './engine-files.ts'
import { answers, engineQuery, type Leaf, wished } from './engine-query.ts'
import { EVERY_FILE, type FileQuery } from './file-query.ts'
import type { SearchedFile, SearchedPlace } from './searched-files.ts'

/** A file, or some lines of one, that a search found. */
export interface FoundFile {
  readonly project: Project
  readonly ref: string
  readonly path: string
  readonly startLine: number
  readonly data: () => string
}

/** Lines before and after one that was found. */
const CONTEXT = 2
/** Bytes that take as long to handle as a character takes to be looked at. */
const EACH_CHARACTER = 4

export interface GrepOptions {
  /** Excerpts are not looked for beyond this many, unless the query has filters. */
  readonly limit: number
  /** How a term is spelled in a path. */
  readonly spelled?: (term: string) => string
}

/** Basic search: files by their paths, then excerpts around the term (search#file-order). */
export function grepFiles(place: SearchedPlace, query: FileQuery, options: GrepOptions): FoundFile[] {
  return lookedThrough(place, function* () {
    const files = place.files.filter(({ path }) => query.passes(path))
    const found = byPath(place, files, query, options)
    yield
    return [...found, ...(yield* byContent(place, files, query, options))]
  })
}

// A request has one query. Behind a commit nothing changes while others are served; wikis are small.
function lookedThrough(place: SearchedPlace, steps: () => Steps<FoundFile[]>): FoundFile[] {
  const { project, ref, commit } = place
  return commit === undefined ? finished(steps()) : workedOut(`search ${project.id} ${ref} ${commit}`, steps)
}

function byPath(
  place: SearchedPlace,
  files: readonly SearchedFile[],
  { term }: FileQuery,
  { spelled = String }: GrepOptions,
): FoundFile[] {
  const wanted = spelled(term.replace(/^\/+/, '')).toLowerCase()
  if (wanted === '') return []
  return files
    .filter(({ lowerPath }) => term === EVERY_FILE || lowerPath.includes(wanted))
    .map(({ path, beginning }) => ({ ...whereIn(place), path, startLine: 1, data: beginning }))
}

function* byContent(
  place: SearchedPlace,
  files: readonly SearchedFile[],
  { term, filtered }: FileQuery,
  { limit }: GrepOptions,
): Steps<FoundFile[]> {
  if (term === EVERY_FILE) return []
  const wanted = term.toLowerCase()
  const most = filtered ? Number.POSITIVE_INFINITY : limit
  const found: FoundFile[] = []
  const pace = new Pace()
  for (const { path, content } of files) {
    const file = content()
    if (pace.after((file?.text.length ?? 0) * EACH_CHARACTER)) yield
    if (file === undefined) continue
    for (const { startLine, text } of grep(file, wanted, CONTEXT)) {
      if (found.length >= most) return found
      found.push({ ...whereIn(place), path, startLine, data: () => text })
    }
  }
  return found
}

/** Advanced search: each file whose path and content answer the query, once. */
export function searchFiles(place: SearchedPlace, query: FileQuery): FoundFile[] {
  return lookedThrough(place, () => answering(place, query))
}

function* answering(place: SearchedPlace, query: FileQuery): Steps<FoundFile[]> {
  const asked = engineQuery(query.term)
  const ref = place.commit ?? place.ref
  const found: FoundFile[] = []
  const pace = new Pace()
  for (const file of place.files) {
    if (pace.after((file.content()?.text.length ?? 0) * EACH_CHARACTER)) yield
    if (query.passes(file.path) && answers(asked, (leaf) => holdsInFile(file, leaf)))
      found.push({ project: place.project, ref, path: file.path, ...firstLines(file, wished(asked)) })
  }
  return found
}

// The index shows the first line that it found with two lines around it, unless the file begins or ends there.
function firstLines({ content }: SearchedFile, leaves: readonly Leaf[]) {
  const file = content()
  if (file === undefined) return { startLine: 1, data: () => '' }
  const lines = file.text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const at = linesOf(file.text).findIndex((line) => leaves.some((leaf) => holdsInText(line, leaf)))
  const found = Math.max(0, at)
  const from = found >= CONTEXT ? found - CONTEXT : found
  const to = lines.length - found > CONTEXT + 1 ? found + CONTEXT : found
  return {
    startLine: from + 1,
    data: () =>
      lines
        .slice(from, to + 1)
        .join('')
        .slice(0, longestExcerpt),
  }
}

function whereIn({ project, ref }: SearchedPlace) {
  return { project, ref }
}
