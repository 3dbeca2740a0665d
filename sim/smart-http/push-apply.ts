import { blockingRef } from '../git/refs.ts'
import type { Steps } from '../lib/steps.ts'
import { recordActivity } from '../model/projects/activity.ts'
import { deleteBranch, moveBranch } from '../model/repository/new-commit.ts'
import { repositoryOf } from '../model/repository/repository.ts'
import { type PushedRef, recordPushes } from '../model/users/events.ts'
import type { RefChange } from '../policy/pushes.ts'
import type { Session } from './service.ts'

const HEADS = 'refs/heads/'
const TAGS = 'refs/tags/'

/** Updates references one by one; those whose name conflicts with another reference are added to `refused`. */
export function* applyChanges(
  session: Session,
  changes: readonly RefChange[],
  refused: Map<string, string>,
  size: number,
): Steps<RefChange[]> {
  const { world, project, caller, now } = session
  const accepted: RefChange[] = []
  for (const change of defaultFirst(session, changes)) {
    const { refs } = repositoryOf(world, project)
    if (change.from === undefined && blockingRef(refs, change.name) !== undefined)
      refused.set(change.name, 'failed to update ref')
    else {
      apply(session, change)
      accepted.push(change)
    }
    yield
  }
  if (caller.user !== undefined)
    recordPushes(world, project, caller.user.id, accepted.flatMap(pushedRef), now)
  const { sizes } = world.projects.require(project.id)
  if (accepted.length > 0) {
    recordActivity(world, project.id, now)
    world.projects.update(project.id, { sizes: { ...sizes, repository: sizes.repository + size } })
  }
  return accepted
}

// The first branch pushed to an empty repository becomes the default one, so the configured default comes first.
function defaultFirst({ project }: Session, changes: readonly RefChange[]): RefChange[] {
  const isDefault = ({ name }: RefChange) => name === HEADS + project.defaultBranch
  return [...changes.filter(isDefault), ...changes.filter((change) => !isDefault(change))]
}

function apply({ world, project, now }: Session, { name, to }: RefChange): void {
  const current = world.projects.require(project.id)
  const branch = name.startsWith(HEADS) ? name.slice(HEADS.length) : undefined
  const { refs } = repositoryOf(world, current)
  if (branch !== undefined && to !== undefined) moveBranch(world, current, branch, to, now)
  else if (branch !== undefined) deleteBranch(world, current, branch, now)
  else if (to !== undefined) refs.set(name, to)
  else refs.delete(name)
}

/** What an event tells of a reference; nothing of those that are neither a branch nor a tag. */
function pushedRef({ name, from, to }: RefChange): PushedRef[] {
  const moved = { from: from ?? null, to: to ?? null }
  if (name.startsWith(HEADS)) return [{ ...moved, refType: 'branch', ref: name.slice(HEADS.length) }]
  return name.startsWith(TAGS) ? [{ ...moved, refType: 'tag', ref: name.slice(TAGS.length) }] : []
}
