import { blockingRef, validTagName } from '../../git/refs.ts'
import { tagNamed } from '../../model/branches/branches.ts'
import type { Project } from '../../model/projects/project.ts'
import { createTag, signatureOf } from '../../model/repository/new-commit.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import { recordPush } from '../../model/users/events.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayCreateTag } from '../../policy/tags.ts'

export interface NewTag {
  readonly name: string
  /** The commit that it names; undefined where there is none. */
  readonly sha: string | undefined
  /** How the caller named the commit. */
  readonly ref: string
  readonly message: string | null
}

/** Creates a tag in the name of the caller; or gives what is against it. */
export function createTagAt(
  { world, caller, now }: Situation,
  project: Project,
  { name, sha, ref, message }: NewTag,
): string | undefined {
  if (!validTagName(name)) return 'Tag name invalid'
  if (tagNamed(world, project, name) !== undefined) return `Tag ${name} already exists`
  if (sha === undefined || blockingRef(repositoryOf(world, project).refs, `refs/tags/${name}`) !== undefined)
    return `Target ${ref} is invalid`
  if (!mayCreateTag({ world, caller, now }, project, name))
    return 'You are not allowed to create this tag as it is protected.'
  createTag(world, project, { name, sha, message, tagger: signatureOf(caller.user as User, now) })
  const pushed = { refType: 'tag', ref: name, from: null, to: sha } as const
  recordPush(world, project, caller.user?.id ?? 0, pushed, now)
  return undefined
}
