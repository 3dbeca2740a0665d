import type { View } from '../../entities/entity.ts'
import { lastSignOf, ONLINE_FOR, type Runner, staleBefore } from '../../model/runners/runner.ts'
import type { World } from '../../model/world.ts'
import type { RunnerPlaces } from '../../policy/runners.ts'
import type { Listing } from '../../protocol/listing.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { followed } from '../../store/orders.ts'
import type { Bounds, Run } from '../../store/run.ts'
import { byId, where } from '../shared/place-list.ts'
import { inSet, type RowFilter } from '../shared/row-filters.ts'
import { anyOf, inRun, listOfTable } from '../shared/table-list.ts'
import type { filters, Scope, scoped } from './params.ts'

type Given = ParamsOf<typeof filters> & Partial<ParamsOf<typeof scoped>>

/** The runners of some places, or all, that pass all given filters. */
export function runnerList(places: RunnerPlaces | undefined, given: Given, view: View): Listing<Runner> {
  const { world } = view
  return listOfTable({
    world,
    rows: world.runners,
    run: world.runners.all(),
    ...byId,
    direction: 'asc',
    filters: [...(places === undefined ? [] : [enabledIn(world, places)]), ...filtersOf(world, given, view)],
  })
}

function enabledIn(world: World, { projectIds, groupIds, ofInstance }: RunnerPlaces): RowFilter<Runner> {
  const all: RowFilter<Runner>[] = []
  const [projects, groups] = [new Set(projectIds), new Set(groupIds)]
  const place = placeOf(world)
  const runners = (ids: readonly { readonly runnerId: number }[]) =>
    ids.flatMap(({ runnerId }) => world.runners.get(runnerId) ?? [])
  if (projects.size > 0)
    all.push(
      where(
        place,
        `of projects ${projectIds}`,
        ({ id }, { runnerProjects }) =>
          runnerProjects
            .by('byRunner', id)
            .list()
            .some(({ projectId }) => projects.has(projectId)),
        () => runners(projectIds.flatMap((id) => world.runnerProjects.by('byProject', id).list())),
        [followed(({ runnerProjects }: World) => runnerProjects.state, runnersOf)],
      ),
    )
  if (groups.size > 0)
    all.push(
      where(
        place,
        `of groups ${groupIds}`,
        ({ id }, { runnerGroups }) =>
          runnerGroups
            .by('byRunner', id)
            .list()
            .some(({ groupId }) => groups.has(groupId)),
        () => runners(groupIds.flatMap((id) => world.runnerGroups.by('byGroup', id).list())),
        [followed(({ runnerGroups }: World) => runnerGroups.state, runnersOf)],
      ),
    )
  if (ofInstance) all.push(ofType(world, 'instance_type'))
  return anyOf(all)
}

type Enabled = { readonly runnerId: number } | undefined

function runnersOf({ before, after }: { readonly before: Enabled; readonly after: Enabled }): number[] {
  return [before, after].flatMap((it) => it?.runnerId ?? [])
}

function placeOf(world: World) {
  return { world, rows: world.runners }
}

function filtersOf(world: World, given: Given, view: View): RowFilter<Runner>[] {
  const { scope, type, status, paused, tag_list: tags, version_prefix: prefix } = given
  const place = placeOf(world)
  const all = [scope, type, status].flatMap((word) => (word == null ? [] : selected(world, word, view)))
  if (paused != null) all.push(pausedIs(world, paused))
  if (prefix != null)
    all.push(where(place, `version ${prefix}`, ({ version }) => version?.startsWith(prefix) === true))
  for (const tag of tags ?? [])
    all.push(inRun(place, `tag ${tag}`, world.runners.by('byTag', tag), (it) => it.tags.includes(tag)))
  return all
}

/** What each word selects. The words overlap: a stale runner is offline too (runners#filters). */
function selected(world: World, word: Scope, { now, dialect }: View): RowFilter<Runner> {
  const { runners } = world
  const recent = now - ONLINE_FOR
  const contacts = runners.by('byContact')
  switch (word) {
    case 'shared':
      return ofType(world, 'instance_type')
    case 'specific':
      return where(placeOf(world), 'specific', ({ type }) => type !== 'instance_type')
    case 'active':
    case 'paused':
      return pausedIs(world, word === 'paused')
    case 'online':
      return inTimes(world, word, { all: contacts, at: recent, bounds: { from: recent + 1 } }, (it) =>
        isContacted(it, recent),
      )
    case 'offline':
      return inTimes(
        world,
        word,
        { all: contacts, at: recent, bounds: { to: recent } },
        (it) => it.contactedAt !== null && !isContacted(it, recent),
      )
    case 'stale': {
      const before = staleBefore(now, dialect)
      return inTimes(
        world,
        word,
        { all: runners.by('byLastSign'), at: before, bounds: { to: before - 1 } },
        (it) => lastSignOf(it) < before,
      )
    }
    case 'never_contacted':
      return where(placeOf(world), word, ({ contactedAt }) => contactedAt === null)
    default:
      return ofType(world, word)
  }
}

function ofType(world: World, type: Runner['type']): RowFilter<Runner> {
  return inRun(placeOf(world), `type ${type}`, world.runners.by('byType', type), (it) => it.type === type)
}

function pausedIs(world: World, paused: boolean): RowFilter<Runner> {
  return where(placeOf(world), `paused ${paused}`, (runner) => runner.paused === paused)
}

function isContacted({ contactedAt }: Runner, since: number): boolean {
  return contactedAt !== null && contactedAt > since
}

interface Times {
  /** All runners that have such a time, ascending. */
  readonly all: Run<Runner>
  /** The runners between two times may pass at one of them, and not at the other. */
  readonly at: number
  readonly bounds: Bounds
}

function inTimes(
  world: World,
  name: string,
  { all, at, bounds }: Times,
  passes: (runner: Runner) => boolean,
): RowFilter<Runner> {
  const idsWithin = (within: Bounds) => all.within(within).ids() as number[]
  const concerned = (before: number) => idsWithin({ from: Math.min(before, at), to: Math.max(before, at) })
  return {
    passes,
    ...inSet<Runner>(placeOf(world), {
      name,
      has: passes,
      ids: () => idsWithin(bounds),
      moment: { at, concerned },
    }),
  }
}
