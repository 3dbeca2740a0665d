import type { Issuable } from '../../model/discussions/notes.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Situation } from '../../policy/abilities.ts'
import type { DrawText } from '../shared/secrets.ts'

export interface ActionContext {
  readonly situation: Situation
  readonly project: Project
  readonly on: Issuable
  readonly text: string
  readonly drawText: DrawText
}
export interface ActionResult {
  readonly on?: Issuable
  readonly message: string
  readonly changes: { readonly [name: string]: unknown }
}
export interface Action {
  /** Who may run it besides those who manage the issue or merge request: its author, or everybody. */
  readonly by?: 'author' | 'all'
  readonly only?: Issuable['kind']
  readonly run: (it: ActionContext) => ActionResult | undefined
}
