import { entity, json, texts } from './entity.ts'

interface CarriedOut {
  readonly changes: { readonly [name: string]: unknown }
  readonly summary: readonly string[]
}

/** What a comment that was nothing but quick actions did. */
export const noteCommandsEntity = entity<CarriedOut>('NoteCommands', {
  commands_changes: json({ type: 'object' }, ({ changes }) => changes),
  summary: texts(({ summary }) => summary),
})
