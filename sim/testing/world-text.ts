import type { World } from '../model/world.ts'

/** Every row of a world in one text, so that worlds can be compared. */
export function worldText(world: World): string {
  const tables = world.tableNames.map((name) => [name, world.table(name)?.all().list()] as const)
  return JSON.stringify(Object.fromEntries(tables), (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
}
