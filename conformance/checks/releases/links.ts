import { issue, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

export const milestonesAndLinks = check({
  id: 'releases/milestones-and-links',
  says: 'A release takes a tag message, milestones and links, and each link is updated separately and is unlike the others',
  source:
    'releases#create-tag, releases#milestones, releases#link-create, releases#link-update, releases#link-unique',
  level: 'should',
  covers: [
    'POST /projects/:id/releases',
    'PUT /projects/:id/releases/:tag_name',
    'POST /projects/:id/releases/:tag_name/assets/links',
    'PUT /projects/:id/releases/:tag_name/assets/links/:link_id',
  ],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const { id, branch: ref } = project
    const titles = ['First', 'Second']
    const ids: number[] = []
    for (const title of titles)
      ids.push(numberIn(arranged(await call('POST /projects/:id/milestones', { id, title })), 'id'))
    const wish = { id, tag_name: 'v1.0.0', ref, tag_message: 'The first one', milestones: ['First'] }
    const made = await call('POST /projects/:id/releases', wish)
    answers(made, 201)
    const tag = await call('GET /projects/:id/repository/tags/:tag_name', wish)
    equals('the message of the tag', tag.row().message, 'The first one', tag)
    const one = { id, tag_name: 'v1.0.0' }
    for (const change of [{ milestones: ['Second'] }, { milestone_ids: ids }])
      answers(await call('PUT /projects/:id/releases/:tag_name', { ...one, ...change }), 200)
    expectArranged(
      await call('POST /projects/:id/releases', { id, tag_name: 'v1.1.0', ref, milestone_ids: ids }),
    )
    const link = { name: 'Binary', url: 'https://files.example/binary', link_type: 'package' }
    const links = '/projects/:id/releases/:tag_name/assets/links'
    const added = await call(`POST ${links}`, { ...one, ...link, direct_asset_path: '/binary' })
    answers(added, 201)
    has(added.row(), link, added)
    const at = { ...one, link_id: numberIn(added.row(), 'id') }
    const later = {
      name: 'Image',
      url: 'https://files.example/image',
      link_type: 'image',
      filepath: '/image',
    }
    const changed = await call(`PUT ${links}/:link_id`, { ...at, ...later })
    answers(changed, 200)
    has(changed.row(), { name: 'Image', url: later.url, link_type: 'image' }, changed)
    answers(await call(`PUT ${links}/:link_id`, { ...at, name: 'Other', direct_asset_path: '/other' }), 200)
    const old = { ...one, name: 'Old', url: 'https://files.example/old', filepath: '/old' }
    answers(await call(`POST ${links}`, old), 201)
    const other = { ...one, name: 'New', url: 'https://files.example/new', filepath: '/new' }
    for (const taken of ['name', 'url', 'filepath'] as const) {
      const refused = await call(`POST ${links}`, { ...other, [taken]: old[taken] })
      answers(refused, 400)
      holds(refused.text.includes('has already been taken'), `the ${taken} is taken`, refused.text, refused)
    }
  },
})

export const milestoneStats = check({
  id: 'releases/milestone-stats',
  says: 'The milestones of a release tell how many issues they have, and how many of them are closed',
  source: 'releases#milestone-stats',
  level: 'should',
  covers: ['GET /projects/:id/releases', 'GET /projects/:id/releases/:tag_name'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch: ref } = project
    const milestone_id = numberIn(await milestone(stage, { title: 'Counted' }), 'id')
    const done = await issue(stage, { title: 'Done', milestone_id })
    await issue(stage, { title: 'To do', milestone_id })
    const close = { id, issue_iid: numberIn(done, 'iid'), state_event: 'close' }
    expectArranged(await call('PUT /projects/:id/issues/:issue_iid', close))
    const wish = { id, tag_name: 'v3.0.0', ref, milestones: ['Counted'] }
    expectArranged(await call('POST /projects/:id/releases', wish))
    const one = await call('GET /projects/:id/releases/:tag_name', wish)
    const listed = await call('GET /projects/:id/releases', { id })
    for (const [row, reply] of [
      [one.row(), one],
      [listed.rows()[0] ?? {}, listed],
    ] as const) {
      const [shown] = (row.milestones ?? []) as readonly Row[]
      equals('the figures', shown?.issue_stats ?? null, { total: 2, closed: 1 }, reply)
    }
  },
})
