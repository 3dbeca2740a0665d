import { forEach, type Pace, type Steps } from '../../lib/steps.ts'
import { deleteTodos } from '../issues/todos.ts'
import type { World } from '../world.ts'
import type { Noteable } from './note.ts'
import { removeNote } from './notes.ts'

/** Removes what people said of something and left at it, step by step: a discussion may be as long as it likes. */
export function* removeTalk(
  world: World,
  kind: Exclude<Noteable, 'Commit'>,
  id: number,
  pace: Pace,
): Steps<void> {
  yield* forEach(world.notes.by('byNoteable', kind, id).ascending(), pace, (note) => removeNote(world, note))
  yield* forEach(world.awards.by('byAwardable', kind, id).ascending(), pace, (award) =>
    world.awards.delete(award.id),
  )
  if (kind === 'Snippet') return
  yield* forEach(world.resourceEvents.by('byTarget', kind, id).ascending(), pace, (event) =>
    world.resourceEvents.delete(event.id),
  )
  deleteTodos(world, kind, id)
  if (kind !== 'Epic')
    for (const it of world.subscriptions.by('byTarget', kind, id).list()) world.subscriptions.delete(it.id)
}
