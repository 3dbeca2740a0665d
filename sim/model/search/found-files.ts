import { grep, longestExcerpt } from '../../git/grep.ts'
import { workedOut } from '../../lib/long-work.ts'
import { finished, Pace, type Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import { leavesIn, leavesOfFile } from './engine-files.ts'
import { answers, engineQuery, type Leaf, leavesOf, wished } from './engine-query.ts'
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
    const options = { context: CONTEXT, most: most - found.length }
    for (const { startLine, text } of yield* grep(file, wanted, options))
      found.push({ ...whereIn(place), path, startLine, data: () => text })
    if (found.length >= most) return found
  }
  return found
}

/** Most words of a query: the engine refuses to look for more clauses, and what it refuses finds nothing. */
const MOST_WORDS = 1024

/** Advanced search: each file whose path and content answer the query, once. Content above `most` bytes is not known. */
export function searchFiles(place: SearchedPlace, query: FileQuery, most: number): FoundFile[] {
  return lookedThrough(place, () => answering(place, query, most))
}

function* answering(place: SearchedPlace, query: FileQuery, most: number): Steps<FoundFile[]> {
  const asked = engineQuery(query.term)
  const leaves = leavesOf(asked)
  if (leaves.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0) > MOST_WORDS) return []
  const ref = place.commit ?? place.ref
  const found: FoundFile[] = []
  const pace = new Pace()
  for (const file of place.files) {
    if (!query.passes(file.path)) continue
    const content = file.size > most ? '' : (file.content()?.text ?? '')
    if (pace.after(content.length * EACH_CHARACTER)) yield
    const held = yield* leavesOfFile(file.path, content, leaves)
    if (answers(asked, (leaf) => held.has(leaf)))
      found.push({
        project: place.project,
        ref,
        path: file.path,
        ...(yield* firstLines(content, wished(asked))),
      })
  }
  return found
}

// The index shows the first line that it found with two lines around it, unless the file begins or ends there.
function* firstLines(content: string, leaves: readonly Leaf[]) {
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const pace = new Pace()
  let found = 0
  for (const [at, line] of lines.entries()) {
    if (pace.after(line.length)) yield
    if ((yield* leavesIn(line.replace(/\n$/, ''), leaves)).size === 0) continue
    found = at
    break
  }
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
