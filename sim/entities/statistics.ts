import type { World } from '../model/world.ts'
import { constant, entity, type Field, json, text } from './entity.ts'

/** Numbers as people write them: `1,234`. */
function about(count: (world: World) => number): Field<World> {
  return text((world) => String(count(world)).replace(/\B(?=(?:\d{3})+$)/g, ','))
}

/** How much there is in the installation. */
export const instanceStatisticsEntity = entity<World>('InstanceStatistics', {
  forks: about((world) => world.projects.by('byFork').count()),
  issues: about((world) => world.issues.all().count()),
  merge_requests: about((world) => world.mergeRequests.all().count()),
  notes: about((world) => world.notes.all().count()),
  snippets: about((world) => world.snippets.all().count()),
  ssh_keys: about((world) => world.keys.all().count()),
  milestones: about((world) => world.milestones.all().count()),
  users: about((world) => world.users.all().count()),
  projects: about((world) => world.projects.all().count()),
  groups: about((world) => world.groups.all().count()),
  active_users: about(
    (world) =>
      world.users
        .all()
        .list()
        .filter(({ state, bot }) => state === 'active' && !bot).length,
  ),
})

/** How often a project was fetched. Nothing counts that here: there were no fetches on any day. */
export const projectStatisticsEntity = entity<object>('ProjectStatistics', {
  fetches: constant({ total: 0, days: [] }),
})

export interface IssueCounts {
  readonly all: number
  readonly closed: number
  readonly opened: number
}

export const issueStatisticsEntity = entity<IssueCounts>('IssueStatistics', {
  statistics: json({ type: 'object' }, ({ all, closed, opened }) => ({ counts: { all, closed, opened } })),
})
