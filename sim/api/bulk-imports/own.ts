import type { BulkImport } from '../../model/bulk-imports/bulk-import.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

/** A migration that the caller started; those of others are answered as missing, to administrators too. */
export function ownMigration(world: World, caller: Caller, id: number | null): BulkImport {
  const migration = world.bulkImports.get(id ?? 0)
  if (migration === undefined || migration.userId !== caller.user?.id) throw recordNotFound()
  return migration
}
