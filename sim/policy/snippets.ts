import { accessLevels } from '../model/members/access-level.ts'
import type { Snippet } from '../model/snippets/snippet.ts'
import { can, levelIn, type Situation } from './abilities.ts'
import { readsEverything } from './auditors.ts'

/** True when the caller may see the snippet: their own, those open to them, and those of projects they belong to. */
export function seesSnippet(situation: Situation, snippet: Snippet): boolean {
  const { world, caller } = situation
  if (readsEverything(world, caller)) return true
  const project = snippet.projectId === null ? undefined : world.projects.require(snippet.projectId)
  if (project !== undefined && !can(situation, 'read_snippets', project)) return false
  if (snippet.visibility === 'public' || snippet.authorId === caller.user?.id) return true
  if (snippet.visibility === 'internal' && caller.user !== undefined && !caller.user.external) return true
  return project !== undefined && levelIn(situation, project) >= accessLevels.guest
}

/** True when the caller may change and delete it: their own, even for administrators, and those of projects that they maintain. */
export function managesSnippet(situation: Situation, snippet: Snippet): boolean {
  const { world, caller } = situation
  const own = snippet.authorId === caller.user?.id
  if (snippet.projectId === null) return own
  const project = world.projects.require(snippet.projectId)
  if (can(situation, 'admin_snippet', project)) return true
  return own && !project.archived && can(situation, 'read_snippets', project)
}
