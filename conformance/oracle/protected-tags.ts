import type { Row } from '../kit/json.ts'

/** A protection as the suite remembers it. */
export interface TagRule {
  readonly name: string
  readonly level: TagLevel
}
export const tagLevels = [0, 30, 40] as const
export type TagLevel = (typeof tagLevels)[number]

/** The descriptions of access levels (protected-tags#levels). */
export const levelNames: { readonly [level in TagLevel]: string } = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
}

/** True when a rule covers a tag: `*` stands for any run of characters, from the first to the last, case counts. */
export function covers(pattern: string, tag: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return tag === pattern
  if (!tag.startsWith(head) || !tag.endsWith(tail) || tag.length < head.length + tail.length) return false
  let at = head.length
  for (const part of rest) {
    const found = tag.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= tag.length - tail.length
}

/** True when a member of that level may create the tag: no rule covers it, or any that does lets the level in. */
export function mayTag(rules: readonly TagRule[], tag: string, level: number): boolean {
  const covering = rules.filter((rule) => covers(rule.name, tag))
  return covering.length === 0 || covering.some((rule) => rule.level !== 0 && level >= rule.level)
}

/** What a reply must show of a rule. */
export function shownRule({ name, level }: TagRule): Row {
  return {
    name,
    create_access_levels: [{ access_level: level, access_level_description: levelNames[level] }],
  }
}

/** A rule of a reply without what the suite cannot foretell: ids, and fields of plans. */
export function plainRule({ name, create_access_levels }: Row): Row {
  const list = Array.isArray(create_access_levels) ? (create_access_levels as readonly Row[]) : []
  return {
    name: name ?? null,
    create_access_levels: list.map(({ access_level = null, access_level_description = null }) => ({
      access_level,
      access_level_description,
    })),
  }
}
