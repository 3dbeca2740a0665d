import type { TagRef } from '../model/branches/branches.ts'
import { protectionsCovering } from '../model/protected-tags/protections.ts'
import type { Release } from '../model/releases/release.ts'
import { commitEntity } from './commit.ts'
import { entity, flag, nullable, one, text, timestamp, type View, when } from './entity.ts'

const tagReleaseEntity = entity<Release>('TagRelease', {
  tag_name: text(({ tag }) => tag),
  description: nullable(text(({ description }) => description as string)),
})

export const tagEntity = entity<TagRef>('Tag', {
  name: text(({ name }) => name),
  message: nullable(text(({ message }) => message as string)),
  target: text(({ target }) => target),
  commit: one(commitEntity, ({ commit }) => commit),
  // Left out for whoever may not read releases.
  release: when(
    ({ project }, { can }) => can('read_release', project),
    nullable(one(tagReleaseEntity, releaseOf)),
  ),
  protected: flag(
    ({ project, name }, { world }) =>
      protectionsCovering(world.protectedTags.by('byProject', project.id).ascending(), name).length > 0,
  ),
  created_at: nullable(timestamp(({ taggedAt }) => taggedAt)),
})

function releaseOf({ project, name }: TagRef, { world }: View): Release | undefined {
  return world.releases.find('byProject', project.id, name)
}
