import { operation } from '../../protocol/operation.ts'
import { oneOf, withDefault } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'

const DAY = 86_400_000

export const startHousekeeping = operation(
  {
    method: 'POST',
    path: '/projects/:id/housekeeping',
    summary: 'Start housekeeping for a project (once a day)',
    subject: 'project',
    needs: 'admin_project',
    params: { task: withDefault(oneOf(['prune', 'eager']), 'eager') },
    answers: { status: 201, value: { type: 'string' } },
    refuses: [409],
    beyond: true,
  },
  ({ world, project, now, drawText }) => {
    if (project.tidiedAt !== undefined && project.tidiedAt > now - DAY)
      throw message(409, 'Somebody already triggered housekeeping for this resource in the past 1440 minutes')
    world.projects.update(project.id, { tidiedAt: now })
    // The id of a background job of the service.
    return drawText('0123456789abcdef', 24)
  },
)

export const updateRepositorySize = operation(
  {
    method: 'POST',
    path: '/projects/:id/repository_size',
    summary: 'Update the stored size of the repository of a project',
    subject: 'project',
    needs: 'admin_project',
    answers: { status: 201, value: { type: 'null' } },
    beyond: true,
  },
  // The double measures what is asked for when it is asked for.
  () => null,
)
