import { changed, since } from '../lib/dialect.ts'
import { accessLevels } from '../model/members/access-level.ts'
import {
  freshFor,
  isOnline,
  type Runner,
  runnerAccessLevels,
  runnerStatuses,
  runnerTypes,
  shownStatus,
} from '../model/runners/runner.ts'
import { groupLevel } from '../policy/roles.ts'
import { groupsOf, projectsOf } from '../policy/runners.ts'
import {
  constant,
  entity,
  type Fields,
  flag,
  integer,
  many,
  nullable,
  one,
  oneOfTexts,
  type Question,
  text,
  texts,
  timestamp,
  when,
} from './entity.ts'
import { basicGroupEntity } from './group-ref.ts'
import { basicProjectEntity, belongs } from './project.ts'
import { userRefEntity } from './user-ref.ts'

const basics: Fields<Runner> = {
  id: integer((runner) => runner.id),
  description: nullable(text((runner) => runner.description as string)),
  ip_address: changed('runners#later-ip-address', {
    before: nullable(text<Runner>((runner) => runner.ipAddress as string)),
    after: constant<Runner>(null),
  }),
  active: { ...flag<Runner>((runner) => !runner.paused), deprecated: true },
  paused: flag((runner) => runner.paused),
  is_shared: flag((runner) => runner.type === 'instance_type'),
  runner_type: oneOfTexts(runnerTypes, (runner) => runner.type),
  name: nullable(text((runner) => runner.name as string)),
  online: nullable(
    flag((runner, view) => (runner.contactedAt === null ? null : isOnline(runner, view)) as boolean),
  ),
  status: {
    ...oneOfTexts([...runnerStatuses, 'paused'], (runner: Runner, view) =>
      shownStatus(runner, view, view.dialect),
    ),
    decides: freshFor,
  },
  created_by: since(
    'runners#later-created-at',
    when(
      ({ creatorId = 0 }: Runner, { world }) => world.users.get(creatorId) !== undefined,
      one(userRefEntity, ({ creatorId = 0 }: Runner, { world }) => world.users.get(creatorId)),
    ),
  ),
  created_at: since(
    'runners#later-created-at',
    timestamp<Runner>((runner) => runner.createdAt),
  ),
  job_execution_status: since(
    'runners#later-job-execution-status',
    oneOfTexts(['active', 'idle'], (runner: Runner, { world }) =>
      world.ciJobs
        .by('byRunner', runner.id)
        .list()
        .some(({ status }) => status === 'running')
        ? 'active'
        : 'idle',
    ),
  ),
}

/** A runner in lists (runners#list-form). */
export const runnerEntity = entity<Runner>('Runner', basics)

const membership: Question = {
  says: 'belong to group',
  decide: ({ world, caller: { user }, now }, id) =>
    user !== undefined && groupLevel(world, user, world.groups.require(id), now) >= accessLevels.guest,
}

const projects = many(basicProjectEntity, (runner: Runner, view) =>
  projectsOf(view.world, runner).filter((project) => belongs(project, view)),
)

/** A runner on its own: everything but its token, which is shown only on registration and reset (S13). */
export const runnerDetailEntity = entity<Runner>('RunnerDetail', {
  ...basics,
  tag_list: texts((runner) => runner.tags),
  run_untagged: flag((runner) => runner.runUntagged),
  locked: flag((runner) => runner.locked),
  maximum_timeout: nullable(integer((runner) => runner.maximumTimeout as number)),
  access_level: oneOfTexts(runnerAccessLevels, (runner) => runner.accessLevel),
  version: nullable(text((runner) => runner.version as string)),
  revision: nullable(text((runner) => runner.revision as string)),
  platform: nullable(text((runner) => runner.platform as string)),
  architecture: nullable(text((runner) => runner.architecture as string)),
  contacted_at: nullable(timestamp((runner) => runner.contactedAt)),
  maintenance_note: since(
    'runners#later-maintenance-note',
    nullable(text<Runner>((runner) => runner.maintenanceNote as string)),
  ),
  projects: changed('runners#later-include-projects', {
    before: projects,
    after: when((_, view) => view.asked('include_projects') !== false, projects),
  }),
  groups: many(basicGroupEntity, (runner, { world, holds, admin }) =>
    groupsOf(world, runner).filter(({ id }) => admin || holds(membership, id)),
  ),
})

/** The answer to the registration of a runner. */
export const registeredRunnerEntity = entity<Runner>('RegisteredRunner', {
  id: integer((runner) => runner.id),
  token: text((runner) => runner.token),
  token_expires_at: nullable(timestamp((runner) => runner.tokenExpiresAt ?? null)),
})

/** A new authentication token. */
export const runnerTokenEntity = entity<Runner>('RunnerToken', {
  token: text((runner) => runner.token),
  token_expires_at: nullable(timestamp((runner) => runner.tokenExpiresAt ?? null)),
})
