import { numberIn, textIn } from '../expect.ts'
import type { Furniture, Stage } from '../stage.ts'
import { commit, issue, mergeRequest, milestone } from './records.ts'

/** One of everything that paths name, and three of everything that lists show. */
export async function furnish(stage: Stage): Promise<Furniture> {
  const { branch: main } = stage.project
  const head = await commit(stage, { branch: main, path: 'docs/guide.md', content: '# Guide\n' })
  const milestones = [
    await milestone(stage, {
      title: 'First',
      description: 'The first one',
      start_date: '2030-01-01',
      due_date: '2030-02-01',
    }),
    await milestone(stage, { title: 'Second', due_date: '2030-02-01' }),
    await milestone(stage, { title: 'Third' }),
  ]
  const milestone_id = numberIn(milestones[0] ?? {}, 'id')
  const issues = []
  const requests = []
  for (const name of ['one', 'two', 'three']) {
    issues.push(await issue(stage, { title: `Issue ${name}`, labels: `furniture,${name}`, milestone_id }))
    requests.push(
      await mergeRequest(stage, {
        branch: `topic-${name}`,
        title: `Topic ${name}`,
        labels: `furniture,${name}`,
        milestone_id,
      }),
    )
  }
  // A branch with a commit that no merge request asks for, for whoever wants to create one.
  await commit(stage, { branch: 'spare', from: main, path: 'spare.txt' })
  return {
    milestone_id,
    issue_iid: numberIn(issues[0] ?? {}, 'iid'),
    merge_request_iid: numberIn(requests[0] ?? {}, 'iid'),
    user_id: stage.user('owner').id,
    sha: head,
    name: textIn({ name: main }, 'name'),
    branch: main,
    file_path: 'docs/guide.md',
  }
}
