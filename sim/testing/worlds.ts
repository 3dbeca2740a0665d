import type { World } from '../model/world.ts'

/** Every row of a world in one text, so that worlds can be compared. */
export function worldText(world: World): string {
  const tables = world.tableNames.map((name) => [name, world.table(name)?.all().list()] as const)
  return JSON.stringify(Object.fromEntries(tables), (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
}

/** The tables of a world as they stand. */
export type Standing = readonly (readonly [name: string, state: unknown])[]

/** Takes down how the tables stand; costs nothing, since every write makes another state. */
export function standing(world: World): Standing {
  return world.tableNames.map((name) => [name, world.table(name)?.state])
}

/** Names of the tables that were written to since. */
export function writtenSince(before: Standing, world: World): string[] {
  return before.filter(([name, state]) => world.table(name)?.state !== state).map(([name]) => name)
}
