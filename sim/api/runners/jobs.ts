import { runnerJobEntity } from '../../entities/ci-job.ts'
import { changed, since } from '../../lib/dialect.ts'
import { type CiJob, pipelineStatuses } from '../../model/pipelines/ci.ts'
import type { Runner } from '../../model/runners/runner.ts'
import type { Situation } from '../../policy/abilities.ts'
import { seesJobsOf, seesWorkOf } from '../../policy/runners.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, string, withDefault } from '../../protocol/params.ts'
import { forbidden } from '../../protocol/refusal.ts'
import { unionOf } from '../../store/union.ts'
import { byId, listOfPlace, where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'
import { managedByRole, managingScope, runnerId, seenByAuditors, source } from './params.ts'

export const listRunnerJobs = operation(
  {
    method: 'GET',
    path: '/runners/:id/jobs',
    summary: 'List the jobs of a runner',
    scopes: managingScope,
    params: {
      ...runnerId,
      system_id: since(
        'runners#later-jobs-of-machine',
        string({ about: 'Only jobs of the machine with this name' }),
      ),
      status: changed('runners#later-job-statuses', {
        before: oneOf(pipelineStatuses),
        after: oneOf([...pipelineStatuses, 'canceling', 'waiting_for_callback']),
      }),
      order_by: oneOf(['id']),
      sort: withDefault(oneOf(['asc', 'desc'], { about: 'Only with `order_by`' }), 'desc'),
      pagination: since('runners#later-jobs-keyset', string({ about: '`keyset` for keyset pagination' })),
    },
    subject: 'runner',
    decides: [seenByAuditors, since('runners#later-jobs-of-group', true), ...managedByRole],
    answers: changed('runners#later-jobs-keyset', {
      before: { many: runnerJobEntity },
      after: {
        many: runnerJobEntity,
        paging: 'both',
        keyset: { by: 'cursor', orderBy: 'id', sort: 'desc' },
      },
    }),
    source,
  },
  ({ world, runner, params, view }) => {
    const { situation } = view
    if (!seesWorkOf(situation, runner)) throw forbidden('No access granted')
    const { ciJobs: rows } = world
    const { status, order_by: column, sort, system_id: machine, pagination } = params
    const place = { world, rows }
    const filters: RowFilter<CiJob>[] = []
    if (status != null) filters.push(where(place, `status ${status}`, (job) => job.status === status))
    if (machine) {
      const manager = world.runnerManagers.find('byRunner', runner.id, machine)?.id ?? 0
      filters.push(where(place, `manager ${manager}`, (job) => job.runnerManagerId === manager))
    }
    // Without `order_by`, `sort` has no effect and the oldest jobs come first (runners#jobs-order).
    const upwards = sort === 'asc' || (column == null && pagination !== 'keyset')
    return listOfPlace({
      ...place,
      ...jobsSeen(situation, runner),
      ...byId,
      direction: upwards ? 'asc' : 'desc',
      filters,
    })
  },
)

// The jobs of the projects whose jobs the caller sees, in the order of their ids.
function jobsSeen(situation: Situation, { id }: Runner) {
  const { ciJobs, projects } = situation.world
  const all = (ciJobs.by('byRunnerProject', id).heads() ?? []) as number[]
  const seen = all.filter((projectId) => seesJobsOf(situation, projects.require(projectId)))
  if (seen.length === all.length)
    return {
      place: `runner ${id}`,
      isIn: ({ runnerId }: CiJob) => runnerId === id,
      run: ciJobs.by('byRunner', id),
    }
  const wanted = new Set(seen)
  return {
    place: `runner ${id} in ${seen}`,
    isIn: ({ runnerId, projectId }: CiJob) => runnerId === id && wanted.has(projectId),
    run: unionOf(seen.map((projectId) => ciJobs.by('byRunnerProject', id, projectId))),
  }
}
