import type { Steps } from '../../../lib/steps.ts'
import { addSystemNoteOn } from '../../../model/merge-requests/merge-requests.ts'
import type { Project } from '../../../model/projects/project.ts'
import { can, type Situation } from '../../../policy/abilities.ts'
import { createTagAt } from '../new-tag.ts'
import { actionNames } from './actions.ts'
import type { Command } from './split-text.ts'

/** Runs the quick actions of a comment on a commit: there is `/tag` alone (discussions#quick-actions-commits). */
export function* runCommitActions(
  situation: Situation,
  { projectId, sha }: { readonly projectId: number; readonly sha: string },
  commands: readonly Command[],
): Steps<{ readonly changes: { readonly [name: string]: unknown }; readonly message: string }> {
  const project = situation.world.projects.require(projectId)
  const pushes = can(situation, 'push_code', project)
  const messages: string[] = []
  let changes = {}
  for (const { name: written, text } of commands) {
    const own = actionNames.get(written) as string
    const [, name, message = ''] = /^(\S+)(?:\s+(.*))?$/s.exec(text) ?? []
    if (own !== 'tag' || !pushes) messages.push(`Could not apply ${own} command.`)
    else if (name !== undefined) {
      // What is against the tag is not told.
      const problem = createTagAt(situation, project, { name, sha, ref: sha, message: message || null })
      if (problem === undefined) noteTag(situation, project, sha, name)
      messages.push(`Tagged this commit to ${name}${message === '' ? '' : ` with "${message}"`}.`)
      changes = { tag_name: name, tag_message: message || null }
    }
    yield
  }
  return { changes, message: messages.join(' ') }
}

function noteTag({ world, caller, now }: Situation, project: Project, sha: string, name: string): void {
  const page = `/${project.fullPath}/-/tags/${encodeURIComponent(name)}`
  const body = `tagged commit ${sha} to [\`${name}\`](${page})`
  addSystemNoteOn(world, 'Commit', { id: sha, projectId: project.id }, caller.user?.id ?? 0, body, now)
}
