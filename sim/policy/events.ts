import { isAboutOthers, type Note } from '../model/discussions/note.ts'
import type { Project } from '../model/projects/project.ts'
import type { Event } from '../model/users/event.ts'
import type { World } from '../model/world.ts'
import { type AbilityName, can, type Situation } from './abilities.ts'
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

/** What those see in a project who see an event of it. Of some events only a look at each tells. */
export type Audience = keyof typeof needs | 'mergeRequests' | 'each' | 'nobody'

const needs = {
  project: [],
  code: ['read_code'],
  issues: ['read_issues'],
  confidential: ['read_issues', 'read_confidential_issues'],
  internal: ['read_issues', 'read_confidential_issues'],
  milestones: ['read_milestone'],
  wiki: ['read_wiki'],
} as const satisfies { readonly [audience: string]: readonly AbilityName[] }

/** Who sees an event, as it follows from its target. */
export function audienceOf(event: Event, world: World): Audience {
  if (event.push !== undefined) return 'code'
  const id = event.targetId ?? 0
  switch (event.target) {
    case null:
      return 'project'
    case 'Issue':
      return ofIssue(world, id, event)
    case 'MergeRequest':
      return ofMergeRequest(world, id, event)
    case 'Milestone':
      return 'milestones'
    case 'WikiPage::Meta':
      return 'wiki'
    case 'Note': {
      const note = world.notes.get(id)
      return note === undefined ? 'nobody' : ofNote(world, note, event)
    }
    default:
      return event.target satisfies never
  }
}

type InProject = Pick<Event, 'projectId'>

function ofIssue(world: World, id: number | string, { projectId }: InProject): Audience {
  const issue = world.issues.get(id)
  if (issue === undefined) return 'nobody'
  if (issue.projectId !== projectId) return 'each'
  return issue.confidential ? 'confidential' : 'issues'
}

function ofMergeRequest(world: World, id: number | string, { projectId }: InProject): Audience {
  const mergeRequest = world.mergeRequests.get(id)
  if (mergeRequest === undefined) return 'nobody'
  return mergeRequest.projectId === projectId ? 'mergeRequests' : 'each'
}

function ofNote(world: World, note: Note, event: InProject): Audience {
  const { noteable, noteableId, projectId, internal } = note
  if (projectId !== event.projectId || isAboutOthers(note)) return 'each'
  if (noteable === 'Issue') {
    const audience = ofIssue(world, noteableId, event)
    return internal && (audience === 'issues' || audience === 'confidential') ? 'internal' : audience
  }
  if (internal) return 'each'
  if (noteable === 'MergeRequest') return ofMergeRequest(world, noteableId, event)
  return noteable === 'Commit' ? 'code' : 'each'
}

/** Whether the caller belongs to an audience in a project; undefined where each event is to be looked at. */
export function belongsTo(situation: Situation, project: Project, audience: Audience): boolean | undefined {
  if (audience === 'nobody' || !seesProject(situation.world, situation.caller, project, situation.now))
    return false
  if (audience === 'each') return undefined
  if (audience === 'mergeRequests') {
    // Who may read one of them may read all.
    const one = situation.world.mergeRequests.by('byProject', project.id).first()
    return one !== undefined && can(situation, 'read_merge_request', one)
  }
  if (needs[audience].every((ability) => can(situation, ability, project))) return true
  // What is confidential is for its author and assignees, too.
  return audience === 'confidential' ? undefined : false
}
