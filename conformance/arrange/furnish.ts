import { numberIn } from '../kit/expect.ts'
import type { Furniture, Stage } from '../run/stage.ts'
import { extras } from './optional-records.ts'
import { commit, issue, label, mergeRequest, milestone } from './records.ts'

/** One of everything that paths name, and three of everything that lists show. */
export async function furnish(stage: Stage): Promise<Furniture> {
  const { branch: main } = stage.project
  const head = await commit(stage, { branch: main, path: 'docs/guide.md', content: '# Guide\n' })
  const first = await milestone(stage, {
    title: 'First',
    description: 'The first one',
    start_date: '2030-01-01',
    due_date: '2030-02-01',
  })
  await milestone(stage, { title: 'Second', due_date: '2030-02-01' })
  await milestone(stage, { title: 'Third' })
  await label(stage, 'furniture')
  const milestone_id = numberIn(first, 'id')
  for (const name of ['one', 'two', 'three']) {
    const carried = { labels: `furniture,${name}`, milestone_id }
    await issue(stage, { title: `Issue ${name}`, ...carried })
    await mergeRequest(stage, { branch: `topic-${name}`, title: `Topic ${name}`, ...carried })
  }
  // A branch with a commit that no merge request asks for, for whoever wants to create one.
  await commit(stage, { branch: 'spare', from: main, path: 'spare.txt' })
  return {
    milestone_id,
    issue_iid: 1,
    merge_request_iid: 1,
    user_id: stage.user('owner').id,
    'projects.members': stage.has('developer') ? stage.user('developer').id : undefined,
    'groups.members': stage.has('developer') ? stage.user('developer').id : undefined,
    id: stage.user('owner').id,
    sha: head,
    branch: main,
    topic: 'topic-one',
    file_path: 'docs/guide.md',
    'projects.labels': 'furniture',
    features: 'import_project_from_remote_file',
    'projects.protected_branches': main,
    ...(await extras(stage)),
  }
}
