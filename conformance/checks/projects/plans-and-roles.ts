import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, names } from '../../kit/expect.ts'

const one = 'GET /projects/:id'

/** What the full form lacks without a plan (projects#plan-fields). */
const paid = [
  'approvals_before_merge',
  'mirror',
  'external_authorization_classification_label',
  'marked_for_deletion_at',
  'marked_for_deletion_on',
  'issues_template',
  'merge_requests_template',
  'merge_pipelines_enabled',
  'merge_trains_enabled',
  'only_allow_merge_if_all_status_checks_passed',
]

export const withoutPlan = check({
  id: 'projects/without-plan',
  says: 'Without a plan a project lacks the fields of paid features',
  source: 'projects#plan-fields, projects#later-deletion-everywhere',
  level: 'must',
  covers: [one],
  needs: { tier: 'unlicensed' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call(one, { id: stage.project.id })
    answers(reply, 200)
    await stage.changed('projects#later-deletion-everywhere', {
      before: () => lacks(reply.row(), paid, reply),
      after: () =>
        lacks(
          reply.row(),
          paid.filter((name) => !name.startsWith('marked_for_deletion')),
          reply,
        ),
    })
  },
})

export const templatesByCaller = check<'issues' | 'merge_requests'>({
  id: 'projects/templates-by-caller',
  says: 'A template of issues or merge requests is shown only to callers who may read those',
  source: 'projects#templates-by-caller',
  level: 'must',
  covers: [one],
  needs: { in: 'group', tier: 'premium' },
  each: () => ['issues', 'merge_requests'],
  holds: async ({ call, project: { id } }, kind) => {
    answers(await call('PUT /projects/:id', { id, [`${kind}_access_level`]: 'disabled' }), 200)
    const reply = await call(one, { id })
    const [hidden, shown] = [kind, kind === 'issues' ? 'merge_requests' : 'issues']
    names(reply.row(), [`${shown}_template`])
    lacks(reply.row(), [`${hidden}_template`], reply)
    const guest = await call(one, { id }, { as: 'guest' })
    equals('whether a Guest sees it', Object.hasOwn(guest.row(), 'merge_requests_template'), false, guest)
  },
})

export const statusChecksSetting = check({
  id: 'projects/status-checks-setting',
  says: '`only_allow_merge_if_all_status_checks_passed` is false for a new project and shown as it is set',
  source: 'projects#status-checks-setting',
  level: 'should',
  covers: ['PUT /projects/:id', one],
  needs: { tier: 'ultimate' },
  holds: async ({ call, project: { id } }) => {
    const name = 'only_allow_merge_if_all_status_checks_passed'
    const before = await call(one, { id })
    has(before.row(), { [name]: false }, before)
    for (const wish of [true, false]) {
      answers(await call('PUT /projects/:id', { id, [name]: wish }), 200)
      const shown = await call(one, { id })
      has(shown.row(), { [name]: wish }, shown)
    }
  },
})

export const renaming = check({
  id: 'projects/rename-roles',
  says: 'Only an Owner sends the name of a project; a Maintainer changes its path',
  source: 'projects#rename-roles',
  level: 'should',
  covers: ['PUT /projects/:id'],
  needs: { writes: true },
  holds: async ({ call, project: { id } }) => {
    const before = await call(one, { id })
    const { name = null, path } = before.row()
    for (const wish of [`${name} renamed`, name]) {
      const refused = await call('PUT /projects/:id', { id, name: wish }, { as: 'maintainer' })
      answers(refused, 403, { message: '403 Forbidden' })
    }
    const moved = await call('PUT /projects/:id', { id, path: `${path}-moved` }, { as: 'maintainer' })
    answers(moved, 200)
    has(moved.row(), { name, path: `${path}-moved` }, moved)
    answers(await call('PUT /projects/:id', { id, name: `${name} renamed` }), 200)
  },
})
