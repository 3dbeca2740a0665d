import type { Steps } from '../lib/steps.ts'
import type { Project } from '../model/projects/project.ts'
import { instanceOf, type World } from '../model/world.ts'
import type { RefChange } from '../policy/pushes.ts'
import type { Session } from './service.ts'

const HEADS = 'refs/heads/'

/** The message after a push: links to the merge requests of each branch, or to create one. */
export function* mergeRequestLinks(
  { world, project }: Session,
  changes: readonly RefChange[],
): Steps<string> {
  const { settings, features, defaultBranch } = world.projects.require(project.id)
  if (!settings.printMergeRequestLink || features.merge_requests === 'disabled') return ''
  const links: string[] = []
  for (const { name, to } of changes) {
    const branch = name.slice(HEADS.length)
    if (to === undefined || !name.startsWith(HEADS) || branch === defaultBranch) continue
    links.push(linkFor(world, project, branch))
    yield
  }
  return links.join('')
}

function linkFor(world: World, project: Project, branch: string): string {
  const { url } = instanceOf(world)
  const opened = world.mergeRequests.by('bySource', project.id, branch, 'opened').list()
  const links = opened.map(({ projectId, iid }) => {
    const { fullPath } = world.projects.require(projectId)
    return messageWithLink(`View merge request for ${branch}:`, `${url}/${fullPath}/-/merge_requests/${iid}`)
  })
  if (links.length > 0) return links.join('')
  const query = `merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`
  return messageWithLink(
    `To create a merge request for ${branch}, visit:`,
    `${url}/${project.fullPath}/-/merge_requests/new?${query}`,
  )
}

function messageWithLink(sentence: string, link: string): string {
  return `\n${sentence}\n  ${link}\n\n`
}
