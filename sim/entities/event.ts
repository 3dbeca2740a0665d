import type { Event, EventAction, PushData } from '../model/users/event.ts'
import type { World } from '../model/world.ts'
import {
  entity,
  integer,
  nullable,
  object,
  one,
  oneOfTexts,
  text,
  timestamp,
  type View,
  when,
} from './entity.ts'
import { imported } from './imported.ts'
import { noteEntity } from './note.ts'
import { userRefEntity } from './user-ref.ts'
import { wikiPageBasicEntity } from './wiki.ts'

const push = ({ push: data }: Event) => data as PushData

/** An event. */
export const eventEntity = entity<Event>('Event', {
  id: integer(({ id }) => id),
  project_id: integer(({ projectId }) => projectId),
  action_name: text(nameOf),
  target_id: nullable(integer(({ targetId }) => targetId as number)),
  target_iid: nullable(integer((event, { world }) => iidOf(event, world) as number)),
  target_type: nullable(text((event, { world }) => typeOf(event, world) as string)),
  author_id: integer(({ authorId }) => authorId),
  target_title: nullable(text((event, { world }) => titleOf(event, world) as string)),
  created_at: timestamp(({ createdAt }) => createdAt),
  note: when(
    ({ target }) => target === 'Note',
    one(noteEntity, ({ targetId }: Event, { world }: View) => world.notes.get(targetId ?? 0)),
  ),
  wiki_page: when(
    ({ target }) => target === 'WikiPage::Meta',
    nullable(
      one(wikiPageBasicEntity, ({ targetId }: Event, { world }: View) => world.wikiPages.get(targetId ?? 0)),
    ),
  ),
  author: one(userRefEntity, ({ authorId }, { world }) => world.users.get(authorId)),
  ...imported<Event>(),
  push_data: when(
    (event) => event.push !== undefined,
    object<Event>({
      commit_count: integer((event) => push(event).commits),
      action: oneOfTexts(['created', 'removed', 'pushed'], (event) => push(event).action),
      ref_type: oneOfTexts(['branch', 'tag'], (event) => push(event).refType),
      commit_from: nullable(text((event) => push(event).from as string)),
      commit_to: nullable(text((event) => push(event).to as string)),
      ref: nullable(text((event) => push(event).ref as string)),
      commit_title: nullable(text((event) => push(event).title as string)),
      ref_count: nullable(integer((event) => (push(event).refCount ?? null) as number)),
    }),
  ),
  author_username: nullable(text(({ authorId }, { world }) => world.users.get(authorId)?.username as string)),
})

const names: { readonly [action in EventAction]: string } = {
  created: 'opened',
  updated: 'updated',
  closed: 'closed',
  reopened: 'opened',
  pushed: 'pushed to',
  commented: 'commented on',
  merged: 'accepted',
  joined: 'joined',
  left: 'left',
  destroyed: 'destroyed',
  expired: 'removed due to membership expiration from',
  approved: 'approved',
}

// What is created, and not opened.
const unopened: readonly Event['target'][] = [null, 'WikiPage::Meta']

function nameOf({ action, target, push: data }: Event): string {
  if (data !== undefined && data.action !== 'pushed')
    return data.action === 'created' ? 'pushed new' : 'deleted'
  return action === 'created' && unopened.includes(target) ? 'created' : names[action]
}

// A comment counts as what it is: in a thread, or on a diff.
function typeOf({ target, targetId }: Event, world: World): string | null {
  return target === 'Note' ? (world.notes.get(targetId ?? 0)?.type ?? 'Note') : target
}

function iidOf({ target, targetId }: Event, world: World): number | null {
  if (target === 'Issue') return world.issues.get(targetId ?? 0)?.iid ?? null
  if (target === 'Milestone') return world.milestones.get(targetId ?? 0)?.iid ?? null
  return target === 'MergeRequest' ? (world.mergeRequests.get(targetId ?? 0)?.iid ?? null) : targetId
}

function titleOf({ target, targetId, lastTitle }: Event, world: World): string | null {
  const id = targetId ?? 0
  if (target === 'Issue') return world.issues.get(id)?.title ?? null
  if (target === 'MergeRequest') return world.mergeRequests.get(id)?.title ?? null
  if (target === 'Milestone') return world.milestones.get(id)?.title ?? null
  if (target === 'WikiPage::Meta') return world.wikiPages.get(id)?.title ?? lastTitle ?? null
  const note = target === 'Note' ? world.notes.get(id) : undefined
  if (note === undefined) return null
  const on = note.noteable === 'Issue' ? world.issues : world.mergeRequests
  return on.get(note.noteableId)?.title ?? null
}
