import type { Stepwise } from '../../../lib/steps.ts'
import type { Issuable } from '../../../model/discussions/notes.ts'
import type { Project } from '../../../model/projects/project.ts'
import type { Situation } from '../../../policy/abilities.ts'
import type { DrawText } from '../secrets.ts'

export interface ActionContext {
  readonly situation: Situation
  readonly project: Project
  /** The issue or merge request as the actions before this one left it. */
  readonly on: Issuable
  /** The same before the first of them. */
  readonly was: Issuable
  readonly text: string
  readonly drawText: DrawText
  /** All actions of the text, by their own names. */
  readonly beside: readonly string[]
  /** Head of the source branch that the caller knows. */
  readonly head: string | undefined
}

export interface ActionResult {
  readonly on?: Issuable
  /** Empty where the service says nothing. */
  readonly message: string
  readonly changes?: { readonly [name: string]: unknown }
}

export interface Action {
  readonly aliases?: readonly string[]
  /** Who may run it besides those who manage the issue or merge request: its author, or everybody. */
  readonly by?: 'author' | 'all'
  readonly only?: Issuable['kind']
  /** It is not run by the description of what is being created. */
  readonly afterwards?: true
  /** Whether it can be applied to what is there before any action of the text is run. */
  readonly when?: (it: ActionContext) => boolean
  /** Undefined where it makes nothing of its text. */
  readonly run: (it: ActionContext) => Stepwise<ActionResult | undefined>
}
