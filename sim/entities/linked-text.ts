import { type MarkdownStyle, referenceLink } from '../lib/markdown-html.ts'
import type { Project } from '../model/projects/project.ts'
import { projectAt } from '../model/projects/project-paths.ts'
import type { View } from './entity.ts'

const PATH = '[a-zA-Z0-9_.][a-zA-Z0-9_.-]*(?:/[a-zA-Z0-9_.][a-zA-Z0-9_.-]*)+'
// A path is looked for where no path can have begun before: otherwise each of a million dots would be tried as the first.
const PATH_BEGINS = '(?=[a-zA-Z0-9_.])(?:(?<![\\w./&-])|(?<=(?<![\\w./&-])-+))'
const REFERENCES = new RegExp(
  `${PATH_BEGINS}${PATH}[#!]\\d{1,9}\\b|(?<![\\w/&])(?:[#!%]\\d{1,9}\\b|@[a-zA-Z0-9_.][a-zA-Z0-9_.-]*[a-zA-Z0-9_])`,
  'g',
)

/** How texts of a project, or of none, are rendered: references are linked where the reader sees their target. */
export function linkingStyle(view: View, project: Project | undefined): MarkdownStyle {
  return {
    about: `${project?.id}`,
    references: REFERENCES,
    refer: (text) => linkOf(view, project, text),
  }
}

function linkOf(view: View, project: Project | undefined, text: string): string | undefined {
  if (text.startsWith('@')) return userLink(view, text)
  const [, path = '', mark = '', number = ''] = /^(.*?)([#!%])(\d+)$/.exec(text) ?? []
  const target = path === '' ? project : projectAt(view.world, path)
  if (target === undefined || !view.can('read_project', target)) return undefined
  if (mark === '#') return issueLink(view, target, Number(number), text)
  return mark === '!'
    ? requestLink(view, target, Number(number), text)
    : milestoneLink(view, target, Number(number), text)
}

function userLink(view: View, text: string): string | undefined {
  const user = view.world.users.find('byUsername', text.slice(1).toLowerCase())
  return user && referenceLink('user', view.url(user.username), user.name, text)
}

function issueLink(view: View, project: Project, iid: number, text: string) {
  const issue = view.world.issues.find('byIid', project.id, iid)
  const needed = issue?.confidential ? 'read_confidential_issues' : 'read_issues'
  if (issue === undefined || !view.can(needed, project)) return undefined
  return referenceLink('issue', view.url(`${project.fullPath}/-/issues/${iid}`), issue.title, text)
}

function requestLink(view: View, project: Project, iid: number, text: string) {
  const request = view.world.mergeRequests.find('byIid', project.id, iid)
  if (request === undefined || !view.can('read_merge_request', request)) return undefined
  const href = view.url(`${project.fullPath}/-/merge_requests/${iid}`)
  return referenceLink('merge_request', href, request.title, text)
}

function milestoneLink(view: View, project: Project, iid: number, text: string) {
  const milestone = view.world.milestones.find('byProjectIid', project.id, iid)
  if (milestone === undefined || !view.can('read_milestone', project)) return undefined
  const href = view.url(`${project.fullPath}/-/milestones/${iid}`)
  return referenceLink('milestone', href, milestone.title, text)
}
