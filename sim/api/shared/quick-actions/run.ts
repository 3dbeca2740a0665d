import { type Steps, stepsOf } from '../../../lib/steps.ts'
import type { Issuable } from '../../../model/discussions/notes.ts'
import { InvalidRow } from '../../../model/invalid-row.ts'
import { can, type Situation } from '../../../policy/abilities.ts'
import type { DrawText } from '../secrets.ts'
import { createTodoItems } from '../todo-items.ts'
import { actionNames, actions } from './actions.ts'
import type { Action, ActionContext, ActionResult } from './quick-action.ts'
import { type Command, type SplitText, splitText } from './split-text.ts'

const known = new Set(actionNames.keys())

/** Splits a text on an issue or a merge request into its words and its quick actions. */
export function splitCommands(text: string): SplitText {
  return splitText(text, known)
}

/** What the actions of a text are run with. */
export interface Given {
  readonly drawText: DrawText
  /** Head of the source branch that the caller knows. */
  readonly head?: string | undefined
  /** It is being created, by somebody who may set what those who manage it may. */
  readonly fresh?: { readonly manages: boolean }
}

export interface CarriedOut {
  readonly on: Issuable
  readonly changes: { readonly [name: string]: unknown }
  /** What was done and what could not be; empty where the service has nothing to say. */
  readonly message: string
}

/**
 * Runs the quick actions of a text, each in a step. Whether one can be applied is decided by what was there before the first of them
 * (discussions#quick-actions-refused).
 */
export function* runQuickActions(
  situation: Situation,
  was: Issuable,
  commands: readonly Command[],
  given: Given,
): Steps<CarriedOut> {
  const project = situation.world.projects.require(was.row.projectId)
  const beside = commands.map(({ name }) => actionNames.get(name) as string)
  let on = was
  let changes: CarriedOut['changes'] = {}
  const messages: string[] = []
  const { drawText, head } = given
  for (const [index, name] of beside.entries()) {
    const { text } = commands[index] as Command
    const it = { situation, project, on, was, text, beside, drawText, head }
    const done = yield* runAction(name, it, given)
    messages.push(done?.message ?? '')
    on = done?.on ?? on
    changes = { ...changes, ...done?.changes }
    yield
  }
  if (on.row !== was.row && given.fresh === undefined) createTodoItems(situation, on, was.row)
  return { on, changes, message: messages.filter((message) => message !== '').join(' ') }
}

function* runAction(name: string, it: ActionContext, { fresh }: Given): Steps<ActionResult | undefined> {
  const action = actions.get(name) as Action
  const refused = { message: `Could not apply ${name} command.` }
  if (!isPermitted(action, it, fresh) || !(action.when?.(it) ?? true)) return refused
  try {
    return yield* stepsOf(action.run(it))
  } catch (problem) {
    if (problem instanceof InvalidRow) return refused
    throw problem
  }
}

function isPermitted({ by, only, afterwards }: Action, it: ActionContext, fresh: Given['fresh']): boolean {
  const { situation, project, was } = it
  if ((only !== undefined && only !== was.kind) || (fresh !== undefined && afterwards)) return false
  const manages =
    fresh?.manages ?? can(situation, was.kind === 'Issue' ? 'admin_issue' : 'admin_merge_request', project)
  return manages || by === 'all' || (by === 'author' && was.row.authorId === situation.caller.user?.id)
}
