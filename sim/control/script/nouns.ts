/** What an id is an id of, and which of its ids: `issue`, `iid`. */
export interface Kind {
  readonly noun: string
  readonly id: 'id' | 'iid'
}

const people = ['assignee', 'reviewer', 'author', 'owner', 'creator', 'merged_by', 'closed_by', 'approver']
/** In projects and groups, paths name these by their number there. */
const byNumber = ['issue', 'merge_request', 'epic', 'feature_flags_user_list']

/** The singular of a word of a path or a field, people being users and namespaces groups. */
export function nounOf(word: string): string {
  const singular = word.replace(/ies$/, 'y').replace(/s$/, '')
  if (people.includes(singular)) return 'user'
  return singular === 'namespace' || singular === 'parent' || singular === 'subgroup' ? 'group' : singular
}

const OF_FIELD = /^(?:.*?_)??([a-z]+(?:_request|_list|_token|_rule|_schedule|_flag)?)_(i?id)s?(?:\[\])?$/

/**
 * What the value of a field is an id of: `target_project_id`, `assignee_ids[]`, or `iids` of what its request is about.
 * Undefined for other fields.
 */
export function kindOfField(name: string, about?: string): Kind | undefined {
  const [, own] = /^(i?id)s?(?:\[\])?$/.exec(name) ?? []
  if (own !== undefined && about !== undefined) return { noun: about, id: own as Kind['id'] }
  const [, before = '', id] = OF_FIELD.exec(name) ?? []
  return id === undefined ? undefined : { noun: nounOf(before), id: id as Kind['id'] }
}

/** The nouns that a path names, and the segment that holds an id of each, if any: `/projects/1/issues`. */
export function nounsOf(path: string): readonly { readonly kind: Kind; readonly at: number | undefined }[] {
  const segments = path.split('/')
  const found: { readonly kind: Kind; readonly at: number | undefined }[] = []
  for (let i = 0; i < segments.length; i++) {
    const word = segments[i] as string
    if (!/^[a-z_]+s$/.test(word) && word !== 'user') continue
    const noun = nounOf(word)
    const isInside = found.length > 0 && byNumber.includes(noun)
    const at = word !== 'user' && i + 1 < segments.length ? i + 1 : undefined
    found.push({ kind: { noun, id: isInside ? 'iid' : 'id' }, at })
    i = at ?? i
  }
  return found
}
