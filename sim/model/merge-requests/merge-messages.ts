import { log } from '../../git/history.ts'
import { readCommit } from '../../git/objects.ts'
import { closedIssues } from '../issues/closing.ts'
import { objectsOf } from '../repository/repository.ts'
import type { User } from '../users/user.ts'
import { instanceOf, type World } from '../world.ts'
import type { MergeRequest } from './merge-request.ts'

const MERGE_TEMPLATE =
  "Merge branch '%{source_branch}' into '%{target_branch}'\n\n%{title}\n\n%{issues}\n\nSee merge request %{reference}"
const SQUASH_TEMPLATE = '%{title}'

/** The text of a merge commit: the project's template, or the service's own (merge-requests#merge-message). */
export function mergeMessage(world: World, mergeRequest: MergeRequest, by: User): string {
  const { mergeCommitTemplate } = world.projects.require(mergeRequest.projectId).settings
  return filledIn(world, mergeRequest, by, mergeCommitTemplate || MERGE_TEMPLATE)
}

/** The text of a squash commit: the project's template, or the title. */
export function squashMessage(world: World, mergeRequest: MergeRequest, by: User): string {
  const { squashCommitTemplate } = world.projects.require(mergeRequest.projectId).settings
  return filledIn(world, mergeRequest, by, squashCommitTemplate || SQUASH_TEMPLATE)
}

type Variable = (world: World, mergeRequest: MergeRequest, by: User) => string

const variables: { readonly [name: string]: Variable } = {
  source_branch: (_, it) => it.sourceBranch,
  target_branch: (_, it) => it.targetBranch,
  title: (_, it) => it.title,
  description: (_, it) => it.description ?? '',
  issues: (_, it) => closingLine(it),
  reference: (world, it) => `${world.projects.require(it.projectId).fullPath}!${it.iid}`,
  local_reference: (_, it) => `!${it.iid}`,
  url: (world, it) =>
    `${instanceOf(world).url}/${world.projects.require(it.projectId).fullPath}/-/merge_requests/${it.iid}`,
  first_commit: (world, it) => commitMessages(world, it).at(-1)?.trimEnd() ?? '',
  first_multiline_commit: (world, it) => {
    const multiline = commitMessages(world, it).filter((text) => text.trimEnd().includes('\n'))
    return multiline.at(-1)?.trimEnd() ?? it.title
  },
  all_commits: (world, it) =>
    commitMessages(world, it)
      .reverse()
      .map((text) => `* ${text.trimEnd()}`)
      .join('\n\n'),
  approved_by: (world, it) =>
    world.approvals
      .by('byMergeRequest', it.id)
      .list()
      .map(({ userId }) => `Approved-by: ${mailbox(world, userId)}`)
      .join('\n'),
  merged_by: (world, _, by) => mailbox(world, by.id),
}

// The whole line of an empty variable is dropped, as in the service.
function filledIn(world: World, mergeRequest: MergeRequest, by: User, template: string): string {
  const lines = template
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((line) => {
      let empty = false
      const text = line.replace(/%\{([a-z_]{1,40})\}/g, (whole, name: string) => {
        const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
        if (variable === undefined) return whole
        const value = variable(world, mergeRequest, by)
        empty ||= value === '' && line.trim() === whole
        return value
      })
      return empty ? [] : [text]
    })
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function closingLine(mergeRequest: MergeRequest): string {
  const references = closedIssues(mergeRequest.description).map((iid) => `#${iid}`)
  const last = references.pop()
  if (last === undefined) return ''
  return references.length === 0 ? `Closes ${last}` : `Closes ${references.join(', ')} and ${last}`
}

/** The messages of its commits, the latest first, a hundred at most. */
export function commitMessages(world: World, { sha, baseSha }: MergeRequest): string[] {
  if (sha === null) return []
  const objects = objectsOf(world)
  const commits = [...log(objects, sha, { ...(baseSha === null ? {} : { exclude: [baseSha] }), limit: 100 })]
  return commits.map(({ id }) => readCommit(objects, id).message)
}

function mailbox(world: World, userId: number): string {
  const user = world.users.require(userId)
  return `${user.name} <${user.email}>`
}
