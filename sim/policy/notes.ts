import { type Mentionable, namedIn } from '../model/discussions/cross-references.ts'
import type { Note } from '../model/discussions/note.ts'
import { can, type Situation } from './abilities.ts'
import { seesIssue } from './issues.ts'
import { seesSnippet } from './snippets.ts'

/**
 * True when whoever sees what a note is on sees the note too: internal ones are for members, and what names
 * something else, such as where it is mentioned, for those who see that (discussions#cross-references).
 */
export function seesNote(situation: Situation, note: Note): boolean {
  if (note.internal)
    return can(situation, 'read_confidential_issues', situation.world.projects.require(note.projectId))
  return namedIn(situation.world, note).every((it) => it !== null && seesMentionable(situation, it))
}

/** True when the caller may read what refers to something, or is referred to. */
export function seesMentionable(situation: Situation, { kind, row }: Mentionable): boolean {
  switch (kind) {
    case 'Issue':
      return seesIssue(situation, row)
    case 'MergeRequest':
      return can(situation, 'read_merge_request', row)
    case 'Commit':
      return can(situation, 'read_code', situation.world.projects.require(row.projectId))
    default:
      return kind satisfies never
  }
}

/** True when the caller sees the note and what it is on. */
export function seesDiscussion(situation: Situation, note: Note): boolean {
  return seesNoteable(situation, note) && seesNote(situation, note)
}

function seesNoteable(situation: Situation, { noteable, noteableId, projectId }: Note): boolean {
  const { world } = situation
  switch (noteable) {
    case 'Issue': {
      const issue = world.issues.get(noteableId)
      return issue !== undefined && seesIssue(situation, issue)
    }
    case 'MergeRequest': {
      const mergeRequest = world.mergeRequests.get(noteableId)
      return mergeRequest !== undefined && can(situation, 'read_merge_request', mergeRequest)
    }
    case 'Snippet': {
      const snippet = world.snippets.get(noteableId)
      return snippet !== undefined && seesSnippet(situation, snippet)
    }
    case 'Commit':
      return can(situation, 'read_code', world.projects.require(projectId))
    case 'Epic': {
      const group = world.groups.get(world.epics.get(noteableId)?.groupId ?? 0)
      return group !== undefined && can(situation, 'read_group', group)
    }
    default:
      return noteable satisfies never
  }
}
