import type { Steps } from '../../../lib/steps.ts'
import type { Issuable } from '../../../model/discussions/notes.ts'
import type { Situation } from '../../../policy/abilities.ts'
import { type Given, runQuickActions, splitCommands } from './run.ts'

/** A description without its quick actions; what is no text stays as it is. */
export function wordsOf<Text extends string | null | undefined>(description: Text): Text {
  return (typeof description === 'string' ? splitCommands(description).text : description) as Text
}

/** Runs the quick actions of a description that was sent, on what was just created or changed with its words. */
export function* runDescribed<On extends Issuable>(
  situation: Situation,
  on: On,
  description: string | null | undefined,
  given: Given,
): Steps<On['row']> {
  if (description == null) return on.row
  const { commands } = splitCommands(description)
  return commands.length === 0 ? on.row : (yield* runQuickActions(situation, on, commands, given)).on.row
}
