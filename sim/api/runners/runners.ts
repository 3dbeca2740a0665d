import { basicProjectEntity } from '../../entities/project.ts'
import { runnerDetailEntity, runnerEntity } from '../../entities/runner.ts'
import { runnerManagerEntity } from '../../entities/runner-manager.ts'
import { changed, since } from '../../lib/dialect.ts'
import { type Runner, runnerAccessLevels } from '../../model/runners/runner.ts'
import { changeRunner } from '../../model/runners/runners.ts'
import type { Situation } from '../../policy/abilities.ts'
import { administersRunner, ownRunners, seesRunner } from '../../policy/runners.ts'
import { indexListing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  exclusive,
  integer,
  oneOf,
  type Params,
  string,
  stringList,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import {
  managedByRole,
  managingScope,
  refuseTypeScopes,
  runnerId,
  scoped,
  seenByAuditors,
  seenByRole,
  source,
} from './params.ts'
import { runnerList } from './runner-list.ts'

export const listOwnedRunners = operation(
  {
    method: 'GET',
    path: '/runners',
    summary: 'List the runners owned by the current user',
    params: scoped,
    answers: { many: runnerEntity },
    source,
  },
  ({ params, view }) => {
    refuseTypeScopes(params.scope)
    return runnerList(ownRunners(view.situation), params, view)
  },
)

export const listAllRunners = operation(
  {
    method: 'GET',
    path: '/runners/all',
    summary: 'List the runners of the instance',
    auth: 'admin',
    params: scoped,
    answers: { many: runnerEntity },
    source,
  },
  ({ params, view }) => runnerList(undefined, params, view),
)

export const getRunner = operation(
  {
    method: 'GET',
    path: '/runners/:id',
    summary: 'Get a runner',
    scopes: managingScope,
    params: {
      ...runnerId,
      include_projects: since(
        'runners#later-include-projects',
        withDefault(boolean({ about: 'Also shows the projects of the runner' }), true),
      ),
    },
    subject: 'runner',
    decides: [seenByAuditors, ...seenByRole],
    answers: { one: runnerDetailEntity },
    source,
  },
  ({ runner, view }) => {
    if (!seesRunner(view.situation, runner)) throw forbidden('No access granted')
    return runner
  },
)

export const listRunnerManagers = operation(
  {
    method: 'GET',
    path: '/runners/:id/managers',
    summary: 'List the managers of a runner',
    scopes: managingScope,
    since: 'runners#later-managers',
    params: runnerId,
    subject: 'runner',
    decides: [seenByAuditors, ...seenByRole],
    answers: { many: runnerManagerEntity, paging: 'none' },
    beyond: true,
    source: 'runners#later-managers',
  },
  ({ world, runner, view }) => {
    if (!seesRunner(view.situation, runner)) throw forbidden('No access granted')
    return indexListing(world.runnerManagers.by('byRunner', runner.id), 'ascending')
  },
)

export const listRunnerProjects = operation(
  {
    method: 'GET',
    path: '/runners/:id/projects',
    summary: 'List the projects of a runner',
    scopes: managingScope,
    since: 'runners#later-list-of-projects',
    params: runnerId,
    subject: 'runner',
    decides: [seenByAuditors, ...seenByRole],
    answers: { many: basicProjectEntity },
    beyond: true,
    source: 'runners#later-list-of-projects',
  },
  ({ world, runner, view }) => {
    if (!seesRunner(view.situation, runner)) throw forbidden('No access granted')
    const projects = world.runnerProjects
      .by('byRunner', runner.id)
      .list()
      .map(({ projectId }) => world.projects.require(projectId))
      .filter((project) => view.can('read_project', project))
    return listingOf(projects.sort((a, b) => b.id - a.id))
  },
)

const changes = {
  description: string(),
  active: boolean({ about: 'The opposite of `paused`', deprecated: true }),
  paused: boolean({ about: 'Takes no new jobs' }),
  tag_list: stringList({ about: 'Tags; replaces all current ones' }),
  run_untagged: boolean({ about: 'Also runs untagged jobs' }),
  locked: boolean({ about: 'Cannot be enabled in further projects' }),
  access_level: oneOf(runnerAccessLevels),
  maximum_timeout: integer({ atLeast: 600, about: 'Longest time of a job, in seconds' }),
  maintenance_note: since('runners#later-maintenance-note', string({ atMost: 1024 })),
} as const satisfies Params

const { maintenance_note: _later, ...known } = changes

export const updateRunner = operation(
  {
    method: 'PUT',
    path: '/runners/:id',
    summary: 'Update a runner',
    scopes: managingScope,
    params: { ...runnerId, ...changes },
    rules: [
      changed('runners#later-maintenance-note', {
        before: atLeastOneOf(...Object.keys(known)),
        after: atLeastOneOf(...Object.keys(changes)),
      }),
      exclusive('active', 'paused'),
    ],
    subject: 'runner',
    decides: managedByRole,
    answers: { one: runnerDetailEntity },
    source,
  },
  ({ world, runner, params, view, given, now }) => {
    refuseWithoutRight(view.situation, runner)
    const { active, run_untagged: runUntagged, locked, access_level: accessLevel } = params
    const paused = params.paused ?? (active == null ? undefined : !active)
    const values = {
      ...(given('description') && { description: params.description ?? null }),
      ...(paused !== undefined && { paused }),
      ...(given('tag_list') && { tags: params.tag_list ?? [] }),
      ...(runUntagged != null && { runUntagged }),
      ...(locked != null && { locked }),
      ...(accessLevel != null && { accessLevel }),
      ...(given('maximum_timeout') && { maximumTimeout: params.maximum_timeout ?? null }),
      ...(given('maintenance_note') && { maintenanceNote: params.maintenance_note ?? null }),
    }
    return refuseInvalidRow(() => changeRunner(world, runner, values, now))
  },
)

function refuseWithoutRight(situation: Situation, runner: Runner): void {
  if (!administersRunner(situation, runner)) throw forbidden('No access granted')
}
