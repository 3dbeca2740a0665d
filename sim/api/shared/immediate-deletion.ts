import { boolean, string } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'

/** Parameters that end the days until something that is marked for deletion goes. */
export const hurry = {
  permanently_remove: boolean({
    tier: 'premium',
    about: 'Deletes now what is marked for deletion; a group must be a subgroup',
  }),
  full_path: string({ tier: 'premium', about: 'Path of what goes now, to confirm it' }),
}

/** Refuses to delete at once what was not marked before, or with a path that is not its own. */
export function confirmHurry(
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
