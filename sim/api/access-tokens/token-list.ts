import {
  isResourceToken,
  resourceTokens,
  type TokenResource,
} from '../../model/access-tokens/issue-tokens.ts'
import { type Token, type TokenKind, tokenKinds } from '../../model/access-tokens/token.ts'
import type { Member } from '../../model/members/member.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { followed } from '../../store/orders.ts'
import type { Bounds, Run } from '../../store/run.ts'
import { unionOf } from '../../store/union.ts'
import type { Instant } from '../../time/calendar.ts'
import { containing, listOfPlace, nothing, where } from '../shared/place-list.ts'
import { gathered } from '../shared/planned-list.ts'
import { BY_ID, type Candidates, FEW, inSet, type RowFilter } from '../shared/row-filters.ts'
import { anyOf, leftOut } from '../shared/table-list.ts'
import type { tokenFilter } from './params.ts'

/** The tokens of a kind: of all users, of one, or of a project or a group; or those of all kinds that one user has. */
export type TokenOwner =
  | {
      readonly kind: TokenKind
      readonly of?: { readonly index: 'user' | 'project' | 'group'; readonly id: number } | undefined
    }
  | { readonly kind?: undefined; readonly of: { readonly index: 'user'; readonly id: number } }

const NEVER = Number.MAX_SAFE_INTEGER
const orders = {
  id: { order: BY_ID, rank: ({ id }: Token) => id, index: '' },
  created: { order: 'created', rank: ({ createdAt }: Token) => createdAt, index: 'Created' },
  expires: { order: 'expires', rank: ({ expiresAt }: Token) => expiresAt ?? NEVER, index: 'Expiry' },
  name: { order: 'name', rank: ({ name }: Token) => name, index: 'Name' },
} as const

type Given = Partial<ParamsOf<typeof tokenFilter>>

/** The tokens that pass the filters, in the order that is asked for, or that of their ids. */
export function tokenList(
  world: World,
  owner: TokenOwner,
  given: Given,
  now: Instant,
  among: readonly RowFilter<Token>[] = [],
): Listing<Token> {
  const rows = world.tokens
  const { of } = owner
  const kinds = owner.kind === undefined ? tokenKinds : [owner.kind]
  const [by, direction] = orderOf(given)
  const { index, ...order } = orders[by]
  return listOfPlace({
    world,
    rows,
    place: `${kinds} of ${of?.index} ${of?.id}`,
    isIn: (token) => kinds.includes(token.kind) && (of === undefined || ownerOf(token, of.index) === of.id),
    run: unionOf(kinds.map((kind) => runOf(rows, kind, of, index))),
    ...order,
    direction,
    filters: [...among, ...filtersOf(world, given, now)],
    ...(among.length > 0 && { few: 0 }),
  })
}

function runOf(
  rows: World['tokens'],
  kind: TokenKind,
  of: TokenOwner['of'],
  index: (typeof orders)[keyof typeof orders]['index'],
): Run<Token> {
  if (of === undefined) return rows.by(`byKind${index}`, kind)
  if (of.index === 'user') return rows.by(`byUserKind${index}`, of.id, kind)
  return rows.by(of.index === 'project' ? 'byProjectKind' : 'byGroupKind', of.id, kind)
}

function orderOf({ sort }: Given): [by: keyof typeof orders, direction: 'asc' | 'desc'] {
  return (sort ?? 'id_asc').split('_') as [keyof typeof orders, 'asc' | 'desc']
}

/** Members of whom each is asked for tokens. */
const MOST_ASKED = 100

/** The same of the bots of a project or a group. */
export function resourceTokenList(
  world: World,
  resource: TokenResource,
  given: Given,
  now: Instant,
): Listing<Token> {
  const { source, id } = resource
  if (areFew(world, resource)) {
    const [by, direction] = orderOf(given)
    const filters = filtersOf(world, given, now)
    const passes = (token: Token) => filters.every((filter) => filter.passes(token))
    return gathered({ ...orders[by], direction, ties: 'same' }, resourceTokens(world, resource), passes)
  }
  const tokensOf = (userId: number) =>
    world.tokens
      .by('byUser', userId)
      .list()
      .map((token) => token.id)
  const filter = where<Token>(
    { world, rows: world.tokens },
    `of bots of ${source} ${id}`,
    (token, world) => isResourceToken(world, resource, token),
    () => world.tokens.by('byKind', source).list(),
    [
      followed<Member, World>(
        ({ members }) => members.state,
        ({ before, after }) => [before, after].flatMap((member) => (member ? tokensOf(member.userId) : [])),
      ),
      followed<User, World>(
        ({ users }) => users.state,
        ({ before, after }) =>
          before?.bot === after?.bot
            ? []
            : [before, after].flatMap((user) => (user ? tokensOf(user.id) : [])),
      ),
    ],
  )
  return tokenList(world, { kind: source }, given, now, [{ ...filter, among: fewTokens(world, resource) }])
}

// Of few members and few tokens of the kind, wherever these are.
function areFew({ members, tokens }: World, { source, id }: TokenResource): boolean {
  return (
    members.by('bySource', source, id).count() <= MOST_ASKED && tokens.by('byKind', source).count() <= FEW
  )
}

// Those of few members.
function fewTokens(world: World, resource: TokenResource): Candidates<Token> | undefined {
  const members = world.members.by('bySource', resource.source, resource.id)
  if (members.count() > MOST_ASKED) return undefined
  const tokens = members.list().map(({ userId }) => world.tokens.by('byUser', userId))
  const count = tokens.reduce((sum, run) => sum + run.count(), 0)
  return { count, rows: () => resourceTokens(world, resource) }
}

function ownerOf(token: Token, index: 'user' | 'project' | 'group'): number | null | undefined {
  return index === 'user' ? token.userId : index === 'project' ? token.projectId : token.groupId
}

function filtersOf(world: World, given: Given, now: Instant): RowFilter<Token>[] {
  const place = { world, rows: world.tokens }
  const { revoked, state, created_after: after, created_before: before, search } = given
  const filters = containing<Token>(place, search, ({ name }) => name)
  if (given.last_used_after != null || given.last_used_before != null) filters.push(nothing)
  if (revoked != null) filters.push(where(place, `revoked ${revoked}`, (token) => token.revoked === revoked))
  if (state) filters.push(state === 'active' ? active(world, now) : leftOut(active(world, now)))
  if (after != null || before != null) {
    const has = ({ createdAt }: Token) =>
      createdAt > (after ?? createdAt - 1) && createdAt < (before ?? createdAt + 1)
    const bounds = { from: after ?? undefined, to: before ?? undefined }
    filters.push(
      where(place, `created ${after} ${before}`, has, () =>
        world.tokens.by('byCreated').within(bounds).list(),
      ),
    )
  }
  return filters
}

/** The tokens that are neither revoked nor over. */
export function active(world: World, now: Instant): RowFilter<Token> {
  const place = { world, rows: world.tokens }
  const endless = where<Token>(place, 'endless', ({ revoked, expiresAt }) => !revoked && expiresAt === null)
  const isLive = ({ revoked, expiresAt }: Token) => !revoked && expiresAt !== null && expiresAt > now
  const ending = (bounds: Bounds) => world.tokens.by('byEnd').within(bounds).ids() as number[]
  const live: RowFilter<Token> = {
    passes: isLive,
    ...inSet<Token>(place, {
      name: 'live',
      has: isLive,
      ids: () => ending({ from: now + 1 }),
      moment: {
        at: now,
        concerned: (before) => ending({ from: Math.min(before, now), to: Math.max(before, now) }),
      },
    }),
  }
  return anyOf([endless, live])
}
