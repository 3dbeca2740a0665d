import { log } from '../../git/history.ts'
import type { LogEntry } from '../../git/log-options.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import { commitNamed } from '../repository/project-objects.ts'
import { objectsOf } from '../repository/repository.ts'
import { engineSteps } from '../search/engine-words.ts'
import type { World } from '../world.ts'

/** A commit as a search sees it. */
interface SearchedCommit extends LogEntry {
  readonly lowerMessage: string
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
  return { id, commit, lowerMessage: commit.message.toLowerCase() }
}

/** Basic search: commits whose message contains the whole query. */
export function searchCommitMessages(world: World, project: Project, ref: string, query: string): LogEntry[] {
  const wanted = query.toLowerCase()
  return historyOf(world, project, ref).filter(({ lowerMessage }) => lowerMessage.includes(wanted))
}

/** Advanced search: commits whose message, author and id answer a query for the engine. */
export function searchCommits(world: World, project: Project, query: string): readonly LogEntry[] {
  const history = historyOf(world, project, project.defaultBranch)
  const [newest] = history
  if (newest === undefined) return []
  return workedOut(`commits up to ${newest.id} ${query}`, () => matching(history, query))
}

/** Bytes that take as long to handle as the words of a character take to be told. */
const EACH_CHARACTER = 8

function* matching(history: readonly SearchedCommit[], query: string): Steps<readonly LogEntry[]> {
  const asked = engineSteps(withBeginnings(query))
  const pace = new Pace()
  const found: LogEntry[] = []
  for (const entry of history) {
    const { id, commit } = entry
    const { message, author, committer } = commit
    const people = [author.name, author.email, committer.name, committer.email]
    const fields = { texts: [message, ...people], words: [id, author.email, committer.email] }
    if (yield* asked(fields)) found.push(entry)
    if (pace.after(message.length * EACH_CHARACTER)) yield
  }
  return found
}

/** What may begin an id is looked for as the beginning of a word. */
function withBeginnings(query: string): string {
  return query
    .split(/\s+/)
    .map((word) => (/^[0-9a-f]{5,40}$/i.test(word) ? `${word}*` : word))
    .join(' ')
}
