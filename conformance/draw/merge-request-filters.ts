import fc, { type Arbitrary } from 'fast-check'
import type { MergeRequestFilter, MergeRequestRecord } from '../oracle/merge-requests.ts'
import type { Stage } from '../run/stage.ts'

const members = ['developer', 'maintainer', 'owner', 'guest'] as const
type Member = (typeof members)[number]
const userParts = ['author_id', 'assignee_id', 'reviewer_id'] as const
type UserPart = (typeof userParts)[number]
const times = ['created_after', 'created_before', 'updated_after', 'updated_before'] as const

/** Filters that need no stage. */
export type PlainFilter = Omit<MergeRequestFilter, UserPart>

/** A filter before the stage is known: users by role, times by the merge request that they are taken from. */
export interface DrawnFilter {
  readonly plain: PlainFilter
  readonly extra?: ExtraFilter
}
type ExtraFilter =
  | { readonly kind: 'user'; readonly name: UserPart; readonly who: Member }
  | {
      readonly kind: 'anybody'
      readonly name: 'assignee_id' | 'reviewer_id'
      readonly word: 'None' | 'Any' | 'ANY'
    }
  | { readonly kind: 'not'; readonly name: UserPart; readonly who: Member }
  | { readonly kind: 'time'; readonly name: (typeof times)[number]; readonly of: number }

const negated = fc.record(
  {
    labels: fc.constantFrom('bug', 'bug,docs', 'unknown'),
    milestone: fc.constantFrom('First', 'Unknown', 'None'),
  },
  { requiredKeys: [] },
)

const everyPlain: { readonly [name in keyof PlainFilter]-?: Arbitrary<NonNullable<PlainFilter[name]>> } = {
  state: fc.constantFrom('opened', 'closed', 'locked', 'merged', 'all'),
  labels: fc.constantFrom('bug', 'bug,ui', 'ui, bug', 'Bug', 'None', 'any', 'unknown', 'bug,None', 'docs'),
  milestone: fc.constantFrom('First', 'first', 'None', 'ANY', 'Unknown', 'Second'),
  search: fc.constantFrom(
    'login',
    'LOGIN page',
    'page add',
    '"login page"',
    'z',
    'Z',
    'the',
    'pa',
    'password login',
    'draft',
  ),
  in: fc.constantFrom('title', 'description', 'title,description', 'author', 'title,nothing'),
  wip: fc.constantFrom('yes', 'no'),
  source_branch: fc.constantFrom('one', 'five', 'unknown'),
  target_branch: fc.constantFrom('main', 'release', 'unknown'),
  iids: fc.subarray([1, 2, 3, 5, 8, 99]),
  not: negated,
  order_by: fc.constantFrom('created_at', 'updated_at', 'title'),
  sort: fc.constantFrom('asc', 'desc'),
  created_after: fc.constantFrom('2000-01-01', '2090-01-01T00:00:00Z'),
  created_before: fc.constantFrom('2000-01-01', '2090-01-01T00:00:00Z'),
  updated_after: fc.constantFrom('2000-01-01', '2090-01-01T00:00:00Z'),
  updated_before: fc.constantFrom('2000-01-01', '2090-01-01T00:00:00Z'),
}

const names = Object.keys(everyPlain) as (keyof PlainFilter)[]

// A few filters at a time: all of them together let nothing through, and so tell nothing.
const plain: Arbitrary<PlainFilter> = fc.subarray(names, { maxLength: 3 }).chain((kept) => {
  const chosen = kept.map((name) => [name, everyPlain[name]] as const)
  // What `in` looks at is only seen beside a search.
  const seen = kept.includes('in') ? [...chosen, ['search', everyPlain.search] as const] : chosen
  return fc.record(Object.fromEntries(seen)) as Arbitrary<PlainFilter>
})

const member = fc.constantFrom(...members)
const extra: Arbitrary<ExtraFilter> = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), name: fc.constantFrom(...userParts), who: member }),
  fc.record({
    kind: fc.constant('anybody' as const),
    name: fc.constantFrom('assignee_id' as const, 'reviewer_id' as const),
    word: fc.constantFrom('None' as const, 'Any' as const, 'ANY' as const),
  }),
  fc.record({ kind: fc.constant('not' as const), name: fc.constantFrom(...userParts), who: member }),
  fc.record({ kind: fc.constant('time' as const), name: fc.constantFrom(...times), of: fc.nat({ max: 7 }) }),
)

export const mergeRequestFilters: Arbitrary<DrawnFilter> = fc.record(
  { plain, extra },
  { requiredKeys: ['plain'] },
)

/** The filter as it is sent on a stage where these merge requests were made. */
export function onStage(
  stage: Stage,
  { plain: filter, extra: more }: DrawnFilter,
  records: readonly MergeRequestRecord[],
): MergeRequestFilter {
  if (more === undefined) return filter
  switch (more.kind) {
    case 'user':
      return { ...filter, [more.name]: stage.user(more.who).id }
    case 'anybody':
      return { ...filter, [more.name]: more.word }
    case 'not':
      return { ...filter, not: { ...filter.not, [more.name]: stage.user(more.who).id } }
    case 'time': {
      const record = records[more.of]
      if (record === undefined) return filter
      return { ...filter, [more.name]: more.name.startsWith('created') ? record.created : record.updated }
    }
    default:
      return more satisfies never
  }
}
