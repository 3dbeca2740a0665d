import type { World } from '../../world.ts'

/** Reserves an internal number, so that the next one given out is larger. */
export function reserveIid(
  world: World,
  kind: string,
  parent: 'project' | 'group',
  parentId: number,
  iid: number,
): void {
  const id = `${kind}/${parent}/${parentId}`
  if ((world.sequences.get(id)?.last ?? 0) < iid) world.sequences.put({ id, last: iid })
}
