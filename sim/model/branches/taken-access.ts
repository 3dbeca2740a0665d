import type { Errors } from '../invalid-row.ts'
import { TAKEN } from '../names.ts'
import type { RefAccess } from '../protected-tags/protected-ref.ts'
import type { NewRefAccess } from './protect-branch.ts'

type Entry = NewRefAccess & Partial<Pick<RefAccess, 'id'>>

/**
 * What is wrong with entries of an access list that let in whom another entry lets in already. They are compared with
 * what is stored (protected-branches#update-twice): entries that come together are not compared with one another, and
 * one that is removed at the same time still counts. `attribute` is the list's own.
 */
export function takenErrors(attribute: string, stored: readonly Entry[], list: readonly Entry[]): Errors {
  const errors: Record<string, readonly string[]> = {}
  for (const entry of list) {
    const [kind, who] = letIn(entry)
    const same = stored.filter((one) => letIn(one).join() === `${kind},${who}`)
    if (same.length > 0 && !same.some(({ id }) => id === entry.id)) errors[`${attribute}.${kind}`] = [TAKEN]
  }
  return errors
}

/** Whom an entry lets in: the attribute that says so, and its value. */
function letIn({ accessLevel, userId, groupId, deployKeyId }: Entry): readonly [string, number] {
  if (deployKeyId !== undefined) return ['deploy_key', deployKeyId]
  if (userId !== null) return ['user', userId]
  return groupId === null ? ['access_level', accessLevel] : ['group', groupId]
}
