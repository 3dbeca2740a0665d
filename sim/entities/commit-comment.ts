import type { Note } from '../model/discussions/note.ts'
import { entity, integer, nullable, one, oneOfTexts, text, timestamp } from './entity.ts'
import { userRefEntity } from './user-ref.ts'

/** A comment on a commit; place and line are null where it is about the whole. */
export const commitCommentEntity = entity<Note>('CommitComment', {
  note: text(({ body }) => body),
  path: nullable(text(({ position }) => (position?.newPath ?? null) as string)),
  line: nullable(integer(({ position }) => (position?.newLine ?? position?.oldLine ?? null) as number)),
  line_type: nullable(
    oneOfTexts(
      ['new', 'old'],
      ({ position }) => (position === null ? null : position.newLine === null ? 'old' : 'new') as 'new',
    ),
  ),
  author: one(userRefEntity, ({ authorId }, { world }) => world.users.require(authorId)),
  created_at: timestamp(({ createdAt }) => createdAt),
})
