import { eventEntity } from '../../entities/event.ts'
import { type Event, eventActions } from '../../model/users/event.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { seesEvent } from '../../policy/events.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { datetime, oneOf, type ParamsOf, string, withDefault } from '../../protocol/params.ts'
import { unionOf } from '../../store/union.ts'
import { dayOf, type Instant, startOfDay } from '../../time/calendar.ts'

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
    const all = unionOf(memberProjects(world, user).map(({ id }) => world.events.by('byProject', id)))
    return indexListing(all, orderOf(params), passing(situation, params))
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
  ({ world, project, params, view: { situation } }) =>
    indexListing(world.events.by('byProject', project.id), orderOf(params), passing(situation, params)),
)

type Filters = ParamsOf<typeof filters>

function ofUser(situation: Situation, user: User, params: Filters): Listing<Event> {
  const run = situation.world.events.by('byAuthor', user.id)
  return indexListing(run, orderOf(params), passing(situation, params))
}

function orderOf({ sort }: Filters) {
  return sort === 'asc' ? 'ascending' : 'descending'
}

function passing(situation: Situation, { action, target_type: type, before, after }: Filters) {
  const until = before == null ? undefined : startOfDayAt(before)
  const since = after == null ? undefined : startOfDayAt(after) + DAY
  return (event: Event) =>
    (action == null || event.action === action) &&
    (type == null || targets[type] === event.target) &&
    (until === undefined || event.createdAt < until) &&
    (since === undefined || event.createdAt >= since) &&
    seesEvent(situation, event)
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
