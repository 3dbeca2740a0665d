import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged } from '../../run/stage.ts'

const LABELS = '/groups/:id/labels'

export const groupReach = check({
  id: 'labels/group-reach',
  says: 'A list of the labels of a group reaches the groups below and the projects where that is asked for',
  source: 'labels#group-list',
  level: 'should',
  covers: [`GET ${LABELS}`],
  needs: { in: 'group', writes: true },
  holds: async ({ call, project, group: { id }, prefix }) => {
    const below = arranged(
      await call('POST /groups', { name: 'Below', path: `${prefix}-labelled`, parent_id: id }),
    )
    const color = '#428bca'
    arranged(await call(`POST ${LABELS}`, { id, name: 'here', color }))
    arranged(await call(`POST ${LABELS}`, { id: numberIn(below, 'id'), name: 'below', color }))
    arranged(await call('POST /projects/:id/labels', { id: project.id, name: 'inside', color }))
    const listed = async (reach: Params, expected: readonly string[]) => {
      const reply = await call(`GET ${LABELS}`, {
        id,
        include_ancestor_groups: false,
        per_page: 100,
        ...reach,
      })
      answers(reply, 200)
      const names = reply.rows().map(({ name }) => name ?? null)
      equals(
        'the labels',
        names.filter((name) => ['here', 'below', 'inside'].includes(String(name))),
        [...expected],
        reply,
      )
    }
    await listed({}, ['here'])
    await listed({ include_descendant_groups: true }, ['below', 'here'])
    await listed({ only_group_labels: false }, ['here', 'inside'])
  },
})

export const groupLife = check({
  id: 'labels/group-life',
  says: 'A label of a group is listed in its projects too, is updated by its title in the path or among the parameters, and answers 404 once it is deleted',
  source: 'labels#group-list, labels#list, labels#create, labels#update, labels#named-in-body, labels#delete',
  level: 'should',
  covers: ['GET', 'POST', 'PUT', 'DELETE']
    .map((verb) => `${verb} ${LABELS}`)
    .concat(['GET', 'PUT', 'DELETE'].map((verb) => `${verb} ${LABELS}/:name`)),
  needs: { in: 'group', writes: true },
  holds: async ({ call, project, group: { id } }) => {
    // Groups above it may have labels as well.
    const own = () => call(`GET ${LABELS}`, { id, include_ancestor_groups: false })
    for (const name of ['bug', 'idea']) {
      const created = await call(`POST ${LABELS}`, { id, name, color: '#428bca' })
      answers(created, 201)
      answers(await call(`GET ${LABELS}/:name`, { id, name }), 200, created.json)
    }
    const inProject = await call('GET /projects/:id/labels', { id: project.id, search: 'bug' })
    has(inProject.rows()[0] ?? {}, { name: 'bug', is_project_label: false }, inProject)
    const renamed = await call(`PUT ${LABELS}/:name`, { id, name: 'bug', new_name: 'defect' })
    answers(renamed, 200)
    has(renamed.row(), { name: 'defect', color: '#428bca' }, renamed)
    const described = await call(`PUT ${LABELS}`, { id, name: 'idea', description: 'New' })
    answers(described, 200)
    answers(await own(), 200, [renamed.json ?? null, described.json ?? null])
    answers(await call(`DELETE ${LABELS}/:name`, { id, name: 'defect' }), 204)
    answers(await call(`DELETE ${LABELS}`, { id, name: 'idea' }), 204)
    says(await call(`GET ${LABELS}/:name`, { id, name: 'idea' }), 404, '404 Label Not Found')
    answers(await own(), 200, [])
  },
})
