import type { Numbered } from '../world.ts'
import type { Loading } from './loading.ts'

/** Sets a sequence to continue after these numbers, and returns them. */
export function putSequence(loading: Loading, id: string, numbers: readonly number[]): readonly number[] {
  const last = numbers.reduce(
    (most, number) => Math.max(most, number),
    loading.world.sequences.get(id)?.last ?? 0,
  )
  if (last > 0) loading.world.sequences.put({ id, last })
  return numbers
}

/** The same for the internal numbers of a kind in one project or group. */
export function putIids(
  loading: Loading,
  kind: Numbered,
  parent: 'project' | 'group',
  parentId: number,
  iids: readonly number[],
): readonly number[] {
  return putSequence(loading, `${kind}/${parent}/${parentId}`, iids)
}
