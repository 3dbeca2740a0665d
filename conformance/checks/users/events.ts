import { issue, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, rowIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const list = 'GET /projects/:id/events'

async function told(stage: Stage, filter: Params = {}, as: Who = 'owner') {
  const reply = await stage.call(list, { id: stage.project.id, per_page: 100, ...filter }, { as })
  answers(reply, 200)
  return reply
}

const names = (reply: Awaited<ReturnType<typeof told>>) => reply.rows().map((row) => row.action_name ?? '')

export const eventsOfIssues = check({
  id: 'users/events-of-issues',
  says: 'The events of a project show that an issue was opened, commented on and closed, the latest first or in the order that `sort` asks for',
  source: 'users#events-list, users#events-object, users#events-names',
  level: 'should',
  covers: [list],
  holds: async (stage) => {
    const made = await issue(stage, { title: 'A thing' })
    const at = { id: stage.project.id, issue_iid: numberIn(made, 'iid') }
    const comment = 'POST /projects/:id/issues/:issue_iid/notes'
    answers(await stage.call(comment, { ...at, body: 'Hm' }, { as: 'reporter' }), 201)
    answers(await stage.call('PUT /projects/:id/issues/:issue_iid', { ...at, state_event: 'close' }), 200)
    const reply = await told(stage)
    equals('what was done', names(reply).slice(0, 3), ['closed', 'commented on', 'opened'], reply)
    const [closed, commented] = reply.rows()
    has(closed ?? {}, { target_type: 'Issue', target_title: 'A thing', target_iid: at.issue_iid }, reply)
    has(rowIn(commented ?? {}, 'note'), { body: 'Hm' }, reply)
    has(commented ?? {}, { author_id: stage.user('reporter').id, target_title: 'A thing' }, reply)
    const turned = await told(stage, { sort: 'asc' })
    equals('the other way round', names(turned), names(reply).toReversed(), turned)
  },
})

export const eventsOfMilestones = check({
  id: 'users/events-of-milestones',
  says: 'The events of a project show that a milestone was opened, closed, opened again and deleted; those of a deleted one have no target',
  source: 'users#events-milestones, users#events-filters',
  level: 'should',
  covers: [list],
  holds: async (stage) => {
    const milestone_id = numberIn(await milestone(stage, { title: 'First' }), 'id')
    const at = { id: stage.project.id, milestone_id }
    const path = '/projects/:id/milestones/:milestone_id'
    for (const state_event of ['close', 'activate'])
      answers(await stage.call(`PUT ${path}`, { ...at, state_event }), 200)
    const reply = await told(stage, { target_type: 'milestone' })
    equals('what was done', names(reply), ['opened', 'closed', 'opened'], reply)
    const [latest] = reply.rows()
    has(latest ?? {}, { target_type: 'Milestone', target_id: milestone_id, target_title: 'First' }, reply)
    answers(await stage.call(`DELETE ${path}`, at), 204)
    const after = await told(stage, { target_type: 'milestone' })
    equals('what was done then', names(after), ['destroyed', 'opened', 'closed', 'opened'], after)
    for (const row of after.rows()) has(row, { target_id: null, target_title: null }, after)
  },
})

export const eventsOfWikiPages = check({
  id: 'users/events-of-wiki-pages',
  says: 'The events of a project show that a wiki page was created, updated and deleted, with the page while it is there and with its last title afterwards',
  source: 'users#events-wiki, users#events-filters, wikis#later-meta-id, conventions#later-imported',
  level: 'should',
  covers: [list],
  holds: async (stage) => {
    const { id } = stage.project
    const wikis = '/projects/:id/wikis'
    const page = { format: 'markdown', slug: 'How-to/Begin', title: 'Begin' }
    answers(await stage.call(`POST ${wikis}`, { id, title: 'How to/Start', content: 'x' }), 201)
    const change = { id, slug: 'How-to/Start', title: 'Begin' }
    answers(await stage.call(`PUT ${wikis}/:slug`, change, { as: 'maintainer' }), 200)
    const reply = await told(stage, { target_type: 'wiki' })
    equals('what was done', names(reply), ['updated', 'created'], reply)
    for (const row of reply.rows()) {
      has(row, { target_type: 'WikiPage::Meta', target_title: 'Begin', project_id: id }, reply)
      const shown = rowIn(row, 'wiki_page')
      has(shown, page, reply)
      await hasLater(stage, shown, { 'wikis#later-meta-id': { wiki_page_meta_id: ['number'] } }, reply)
      await hasLater(
        stage,
        row,
        { 'conventions#later-imported': { imported: ['boolean'], imported_from: ['string'] } },
        reply,
      )
    }
    has(reply.rows()[0] ?? {}, { author_id: stage.user('maintainer').id }, reply)
    answers(await stage.call(`DELETE ${wikis}/:slug`, { id, slug: page.slug }), 204)
    const after = await told(stage, { target_type: 'wiki' })
    equals('what was done then', names(after), ['destroyed', 'updated', 'created'], after)
    for (const row of after.rows()) has(row, { target_title: 'Begin', wiki_page: null }, after)
  },
})

export const eventsOfPushes = check({
  id: 'users/events-of-pushes',
  says: 'The event of a push shows its branch, its number of commits and the title of its commit',
  source: 'users#events-push',
  level: 'should',
  covers: [list],
  needs: { repository: true },
  holds: async (stage) => {
    const { id, branch } = stage.project
    const file = { id, branch, file_path: 'pushed.txt', content: 'x', commit_message: 'Push it' }
    answers(await stage.call('POST /projects/:id/repository/files/:file_path', file), 201)
    const reply = await told(stage, { action: 'pushed' })
    const [latest] = reply.rows()
    has(latest ?? {}, { action_name: 'pushed to', target_id: null }, reply)
    const expected = {
      action: 'pushed',
      ref_type: 'branch',
      ref: branch,
      commit_count: 1,
      commit_title: 'Push it',
    }
    has(rowIn(latest ?? {}, 'push_data'), expected, reply)
  },
})

export const eventFilters = check<readonly [Params, readonly string[]]>({
  id: 'users/event-filters',
  says: 'The filters `action`, `target_type` and `before` narrow the list of events',
  source: 'users#events-filters',
  level: 'should',
  covers: [list],
  each: () => [
    [{ action: 'created', target_type: 'issue' }, ['opened']],
    [{ action: 'closed' }, []],
    [{ action: 'merged', target_type: 'issue' }, []],
    [{ target_type: 'merge_request' }, []],
    [{ target_type: 'issue', before: '2000-01-01' }, []],
  ],
  holds: async (stage, [filter, expected]) => {
    await issue(stage, { title: 'A thing' })
    const reply = await told(stage, filter)
    equals('what was done', names(reply), expected, reply)
  },
})

export const eventsOfConfidentialIssues = check({
  id: 'users/events-of-confidential-issues',
  says: 'Events of a confidential issue are listed only for callers who may see the issue',
  source: 'users#events-visible',
  level: 'should',
  covers: [list],
  holds: async (stage) => {
    await issue(stage, { title: 'Secret', confidential: true })
    const filter = { target_type: 'issue' }
    equals('to reporters', (await told(stage, filter, 'reporter')).rows().length, 1)
    equals('to guests', (await told(stage, filter, 'guest')).rows().length, 0)
  },
})
