import {
  childEpicEntity,
  epicEntity,
  epicPartEntity,
  type PartIssue,
  partIssueEntity,
} from '../../entities/epic.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import type { Epic, EpicIssue } from '../../model/epics/epic.ts'
import { partsInPlace } from '../../model/epics/epic-parts.ts'
import {
  addToEpic,
  changeEpic,
  epicDefaults,
  openEpic,
  reorderChildEpic,
  reorderEpicIssue,
} from '../../model/epics/epics.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesIssue, seesIssuesLike } from '../../policy/issues.ts'
import { type Listing, mapListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, lookedUp, required, string } from '../../protocol/params.ts'
import { forbidden, message, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import {
  dashed,
  EPIC,
  epicIid,
  epicNamed,
  groupOf,
  ofEpics,
  permittedEpic,
  seesEpic,
} from '../shared/epic-places.ts'
import { seenByPlace } from '../shared/seen-by-place.ts'

const ISSUES = `${EPIC}/issues`
const CHILDREN = `${EPIC}/epics`
const issuesOf = lookedUp(epicIid)
const partId = lookedUp({
  epic_issue_id: required(integer({ about: 'ID of the association of the issue with the epic' })),
})
const childId = { child_epic_id: required(integer({ about: 'ID of the child epic' })) }

/** Whether issues of personal projects can be in epics. */
const ofPeople = changed('epics#later-personal-issues', { before: false, after: true })

export const listEpicIssues = operation(
  {
    ...ofEpics,
    method: 'GET',
    path: ISSUES,
    aliases: [dashed(ISSUES)],
    summary: 'List the issues of an epic',
    params: issuesOf,
    answers: { many: partIssueEntity },
  },
  ({ group, params, view }) => {
    const epic = permittedEpic(view.situation, group, params.epic_iid)
    return shownParts(view.situation, epic)
  },
)

export const addEpicIssue = operation(
  {
    ...ofEpics,
    method: 'POST',
    path: `${ISSUES}/:epic_issue_id`,
    aliases: [dashed(`${ISSUES}/:epic_issue_id`)],
    summary: 'Add an issue to an epic (it leaves its former epic)',
    needs: 'read_epic',
    params: lookedUp({
      ...epicIid,
      epic_issue_id: required(integer({ about: 'Global ID of the issue, not its `iid`' })),
    }),
    answers: { status: 201, one: epicPartEntity },
    refuses: [403, 404],
    decides: [ofPeople],
  },
  ({ world, group, params, view }) => {
    const epic = permittedEpic(view.situation, group, params.epic_iid)
    const issue = world.issues.get(params.epic_issue_id ?? 0)
    if (issue === undefined || !seesIssue(view.situation, issue)) throw recordNotFound()
    if (!can(view.situation, 'admin_issue', world.projects.require(issue.projectId))) throw forbidden()
    const project = world.projects.require(issue.projectId)
    const anywhere = inDialect<boolean>(ofPeople, view.dialect)
    if (!anywhere && [...groupsAbove(world, { project })].length === 0)
      throw message(404, 'No matching issue found. Make sure that you are adding a valid issue URL.')
    return addToEpic(world, epic, issue)
  },
)

export const moveEpicIssue = operation(
  {
    ...ofEpics,
    method: 'PUT',
    path: `${ISSUES}/:epic_issue_id`,
    aliases: [dashed(`${ISSUES}/:epic_issue_id`)],
    summary: 'Move an issue within an epic',
    needs: 'admin_epic',
    params: {
      ...issuesOf,
      ...partId,
      move_before_id: integer({ about: 'Association that is to stand before the issue' }),
      move_after_id: integer({ about: 'Association that is to stand after the issue' }),
    },
    answers: { many: partIssueEntity, paging: 'none' },
    refuses: [404],
  },
  ({ world, group, params, view }) => {
    const epic = epicNamed(view.situation, group, params.epic_iid)
    const part = partNamed(view.situation, epic, params.epic_issue_id)
    const named = (id: number | null | undefined) =>
      id == null ? undefined : partNamed(view.situation, epic, id)
    const neighbours = { before: named(params.move_before_id), after: named(params.move_after_id) }
    reorderEpicIssue(world, epic, part, neighbours)
    return shownParts(view.situation, epic)
  },
)

export const removeEpicIssue = operation(
  {
    ...ofEpics,
    method: 'DELETE',
    path: `${ISSUES}/:epic_issue_id`,
    aliases: [dashed(`${ISSUES}/:epic_issue_id`)],
    summary: 'Remove an issue from an epic',
    params: { ...issuesOf, ...partId },
    answers: { one: epicPartEntity },
    refuses: [403, 404],
  },
  ({ world, group, params, view }) => {
    const epic = epicNamed(view.situation, group, params.epic_iid)
    const part = partNamed(view.situation, epic, params.epic_issue_id)
    const { projectId } = world.issues.require(part.issueId)
    if (!can(view.situation, 'admin_issue', world.projects.require(projectId))) throw forbidden()
    world.epicIssues.delete(part.id)
    return part
  },
)

export const listChildEpics = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'GET',
    path: CHILDREN,
    aliases: [dashed(CHILDREN)],
    summary: 'List the child epics of an epic',
    params: epicIid,
    answers: { many: epicEntity },
  },
  ({ group, params, view }) =>
    shownChildren(view.situation, permittedEpic(view.situation, group, params.epic_iid)),
)

