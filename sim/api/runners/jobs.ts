import { runnerJobEntity } from '../../entities/ci-job.ts'
import { changed, since } from '../../lib/dialect.ts'
import { type CiJob, pipelineStatuses } from '../../model/pipelines/ci.ts'
import { seesJobsOf, seesWorkOf } from '../../policy/runners.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, string, withDefault } from '../../protocol/params.ts'
import { forbidden } from '../../protocol/refusal.ts'
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
    const { status, order_by: column, sort, system_id: machine, pagination } = params
    const manager = machine ? world.runnerManagers.find('byRunner', runner.id, machine) : undefined
    const seen = new Map<number, boolean>()
    const seesJobs = (projectId: number): boolean => {
      const known = seen.get(projectId) ?? seesJobsOf(situation, world.projects.require(projectId))
      seen.set(projectId, known)
      return known
    }
    const passes = (job: CiJob) =>
      (status == null || job.status === status) &&
      (!machine || (manager !== undefined && job.runnerManagerId === manager.id)) &&
      seesJobs(job.projectId)
    // Without `order_by`, `sort` has no effect and the oldest jobs come first (runners#jobs-order).
    const upwards = sort === 'asc' || (column == null && pagination !== 'keyset')
    const order = upwards ? 'ascending' : 'descending'
    return indexListing(world.ciJobs.by('byRunner', runner.id), order, passes)
  },
)
