import { milestoneEntity } from '../../entities/milestone.ts'
import { differs } from '../../lib/dialect.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { promoteMilestone } from '../../model/milestones/milestones.ts'
import { can } from '../../policy/abilities.ts'
import { groupOf } from '../../policy/roles.ts'
import { operation } from '../../protocol/operation.ts'
import { forbidden, message } from '../../protocol/refusal.ts'
import { errorSentences } from '../../protocol/refuse-invalid-row.ts'

export const promoteProjectMilestone = operation(
  {
    method: 'POST',
    path: '/projects/:id/milestones/:milestone_id/promote',
    summary: 'Promote a project milestone to a group milestone',
    subject: 'milestone',
    needs: 'admin_milestone',
    answers: differs('F20', {
      specification: { status: 201, one: milestoneEntity },
      real: { status: 200, value: { const: 200 } },
    }),
    source: 'milestones#create',
  },
  function* ({ world, project, milestone, view, now }) {
    const group = groupOf(world, project)
    if (group === undefined || !can(view.situation, 'admin_group_milestone', group)) throw forbidden()
    try {
      return yield* promoteMilestone(world, group, milestone, now)
    } catch (error) {
      if (!(error instanceof InvalidRow)) throw error
      throw message(400, `Promotion failed - ${errorSentences(error).join(', ')}`)
    }
  },
)
