import type { Steps } from '../../../lib/steps.ts'
import type { Issuable } from '../../../model/discussions/notes.ts'
import { InvalidRow } from '../../../model/invalid-row.ts'
import type { Situation } from '../../../policy/abilities.ts'
import { badRequest, keepWrites, type Refusal } from '../../../protocol/refusal.ts'
import { errorTable } from '../../../protocol/refuse-invalid-row.ts'
import { refuseLockedDiscussion } from '../notes-and-awards.ts'
import { type CarriedOut, type Given, runQuickActions, splitCommands } from './run.ts'

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
  const { text, commands } = splitCommands(body ?? '')
  if (commands.length === 0) return write(text)
  refuseLockedDiscussion(situation, on)
  const note = text === '' ? undefined : write(text)
  const { changes, message } = yield* runQuickActions(situation, current(situation, on), commands, given)
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
  const done = yield* comment(situation, on, body, given, write)
  if (!isCommandsOnly(done)) return done
  throw keepWrites(refusedNote({ commands_only: done.summary, command_names: done.names }))
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
