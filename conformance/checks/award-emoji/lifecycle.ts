import { issue, mergeRequest } from '../../arrange/records.ts'
import { numberIn } from '../../kit/expect.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const targets = {
  issues: async (stage: Stage) => ({
    id: stage.project.id,
    issue_iid: numberIn(await issue(stage, { title: 'One' }), 'iid'),
  }),
  merge_requests: async (stage: Stage) => ({
    id: stage.project.id,
    merge_request_iid: numberIn(await mergeRequest(stage, { branch: 'one' }), 'iid'),
  }),
}

const kinds = [
  ['issues', ':issue_iid'],
  ['merge_requests', ':merge_request_iid'],
] as const

export const lifecycleCheck = lifecycle(
  {
    id: 'award-emoji/lifecycle',
    says: 'An emoji reaction to an issue, a merge request or a comment of them is listed and shown as it was created, and a deleted one answers 404',
    source: 'award-emoji#create, award-emoji#shape, award-emoji#of-a-note, award-emoji#delete',
    needs: { repository: true },
  },
  kinds.flatMap(([kind, iid]) => {
    const target = `/projects/:id/${kind}/${iid}`
    return [
      { record: `${target}/award_emoji/:award_id`, place: targets[kind], values: { name: 'rocket' } },
      {
        record: `${target}/notes/:note_id/award_emoji/:award_id`,
        place: async (stage: Stage) => {
          const place = await targets[kind](stage)
          const note = arranged(await stage.call(`POST ${target}/notes`, { ...place, body: 'One' }))
          return { ...place, note_id: numberIn(note, 'id') }
        },
        values: { name: 'rocket' },
      },
    ]
  }),
)
