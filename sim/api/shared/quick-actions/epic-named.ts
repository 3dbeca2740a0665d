import type { Epic } from '../../../model/epics/epic.ts'
import type { Group } from '../../../model/groups/group.ts'
import type { World } from '../../../model/world.ts'

/** The epic that a text refers to, whoever may see it: `&1`, `group&1`, or the address of its page. */
export function epicNamedIn(world: World, group: Group, text: string): Epic | undefined {
  const [, path = '', iid] =
    /^([\w./-]*)&(\d{1,9})\b/.exec(text) ??
    /^https?:\/\/[^\s/]+\/groups\/([\w./-]+?)\/-\/epics\/(\d{1,9})\b/.exec(text) ??
    []
  if (iid === undefined) return undefined
  const named = path === '' ? group : world.groups.find('byFullPath', path.toLowerCase())
  return named && world.epics.find('byIid', named.id, Number(iid))
}
