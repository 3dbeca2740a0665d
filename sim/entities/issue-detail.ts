import { isSubscribed } from '../model/discussions/discussion.ts'
import { taskCompletion } from '../model/installation/markdown.ts'
import { isServiceFlagOn } from '../model/installation/service-flags.ts'
import type { Issue } from '../model/issues/issue.ts'
import type { Project } from '../model/projects/project.ts'
import { seesIssue } from '../policy/issues.ts'
import {
  addressOf,
  apart,
  constant,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  nullable,
  object,
  text,
  url,
  urlBelow,
  type View,
  when,
} from './entity.ts'
import { fromGroup } from './group-reference.ts'
import { imported } from './imported.ts'
import { issueEntity } from './issue.ts'
import { planning } from './issue-planning.ts'
import { labels } from './label-details.ts'

const projectAddress = addressOf<Issue>('api/v4/projects/', ({ projectId }) => projectId)

function details(relative: (issue: Issue, view: View) => string): Fields<Issue> {
  return {
    has_tasks: flag(({ description }) => taskCompletion(description).count > 0),
    task_status: when(({ description }) => taskCompletion(description).count > 0, text(tasksInWords)),
    _links: object<Issue>({
      self: apiLink(''),
      notes: apiLink('/notes'),
      award_emoji: apiLink('/award_emoji'),
      project: urlBelow(projectAddress, () => ''),
      closed_as_duplicate_of: nullable(url(original)),
    }),
    references: object<Issue>({ short: text(short), relative: text(relative), full: text(full) }),
    severity: text(({ type, severity = 'unknown' }) =>
      (type === 'incident' ? severity : 'unknown').toUpperCase(),
    ),
  }
}

const rest: Fields<Issue> = {
  moved_to_id: nullable(integer(({ movedToId }) => (movedToId ?? null) as number)),
  ...imported<Issue>(),
  service_desk_reply_to: constant(null),
  ...planning,
}

/** An issue in the list of its project. */
export const listedIssueEntity = entity<Issue>('ListedIssue', {
  ...issueEntity.fields,
  labels: labels(),
  ...details(short),
  ...rest,
})

/** An issue among those of all projects: its reference says from which. */
export const globalIssueEntity = entity<Issue>('GlobalIssue', {
  ...listedIssueEntity.fields,
  ...details(full),
})

/** An issue among those of a group (merge-requests#references). */
export const groupIssueEntity = entity<Issue>('GroupIssue', {
  ...listedIssueEntity.fields,
  ...details((issue, view) => fromGroup(issue, short(issue), view)),
})

/** An issue on its own. */
export const issueDetailEntity = entity<Issue>('IssueDetail', {
  ...issueEntity.fields,
  ...details(short),
  subscribed: apart(
    flag((issue, { world, viewer }) => viewer !== undefined && isSubscribed(world, 'Issue', issue, viewer)),
  ),
  ...rest,
})

/** What an issue shows among those that are linked to another one, beyond what every reference to it shows. */
export const linkedDetails: Fields<Issue> = { ...details(fromProject), ...rest }

/** The same among the issues of an epic. */
export const partDetails: Fields<Issue> = { ...details(full), ...rest }

// From the project that is asked, its own issues need no path, and those beside it no namespace.
function fromProject(issue: Issue, view: View): string {
  const project = view.world.projects.require(issue.projectId)
  const asking = view.named('project') as Project | undefined
  if (asking === undefined || asking.id === project.id) return short(issue)
  const isBeside =
    asking.namespaceKind === project.namespaceKind && asking.namespaceId === project.namespaceId
  return `${isBeside ? project.path : project.fullPath}${short(issue)}`
}

function original({ duplicateOfId }: Issue, view: View): string {
  const { world } = view
  const issue = duplicateOfId === undefined ? undefined : world.issues.get(duplicateOfId)
  if (issue === undefined || !isServiceFlagOn(world, 'closed_as_duplicate_of_issues_api'))
    return null as unknown as string
  const isSeen = view.decide(`see issue ${issue.id}`, (situation) =>
    seesIssue(situation, situation.world.issues.require(issue.id)),
  )
  return (isSeen ? apiUrl(issue, view) : null) as string
}

function short({ iid }: Issue): string {
  return `#${iid}`
}

function apiLink(suffix: string): Field<Issue> {
  return urlBelow(projectAddress, ({ iid }) => `/issues/${iid}${suffix}`)
}

function apiUrl({ projectId, iid }: Issue, view: View): string {
  return view.url(`api/v4/projects/${projectId}/issues/${iid}`)
}

function full(issue: Issue, { world }: View): string {
  return `${world.projects.require(issue.projectId).fullPath}#${issue.iid}`
}

function tasksInWords({ description }: Issue): string {
  const { count, completed } = taskCompletion(description)
  return `${completed} of ${count} checklist items completed`
}
