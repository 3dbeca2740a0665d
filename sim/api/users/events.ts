import { eventEntity } from '../../entities/event.ts'
import { type Event, eventActions } from '../../model/users/event.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { datetime, oneOf, type ParamsOf, string, withDefault } from '../../protocol/params.ts'
import { dayOf, type Instant, startOfDay } from '../../time/calendar.ts'
import { where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'
import { BY_ID } from '../shared/row-filters.ts'
import { inRun, listOfTable } from '../shared/table-list.ts'
import { ofProjects, seenEvents } from './seen-events.ts'

const targetTypes = [
  'issue',
  'milestone',
  'merge_request',
  'note',
  'project',
  'snippet',
  'user',
  'wiki',
  'design',
] as const

const filters = {
  action: oneOf(eventActions),
  target_type: oneOf(targetTypes, { about: 'Type of the target of the event' }),
  before: datetime({ about: 'Only events before this day' }),
  after: datetime({ about: 'Only events after this day' }),
  sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
}

export const listEvents = operation(
  {
    method: 'GET',
    path: '/events',
    summary: 'List the events of the current user',
    scopes: ['read_user'],
    params: {
      ...filters,
      scope: string({ about: '`all` for the events of everybody in the projects of the caller' }),
    },
    answers: { many: eventEntity },
    beyond: true,
  },
  ({ world, caller, params, view: { situation } }) => {
    const user = caller.user as User
    if (params.scope !== 'all') return ofUser(situation, user, params)
    const projects = memberProjects(world, user).map(({ id }) => id)
    const own = ofProjects(world, projects)
    return listed(situation, params, own, () => projects)
  },
)

export const listUserEvents = operation(
  {
    method: 'GET',
    path: '/users/:user_id/events',
    summary: 'List the events of a user',
    auth: 'public',
    scopes: ['read_user'],
    subject: 'user',
    params: filters,
    answers: { many: eventEntity },
    beyond: true,
  },
  ({ caller, user, params, view: { situation } }) => {
    const hidden = user.privateProfile && user.id !== caller.user?.id && !caller.admin
    return hidden ? listingOf([]) : ofUser(situation, user, params)
  },
)

export const listProjectEvents = operation(
  {
    method: 'GET',
    path: '/projects/:id/events',
    summary: 'List the events of a project',
    auth: 'public',
    subject: 'project',
    params: filters,
    answers: { many: eventEntity },
    beyond: true,
  },
  ({ world, project: { id }, params, view: { situation } }) => {
    const place = { world, rows: world.events }
    const run = world.events.by('byProject', id)
    const own = inRun(place, `project ${id}`, run, ({ projectId }) => projectId === id)
    return listed(situation, params, own, () => [id])
  },
)

type Filters = ParamsOf<typeof filters>

function ofUser(situation: Situation, { id }: User, params: Filters): Listing<Event> {
  const { world } = situation
  const place = { world, rows: world.events }
  const run = world.events.by('byAuthor', id)
  const own = inRun(place, `author ${id}`, run, ({ authorId }) => authorId === id)
  return listed(situation, params, own, () => world.events.by('byProject').heads() as number[])
}

/** Some events, all of which are in some projects, as far as the caller sees them. */
function listed(
  situation: Situation,
  params: Filters,
  among: RowFilter<Event>,
  projects: () => readonly number[],
): Listing<Event> {
  const { world } = situation
  return listOfTable({
    world,
    rows: world.events,
    run: world.events.all(),
    order: BY_ID,
    rank: ({ id }) => id,
    direction: params.sort === 'asc' ? 'asc' : 'desc',
    filters: [among, ...wanted(world, params), seenEvents(situation, among, projects)],
  })
}

function wanted(world: World, { action, target_type: type, before, after }: Filters): RowFilter<Event>[] {
  const place = { world, rows: world.events }
  const filters: RowFilter<Event>[] = []
  if (action != null) filters.push(where(place, `action ${action}`, (event) => event.action === action))
  if (type != null) filters.push(where(place, `on ${type}`, ({ target }) => target === targets[type]))
  const until = before == null ? undefined : startOfDayAt(before)
  if (until !== undefined) filters.push(where(place, `until ${until}`, ({ createdAt }) => createdAt < until))
  const since = after == null ? undefined : startOfDayAt(after) + DAY
  if (since !== undefined) filters.push(where(place, `since ${since}`, ({ createdAt }) => createdAt >= since))
  return filters
}

const DAY = 86_400_000

function startOfDayAt(at: Instant): Instant {
  return startOfDay(dayOf(at)) ?? at
}

const targets: { readonly [type in (typeof targetTypes)[number]]: Event['target'] | 'nothing' } = {
  issue: 'Issue',
  milestone: 'Milestone',
  merge_request: 'MergeRequest',
  note: 'Note',
  project: 'nothing',
  snippet: 'nothing',
  user: 'nothing',
  wiki: 'WikiPage::Meta',
  design: 'nothing',
}
