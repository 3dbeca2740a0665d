import { changed } from '../../lib/dialect.ts'
import type { Tier } from '../../model/installation/instance.ts'
import { boolean, string } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'

/** Parameters that delete at once what is marked for deletion. */
export const immediateDeletion = {
  permanently_remove: withAPlanFirst((plan) =>
    boolean({ ...plan, about: 'Deletes at once what is marked for deletion; of groups, only subgroups' }),
  ),
  full_path: withAPlanFirst((plan) =>
    string({ ...plan, about: 'Full path of the project or subgroup, to confirm' }),
  ),
}

/** Of a plan, and later of none. */
function withAPlanFirst<T>(made: (plan: { readonly tier?: 'premium' }) => T) {
  return changed('projects#later-deletion-everywhere', {
    before: made({ tier: 'premium' }),
    after: made({}),
  })
}

/** Whether deletions are delayed without a plan. */
export const delayedEverywhere = changed('projects#later-deletion-everywhere', { before: false, after: true })

/** The plan that restoring takes. */
export const restoringTier = changed<Tier>('projects#later-deletion-everywhere', {
  before: 'premium',
  after: 'free',
})

/** Refuses unless it is marked for deletion and the given path is its own. */
export function confirmImmediateDeletion(
  kind: 'Project' | 'Group',
  {
    markedForDeletionOn,
    fullPath,
  }: { readonly markedForDeletionOn?: string | null; readonly fullPath: string },
  given: string | null | undefined,
): void {
  if (markedForDeletionOn == null) throw message(400, `${kind} must be marked for deletion first.`)
  if (given === fullPath) return
  const noun = kind === 'Group' ? 'subgroup' : 'project'
  throw message(400, `\`full_path\` is incorrect. You must enter the complete path for the ${noun}.`)
}