export const addChildEpic = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'POST',
    path: `${CHILDREN}/:child_epic_id`,
    aliases: [dashed(`${CHILDREN}/:child_epic_id`)],
    summary: 'Add a child epic to an epic',
    needs: 'admin_epic',
    params: { ...epicIid, ...childId },
    answers: { status: 201, one: epicEntity },
    refuses: [400, 404],
  },
  ({ world, group, params, view, now }) => {
    const parent = permittedEpic(view.situation, group, params.epic_iid)
    const child = childNamed(view.situation, params.child_epic_id)
    return refuseInvalidRow(() => changeEpic(world, child, { parentId: parent.id }, now))
  },
)

export const createChildEpic = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'POST',
    path: CHILDREN,
    aliases: [dashed(CHILDREN)],
    summary: 'Create a child epic of an epic',
    needs: 'admin_epic',
    params: { ...epicIid, title: required(string()), confidential: boolean() },
    answers: changed('epics#later-child-created', {
      before: { status: 201, one: epicEntity },
      after: { status: 201, one: childEpicEntity },
    }),
    refuses: [400],
  },
  ({ world, caller, group, params, view, now }) => {
    const parent = permittedEpic(view.situation, group, params.epic_iid)
    const values = {
      ...epicDefaults,
      title: params.title ?? '',
      confidential: params.confidential ?? parent.confidential,
      parentId: parent.id,
    }
    return refuseInvalidRow(() => openEpic(world, group, caller.user as User, values, now))
  },
)

export const moveChildEpic = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'PUT',
    path: `${CHILDREN}/:child_epic_id`,
    aliases: [dashed(`${CHILDREN}/:child_epic_id`)],
    summary: 'Move a child epic among those of its parent',
    needs: 'admin_epic',
    params: {
      ...epicIid,
      ...childId,
      move_before_id: integer({ about: 'ID of the epic that is to stand before the child epic' }),
      move_after_id: integer({ about: 'ID of the epic that is to stand after the child epic' }),
    },
    answers: { many: epicEntity, paging: 'none' },
    refuses: [404],
  },
  ({ world, group, params, view }) => {
    const parent = permittedEpic(view.situation, group, params.epic_iid)
    const child = childNamed(view.situation, params.child_epic_id)
    const above = world.epics.get(child.parentId ?? 0)
    const named = (id: number | null | undefined) => {
      if (id == null) return undefined
      const sibling = world.epics.get(id)
      if (sibling === undefined || sibling.parentId !== child.parentId)
        throw message(404, 'Epic not found for given params')
      return sibling
    }
    const neighbours = { before: named(params.move_before_id), after: named(params.move_after_id) }
    if (above !== undefined) reorderChildEpic(world, above, child, neighbours)
    return shownChildren(view.situation, parent)
  },
)

export const removeChildEpic = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'DELETE',
    path: `${CHILDREN}/:child_epic_id`,
    aliases: [dashed(`${CHILDREN}/:child_epic_id`)],
    summary: 'Remove a child epic from an epic',
    needs: 'admin_epic',
    params: { ...epicIid, ...childId },
    answers: { one: epicEntity },
    refuses: [404],
  },
  ({ world, group, params, view, now }) => {
    const parent = permittedEpic(view.situation, group, params.epic_iid)
    const child = childNamed(view.situation, params.child_epic_id)
    if (child.parentId !== parent.id) throw recordNotFound()
    return refuseInvalidRow(() => changeEpic(world, child, { parentId: null }, now))
  },
)

function shownParts(situation: Situation, epic: Epic): Listing<PartIssue> {
  const { world } = situation
  const shown = seenByPlace({
    all: world.epicIssues.by('byEpic', epic.id),
    inPlace: (...place) => partsInPlace(world, epic, ...place),
    seesPlaceOf: ({ issueId }) => seesIssuesLike(situation, world.issues.require(issueId)),
    sees: ({ issueId }) => {
      const issue = world.issues.get(issueId)
      return issue !== undefined && seesIssue(situation, issue)
    },
  })
  return mapListing(shown, (part) => ({ ...world.issues.require(part.issueId), part }))
}

function shownChildren(situation: Situation, epic: Epic): Listing<Epic> {
  const { world } = situation
  const sees = (child: Epic) => seesEpic(situation, groupOf(world, child), child)
  return seenByPlace({
    all: world.epics.by('byParent', epic.id),
    inPlace: (...place) => world.epics.by('byParentPlace', epic.id, ...place),
    seesPlaceOf: sees,
    sees,
  })
}

function partNamed({ world }: Situation, epic: Epic, id: number | null): EpicIssue {
  const part = world.epicIssues.get(id ?? 0)
  if (part?.epicId !== epic.id || world.issues.get(part.issueId) === undefined) throw recordNotFound()
  return part
}

function childNamed(situation: Situation, id: number | null): Epic {
  const { world } = situation
  const epic = world.epics.get(id ?? 0)
  const group: Group | undefined = epic && groupOf(world, epic)
  if (epic === undefined || group === undefined || !can(situation, 'admin_epic', group))
    throw recordNotFound()
  return epic
}
