import type { Steps } from '../../../lib/steps.ts'
import type { Issuable, NoteTarget } from '../../../model/discussions/notes.ts'
import type { Epic } from '../../../model/epics/epic.ts'
import { InvalidRow } from '../../../model/invalid-row.ts'
import type { Situation } from '../../../policy/abilities.ts'
import { badRequest, keepWrites, type Refusal } from '../../../protocol/refusal.ts'
import { errorTable } from '../../../protocol/refuse-invalid-row.ts'
import { refuseLockedDiscussion } from '../notes-and-awards.ts'
import { runCommitActions } from './commit-actions.ts'
import { runEpicActions } from './epic-actions.ts'
import { type CarriedOut, type Given, runQuickActions, splitCommands } from './run.ts'
import type { Command } from './split-text.ts'

/** The result of a comment that has nothing but quick actions. */
export interface CommandsOnly {
  readonly changes: CarriedOut['changes']
  readonly summary: readonly string[]
  readonly names: readonly string[]
}

export function isCommandsOnly<Row>(result: Row | CommandsOnly): result is CommandsOnly {
  return typeof result === 'object' && result !== null && 'summary' in result
}

/** A comment, and what its quick actions changed. */
export type Commented<Row> = Row & { readonly commandsChanges?: CarriedOut['changes'] }

/** Writes the words of a comment and runs its quick actions (discussions#quick-actions-only, discussions#quick-actions-refused). */
export function* comment<Row extends object>(
  situation: Situation,
  on: Issuable,
  body: string | null,
  given: Given,
  write: (words: string) => Row,
): Steps<Commented<Row> | CommandsOnly> {
  return yield* commented(body, write, {
    before: () => refuseLockedDiscussion(situation, on),
    run: (commands) => runQuickActions(situation, current(situation, on), commands, given),
  })
}

/** The same on an epic. */
export function* commentEpic<Row extends object>(
  situation: Situation,
  epic: Epic,
  body: string | null,
  write: (words: string) => Row,
): Steps<Commented<Row> | CommandsOnly> {
  return yield* commented(body, write, {
    run: (commands) => runEpicActions(situation, situation.world.epics.require(epic.id), commands),
  })
}

/** The same on a commit or a snippet; snippets know no quick actions. */
export function* commentOther<Row extends object>(
  situation: Situation,
  on: NoteTarget,
  body: string | null,
  write: (words: string) => Row,
): Steps<Commented<Row> | CommandsOnly> {
  if (on.kind !== 'Commit') return write(body ?? '')
  const { id, projectId } = on.row
  return yield* commented(body, write, {
    run: (commands) => runCommitActions(situation, { projectId, sha: String(id) }, commands),
  })
}

interface Running {
  /** Refuses what is not commented on. */
  readonly before?: () => void
  readonly run: (commands: readonly Command[]) => Steps<Pick<CarriedOut, 'changes' | 'message'>>
}

function* commented<Row extends object>(
  body: string | null,
  write: (words: string) => Row,
  { before, run }: Running,
): Steps<Commented<Row> | CommandsOnly> {
  const { text, commands } = splitCommands(body ?? '')
  if (commands.length === 0) return write(text)
  before?.()
  const note = text === '' ? undefined : write(text)
  const { changes, message } = yield* run(commands)
  if (note !== undefined) return { ...note, commandsChanges: changes }
  const names = commands.map(({ name }) => name)
  if (message === '') throw refusedNote({ command_names: names, commands: ['Failed to apply commands.'] })
  return { changes, summary: [message], names }
}

/** The same in a thread, where the service refuses what has no words, having run its actions. */
export function* commentInThread<Row extends object>(
  situation: Situation,
  on: Issuable,
  body: string | null,
  given: Given,
  write: (words: string) => Row,
): Steps<Commented<Row>> {
  return withWords(yield* comment(situation, on, body, given, write))
}

/** What a thread shows of a comment; throws where it has no words, having run its quick actions. */
export function withWords<Row extends object>(
  done: Commented<Row> | CommandsOnly,
  refusal: (errors: string) => Refusal = (errors) => badRequest(`Note ${errors}`),
): Commented<Row> {
  if (!isCommandsOnly(done)) return done
  const errors = new InvalidRow({ commands_only: done.summary, command_names: done.names })
  throw keepWrites(refusal(errorTable(errors)))
}

/** The issue or merge request as it stands after the comment was added. */
function current({ world }: Situation, on: Issuable): Issuable {
  return on.kind === 'Issue'
    ? { kind: 'Issue', row: world.issues.require(on.row.id) }
    : { kind: 'MergeRequest', row: world.mergeRequests.require(on.row.id) }
}

function refusedNote(errors: InvalidRow['errors']): Refusal {
  return badRequest(`Note ${errorTable(new InvalidRow(errors))}`)
}
