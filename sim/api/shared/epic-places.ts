import type { Note } from '../../model/discussions/note.ts'
import type { Epic } from '../../model/epics/epic.ts'
import type { Group } from '../../model/groups/group.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { integer, required } from '../../protocol/params.ts'
import { forbidden, recordNotFound } from '../../protocol/refusal.ts'

/** Shared by the operations on epics. */
export const ofEpics = {
  tier: 'premium',
  subject: 'group',
  needs: 'read_epic',
  beyond: true,
} as const

export const EPICS = '/groups/:id/epics'
export const EPIC = `${EPICS}/:epic_iid`
/** The same path as the service's own pages have it. */
export const dashed = (path: string) => path.replace('/:id/epics', '/:id/-/epics')
export const epicIid = { epic_iid: required(integer({ about: 'IID of the epic' })) }

/** An epic of a group that the caller may see: confidential epics need Reporter. */
export function epicNamed(situation: Situation, group: Group, iid: number | null): Epic {
  const epic = situation.world.epics.find('byIid', group.id, iid ?? 0)
  if (epic === undefined || !seesEpic(situation, group, epic)) throw recordNotFound()
  return epic
}

/** The same where rights are asked of the epic itself: nobody has any to what is not there. */
export function permittedEpic(situation: Situation, group: Group, iid: number | null): Epic {
  const epic = situation.world.epics.find('byIid', group.id, iid ?? 0)
  if (epic === undefined || !seesEpic(situation, group, epic)) throw forbidden()
  return epic
}

export function seesEpic(situation: Situation, group: Group, { confidential }: Epic): boolean {
  return !confidential || can(situation, 'admin_epic', group)
}

/** The comments on an epic that the caller may see. */
export function notesOf(situation: Situation, group: Group, epic: Epic): Note[] {
  const notes = situation.world.notes.by('byNoteable', 'Epic', epic.id).list()
  return notes.filter((note) => seesEpicNote(situation, group, note))
}

export function seesEpicNote(situation: Situation, group: Group, { internal }: Note): boolean {
  return !internal || can(situation, 'admin_epic', group)
}

export function groupOf(world: World, { groupId }: Epic): Group {
  return world.groups.require(groupId)
}

/** An epic of a group by its ID, as the caller may see it. */
export function epicById(situation: Situation, group: Group, id: number | null): Epic {
  const epic = situation.world.epics.get(id ?? 0)
  if (epic === undefined || epic.groupId !== group.id || !seesEpic(situation, group, epic))
    throw recordNotFound()
  return epic
}

export const epicId = { epic_id: required(integer({ about: 'ID of the epic' })) }
