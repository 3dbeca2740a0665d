import { deploymentApprovalEntity } from '../../entities/deployment.ts'
import { settlePipeline } from '../../jobs/settle-pipeline.ts'
import { since } from '../../lib/dialect.ts'
import { recordDeploymentApproval } from '../../model/deployments/deployment-approvals.ts'
import { finishJob } from '../../model/jobs/ci-jobs.ts'
import type { User } from '../../model/users/user.ts'
import { mayApprove } from '../../policy/deployments.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, string } from '../../protocol/params.ts'
import { message, recordNotFound } from '../../protocol/refusal.ts'

export const approveOrRejectDeployment = operation(
  {
    method: 'POST',
    path: '/projects/:id/deployments/:deployment_id/approval',
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'Approve or reject a blocked deployment',
    subject: 'project',
    needs: 'read_environments',
    tier: 'premium',
    params: {
      deployment_id: required(integer({ about: 'ID of the deployment' })),
      status: required(oneOf(['approved', 'rejected'])),
      comment: string(),
    },
    answers: { status: 201, one: deploymentApprovalEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, project, params, view, now }) => {
    const deployment = world.deployments.get(params.deployment_id ?? 0)
    if (deployment?.projectId !== project.id) throw recordNotFound()
    const { id: userId } = caller.user as User
    if (deployment.status !== 'blocked') throw message(400, 'This deployment is not waiting for approvals.')
    if (!mayApprove(view.situation, deployment))
      throw message(
        400,
        "You don't have permission to approve this deployment. Contact the project or group owner for help.",
      )
    const status = params.status ?? 'approved'
    if (status === 'approved' && deployment.userId === userId)
      throw message(400, 'You cannot approve your own deployment.')
    const approval = recordDeploymentApproval(
      world,
      deployment,
      { userId, status, comment: params.comment ?? '' },
      now,
    )
    const job = world.ciJobs.get(deployment.jobId ?? 0)
    if (status === 'rejected' && job?.status === 'manual')
      settlePipeline(
        world,
        finishJob(world, job, { status: 'failed', reason: 'deployment_rejected' }, now),
        now,
      )
    return approval
  },
)
