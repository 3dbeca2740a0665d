import { relatedEpicEntity, relatedEpicLinkEntity } from '../../entities/related-epic.ts'
import type { Epic } from '../../model/epics/epic.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow } from '../../model/groups/group-tree.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { type IssueLink, linkTypes } from '../../model/issues/issue-link.ts'
import { linkedIssueId, linkIssues, linksOf } from '../../model/issues/issue-links.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesGroup } from '../../policy/visible.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { datetime, integer, lookedUp, oneOf, required, string } from '../../protocol/params.ts'
import { forbidden, message, notFound, recordNotFound } from '../../protocol/refusal.ts'
import { dashed, EPIC, epicIid, groupOf, ofEpics, permittedEpic, seesEpic } from '../shared/epic-places.ts'

// Epics that relate to one another, beside the tree of epics and child epics.

const RELATED = `${EPIC}/related_epics`
const linkId = lookedUp({ related_epic_link_id: required(integer({ about: 'ID of the link' })) })

export const listRelatedEpics = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'GET',
    path: RELATED,
    aliases: [dashed(RELATED)],
    summary: 'List the epics linked to an epic',
    auth: 'public',
    params: epicIid,
    answers: { many: relatedEpicEntity, paging: 'none' },
    refuses: [404],
  },
  ({ world, group, params, view: { situation } }) => {
    const epic = permittedEpic(situation, group, params.epic_iid)
    const linked = linksOf(world, epic.id, 'epicLinks').map((link) => ({
      ...world.epics.require(linkedIssueId(link, epic)),
      link,
    }))
    return listingOf(linked.filter((other) => reads(situation, other)))
  },
)

export const createRelatedEpicLink = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'POST',
    path: RELATED,
    aliases: [dashed(RELATED)],
    summary: 'Create a link between two epics',
    needs: 'relate_epics',
    params: {
      ...epicIid,
      target_group_id: required(string({ about: 'ID or path of the group of the target epic' })),
      target_epic_iid: required(integer({ about: 'IID of the target epic' })),
      link_type: oneOf(linkTypes, { about: 'Default `relates_to`' }),
    },
    answers: { status: 201, one: relatedEpicLinkEntity },
    refuses: [403, 404, 409, 422],
  },
  ({ world, group, params, now, view: { situation } }) => {
    const epic = relatedFrom(situation, group, params.epic_iid)
    const target = targetNamed(situation, params.target_group_id, params.target_epic_iid)
    const type = params.link_type ?? 'relates_to'
    const link = refuseInvalidLink(target, () => linkIssues(world, epic, target, type, now, 'epicLinks'))
    if (link === undefined) throw message(409, 'Epic(s) already assigned')
    return link
  },
)

export const deleteRelatedEpicLink = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'DELETE',
    path: `${RELATED}/:related_epic_link_id`,
    aliases: [dashed(`${RELATED}/:related_epic_link_id`)],
    summary: 'Delete a link between two epics',
    needs: 'relate_epics',
    params: { ...epicIid, ...linkId },
    answers: { one: relatedEpicLinkEntity },
    refuses: [403, 404],
  },
  ({ world, group, params, view: { situation } }) => {
    const epic = relatedFrom(situation, group, params.epic_iid)
    const link = world.epicLinks.get(params.related_epic_link_id ?? 0)
    if (link === undefined || !isOf(link, epic)) throw recordNotFound()
    const other = world.epics.require(linkedIssueId(link, epic))
    if (!mayRelate(situation, other)) throw message(404, 'No Related Epic Link found')
    world.epicLinks.delete(link.id)
    return link
  },
)

export const listRelatedEpicLinks = operation(
  {
    ...ofEpics,
    tier: 'ultimate',
    method: 'GET',
    path: '/groups/:id/related_epic_links',
    since: 'epics#later-related-of-group',
    summary: 'List the links between epics of a group and its subgroups',
    auth: 'public',
    params: {
      created_after: datetime(),
      created_before: datetime(),
      updated_after: datetime(),
      updated_before: datetime(),
    },
    answers: { many: relatedEpicLinkEntity },
  },
  ({ world, group, params, view: { situation } }) => {
    const groups = new Set([group, ...groupsBelow(world, group)].map(({ id }) => id))
    const epics = [...groups].flatMap((id) => world.epics.by('byGroup', id).list())
    const links = new Map(
      epics.flatMap(({ id }) => linksOf(world, id, 'epicLinks')).map((link) => [link.id, link]),
    )
    // A link is never changed.
    const isWished = ({ createdAt: at }: IssueLink) =>
      [params.created_after, params.updated_after].every((from) => at >= (from ?? at)) &&
      [params.created_before, params.updated_before].every((to) => at <= (to ?? at))
    const seen = [...links.values()].filter(
      (link) =>
        isWished(link) &&
        [link.sourceId, link.targetId].every((id) => reads(situation, world.epics.require(id))),
    )
    return listingOf(seen.sort((one, other) => one.id - other.id))
  },
)

function isOf({ sourceId, targetId }: IssueLink, { id }: Epic): boolean {
  return sourceId === id || targetId === id
}

function reads(situation: Situation, epic: Epic): boolean {
  const { world, caller, now } = situation
  const group = groupOf(world, epic)
  return seesGroup(world, caller, group, now) && seesEpic(situation, group, epic)
}

function mayRelate(situation: Situation, epic: Epic): boolean {
  const group = groupOf(situation.world, epic)
  return can(situation, 'relate_epics', group) && seesEpic(situation, group, epic)
}

/** The epic that is to be linked, or whose link is to go. */
function relatedFrom(situation: Situation, group: Group, iid: number | null): Epic {
  const epic = situation.world.epics.find('byIid', group.id, iid ?? 0)
  if (epic === undefined) throw recordNotFound()
  if (!seesEpic(situation, group, epic)) throw forbidden()
  return epic
}

function targetNamed(situation: Situation, place: string | null, iid: number | null): Epic {
  const group = groupNamed(situation, place ?? '')
  const epic = situation.world.epics.find('byIid', group.id, iid ?? 0)
  if (epic === undefined) throw recordNotFound()
  if (!mayRelate(situation, epic)) throw forbidden()
  return epic
}

function groupNamed({ world, caller, now }: Situation, place: string): Group {
  const group = /^\d+$/.test(place)
    ? world.groups.get(Number(place))
    : world.groups.find('byFullPath', place.toLowerCase())
  if (group === undefined || !seesGroup(world, caller, group, now)) throw notFound('Group')
  return group
}

function refuseInvalidLink<Link>({ iid }: Epic, rule: () => Link): Link {
  try {
    return rule()
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    throw message(422, `&${iid} cannot be added: ${Object.values(problem.errors).flat().join(' and ')}`)
  }
}
