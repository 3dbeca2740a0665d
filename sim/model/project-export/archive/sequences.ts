import type { World } from '../../world.ts'

/** Notes that a number inside a parent is given out, so that the next one is larger. */
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
