import { entity, json, texts } from './entity.ts'

interface CarriedOut {
  readonly changes: { readonly [name: string]: unknown }
  readonly summary: readonly string[]
}

/** The result of a comment that had nothing but quick actions. */
export const noteCommandsEntity = entity<CarriedOut>('NoteCommands', {
  commands_changes: json({ type: 'object' }, ({ changes }) => changes),
  summary: texts(({ summary }) => summary),
})
