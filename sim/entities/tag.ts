import type { TagRef } from '../model/branches.ts'
import { covering } from '../model/protected-ref.ts'
import { commitEntity } from './commit.ts'
import { constant, entity, flag, nullable, one, text } from './entity.ts'

export const tagEntity = entity<TagRef>('Tag', {
  name: text(({ name }) => name),
  message: nullable(text(({ message }) => message as string)),
  target: text(({ target }) => target),
  commit: one(commitEntity, ({ commit }) => commit),
  release: constant(null),
  protected: flag(
    ({ project, name }, { world }) =>
      covering(world.protectedTags.by('byProject', project.id).ascending(), name).length > 0,
  ),
})
