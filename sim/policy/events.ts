import type { Event } from '../model/users/event.ts'
import { can, type Situation } from './abilities.ts'
import { seesIssue } from './issues.ts'
import { seesDiscussion } from './notes.ts'
import { seesProject } from './visible.ts'

/** True when the caller sees what was done: pushes are for those who see code, the rest for those who see its target. */
export function seesEvent(situation: Situation, event: Event): boolean {
  const { world, caller, now } = situation
  const project = world.projects.get(event.projectId)
  if (project === undefined || !seesProject(world, caller, project, now)) return false
  if (event.push !== undefined) return can(situation, 'read_code', project)
  const id = event.targetId ?? 0
  switch (event.target) {
    case null:
      return true
    case 'Issue': {
      const issue = world.issues.get(id)
      return issue !== undefined && seesIssue(situation, issue)
    }
    case 'MergeRequest': {
      const mergeRequest = world.mergeRequests.get(id)
      return mergeRequest !== undefined && can(situation, 'read_merge_request', mergeRequest)
    }
    case 'Milestone':
      return can(situation, 'read_milestone', project)
    case 'WikiPage::Meta':
      return can(situation, 'read_wiki', project)
    case 'Note': {
      const note = world.notes.get(id)
      return note !== undefined && seesDiscussion(situation, note)
    }
    default:
      return event.target satisfies never
  }
}
