import { log } from '../../git/history.ts'
import type { LogEntry } from '../../git/log-options.ts'
import type { Project } from '../projects/project.ts'
import { commitNamed } from '../repository/project-objects.ts'
import { objectsOf } from '../repository/repository.ts'
import type { World } from '../world.ts'

/** A commit as a search sees it. */
interface SearchedCommit extends LogEntry {
  readonly lowerMessage: string
  readonly lowerAuthor: string
}

// History never changes behind a commit, so it is read once for all searches and all worlds.
const REMEMBERED = 300
const histories = new Map<string, readonly SearchedCommit[]>()

/** The history of a branch, tag or commit, newest first; none where the reference leads nowhere. */
function historyOf(world: World, project: Project, ref: string): readonly SearchedCommit[] {
  const head = commitNamed(world, project, ref)
  if (head === undefined) return []
  let history = histories.get(head)
  if (history === undefined) {
    history = [...log(objectsOf(world), head)].map(searched)
    if (histories.size >= REMEMBERED) histories.clear()
    histories.set(head, history)
  }
  return history
}

function searched({ id, commit }: LogEntry): SearchedCommit {
  const { name, email } = commit.author
  return {
    id,
    commit,
    lowerMessage: commit.message.toLowerCase(),
    lowerAuthor: `${name} ${email}`.toLowerCase(),
  }
}

/** Basic search: commits whose message contains the whole query. */
export function searchCommitMessages(world: World, project: Project, ref: string, query: string): LogEntry[] {
  const wanted = query.toLowerCase()
  return historyOf(world, project, ref).filter(({ lowerMessage }) => lowerMessage.includes(wanted))
}

/** Advanced search: commits that have each term in message or author, or as the beginning of their id. */
export function searchCommits(world: World, project: Project, terms: readonly string[]): LogEntry[] {
  return historyOf(world, project, project.defaultBranch).filter(({ id, lowerMessage, lowerAuthor }) =>
    terms.every((term) => lowerMessage.includes(term) || lowerAuthor.includes(term) || beginsId(id, term)),
  )
}

function beginsId(id: string, term: string): boolean {
  return term.length >= 5 && id.startsWith(term)
}
