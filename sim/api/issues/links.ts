import { issueLinkEntity, type LinkedIssue, relatedIssueEntity } from '../../entities/issue-link.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { Issue } from '../../model/issues/issue.ts'
import { type IssueLink, linkTypes } from '../../model/issues/issue-link.ts'
import { linkedIssueId, linkIssues, linksOf } from '../../model/issues/issue-links.ts'
import { projectAt } from '../../model/projects/project-paths.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { licensed } from '../../policy/tier.ts'
import { seesProject } from '../../policy/visible.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, lookedUp, oneOf, required, string } from '../../protocol/params.ts'
import { message, notFound, recordNotFound } from '../../protocol/refusal.ts'

const LINKS = '/projects/:id/issues/:issue_iid/links'
const issueIid = { issue_iid: required(integer({ about: 'IID of the issue' })) }
const linkId = lookedUp({ issue_link_id: required(integer({ about: 'ID of the link' })) })

export const listIssueLinks = operation(
  {
    method: 'GET',
    path: LINKS,
    summary: 'List the issues linked to an issue',
    subject: 'issue',
    params: issueIid,
    answers: { many: relatedIssueEntity, paging: 'none' },
    beyond: true,
  },
  ({ world, issue, view: { situation } }) => {
    const linked = linksOf(world, issue.id).map((link) =>
      rowOf(link, world.issues.require(linkedIssueId(link, issue))),
    )
    return listingOf(linked.filter((row) => seesIssue(situation, row)))
  },
)

// One object for a link and an issue, as long as neither is written: what is remembered of it is found by it.
const rows = new WeakMap<IssueLink, WeakMap<Issue, LinkedIssue>>()

function rowOf(link: IssueLink, issue: Issue): LinkedIssue {
  const ofLink = rows.get(link) ?? new WeakMap()
  const row: LinkedIssue = ofLink.get(issue) ?? { ...issue, link }
  rows.set(link, ofLink.set(issue, row))
  return row
}

export const getIssueLink = operation(
  {
    method: 'GET',
    path: `${LINKS}/:issue_link_id`,
    summary: 'Get an issue link',
    subject: 'issue',
    params: { ...issueIid, ...linkId },
    answers: { one: issueLinkEntity },
    beyond: true,
  },
  ({ issue, params, view: { situation } }) => linkNamed(situation, issue, params.issue_link_id),
)

export const createIssueLink = operation(
  {
    method: 'POST',
    path: LINKS,
    summary: 'Create an issue link',
    subject: 'issue',
    params: {
      ...issueIid,
      target_project_id: required(string({ about: 'ID or path of the project of the target issue' })),
      target_issue_iid: required(string({ about: 'IID of the target issue' })),
      link_type: oneOf(linkTypes, { about: 'Default `relates_to`; the others need a paid plan' }),
    },
    answers: { status: 201, one: issueLinkEntity },
    refuses: [403, 404, 409, 422],
    beyond: true,
  },
  ({ world, issue, params, now, view: { situation } }) => {
    const target = issueNamed(situation, params.target_project_id, params.target_issue_iid)
    const type = params.link_type ?? 'relates_to'
    if (type !== 'relates_to' && !licensed(world, 'premium'))
      throw message(403, 'Blocked issues not available for current license')
    if (!mayLink(situation, issue) || !mayLink(situation, target))
      throw message(404, 'No matching issue found. Make sure that you are adding a valid issue URL.')
    const link = refuseInvalidLink(target, () => linkIssues(world, issue, target, type, now))
    if (link === undefined) throw message(409, 'Issue(s) already assigned')
    return link
  },
)

export const deleteIssueLink = operation(
  {
    method: 'DELETE',
    path: `${LINKS}/:issue_link_id`,
    summary: 'Delete an issue link',
    subject: 'issue',
    params: { ...issueIid, ...linkId },
    answers: { one: issueLinkEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, issue, params, view: { situation } }) => {
    const link = linkNamed(situation, issue, params.issue_link_id)
    const other = world.issues.require(linkedIssueId(link, issue))
    if (!mayLink(situation, issue) || !mayLink(situation, other)) throw message(404, 'No Issue Link found')
    world.issueLinks.delete(link.id)
    return link
  },
)

function linkNamed({ world, ...rest }: Situation, issue: Issue, id: number | null): IssueLink {
  const link = world.issueLinks.get(id ?? 0)
  if (link === undefined || (link.sourceId !== issue.id && link.targetId !== issue.id)) throw recordNotFound()
  if (!seesIssue({ world, ...rest }, world.issues.require(linkedIssueId(link, issue)))) throw recordNotFound()
  return link
}

function issueNamed(situation: Situation, place: string | null, iid: string | null): Issue {
  const { world, caller, now } = situation
  const project = /^\d+$/.test(place ?? '')
    ? world.projects.get(Number(place))
    : projectAt(world, place ?? '')
  if (project === undefined || !seesProject(world, caller, project, now)) throw notFound('Project')
  const issue = world.issues.find('byIid', project.id, Number(iid))
  if (issue === undefined || !seesIssue(situation, issue)) throw recordNotFound()
  return issue
}

function mayLink(situation: Situation, issue: Issue): boolean {
  return can(situation, 'admin_issue', situation.world.projects.require(issue.projectId))
}

function refuseInvalidLink<Link>({ iid }: Issue, rule: () => Link): Link {
  try {
    return rule()
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    throw message(422, `#${iid} cannot be added: ${Object.values(problem.errors).flat().join(' and ')}`)
  }
}
