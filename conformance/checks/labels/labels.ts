import { issue, label } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { duplicateRefused } from '../../kit/duplicate-refused.ts'
import { answers, equals, has, numberIn, refuses, says } from '../../kit/expect.ts'

const LABELS = '/projects/:id/labels'

const nothingToUpdate =
  'new_name, color, description, priority are missing, at least one parameter must be provided'

export const life = check({
  id: 'labels/life',
  says: 'A label is created, updated and deleted by its id or title, and answers 404 once it is deleted',
  source:
    'labels#object, labels#create, labels#color, labels#list, labels#id-or-title, labels#update, labels#delete',
  level: 'should',
  covers: ['GET', 'POST']
    .map((verb) => `${verb} ${LABELS}`)
    .concat(['GET', 'PUT', 'DELETE'].map((verb) => `${verb} ${LABELS}/:name`)),
  needs: { writes: true },
  holds: async ({ call, project: { id } }) => {
    const created = await call(`POST ${LABELS}`, { id, name: 'bug', color: '#428bca' })
    answers(created, 201)
    const shown = { name: 'bug', color: '#428bca', is_project_label: true, priority: null }
    has(created.row(), shown, created)
    const names = ['bug', numberIn(created.row(), 'id')]
    for (const name of names) answers(await call(`GET ${LABELS}/:name`, { id, name }), 200, created.json)
    refuses(await call(`PUT ${LABELS}/:name`, { id, name: 'bug' }), nothingToUpdate)
    const invalid = await call(`PUT ${LABELS}/:name`, { id, name: 'bug', color: 'no colour' })
    says(invalid, 400, { color: ['must be a valid color code'] })
    const updated = await call(`PUT ${LABELS}/:name`, { id, name: 'bug', new_name: 'defect', priority: 2 })
    answers(updated, 200)
    has(updated.row(), { ...shown, name: 'defect', priority: 2 }, updated)
    const found = await call(`GET ${LABELS}`, { id, search: 'defect' })
    answers(found, 200, [updated.json ?? null])
    answers(await call(`DELETE ${LABELS}/:name`, { id, name: 'defect' }), 204)
    for (const name of ['defect', ...names.slice(1)])
      says(await call(`GET ${LABELS}/:name`, { id, name }), 404, '404 Label Not Found')
  },
})

export const namedInBody = check<'name' | 'label_id'>({
  id: 'labels/named-in-body',
  says: 'A label that is named by its id or title among the parameters is updated and deleted as one that is named in the path',
  source: 'labels#named-in-body',
  level: 'should',
  covers: [`PUT ${LABELS}`, `DELETE ${LABELS}`],
  needs: { writes: true },
  each: () => ['name', 'label_id'],
  holds: async (stage, by) => {
    const { call, project } = stage
    const { id } = project
    const created = await label(stage, 'bug')
    const one = by === 'name' ? { id, name: 'bug' } : { id, label_id: numberIn(created, 'id') }
    const updated = await call(`PUT ${LABELS}`, { ...one, description: 'Wrong' })
    answers(updated, 200)
    has(updated.row(), { id: created.id ?? null, name: 'bug', description: 'Wrong' }, updated)
    answers(await call(`DELETE ${LABELS}`, one), 204)
    answers(await call(`GET ${LABELS}`, { id, include_ancestor_groups: false }), 200, [])
  },
})

export const promote = check({
  id: 'labels/promote',
  says: 'Promoting a label of a project makes it a label of its group, and issues keep it',
  source: 'labels#promote',
  level: 'should',
  covers: [`PUT ${LABELS}/:name/promote`, 'GET /groups/:id/labels/:name'],
  needs: { in: 'group', writes: true },
  holds: async (stage) => {
    const { call, project, group } = stage
    await label(stage, 'shared')
    const labelled = await issue(stage, { title: 'Labelled', labels: 'shared' })
    const promoted = await call(`PUT ${LABELS}/:name/promote`, { id: project.id, name: 'shared' })
    answers(promoted, 200)
    const ofGroup = await call('GET /groups/:id/labels/:name', { id: group.id, name: 'shared' })
    answers(ofGroup, 200)
    has(ofGroup.row(), { id: promoted.row().id ?? null, name: 'shared' }, ofGroup)
    const seen = await call(`GET ${LABELS}/:name`, { id: project.id, name: 'shared' })
    has(seen.row(), { name: 'shared', is_project_label: false }, seen)
    const one = { id: project.id, issue_iid: numberIn(labelled, 'iid') }
    const kept = await call('GET /projects/:id/issues/:issue_iid', one)
    equals('the labels of the issue', kept.row().labels, ['shared'], kept)
  },
})

export const promoteByName = check({
  id: 'labels/promote-by-name',
  says: 'A label of a project is also promoted by its `name` in the body, and needs one',
  source: 'labels#promote-by-name',
  level: 'should',
  covers: [`PUT ${LABELS}/promote`],
  needs: { in: 'group', writes: true },
  holds: async (stage) => {
    const { call, project, group } = stage
    await label(stage, 'named')
    const path = `PUT ${LABELS}/promote` as const
    refuses(await call(path, { id: project.id }), 'name is missing')
    answers(await call(path, { id: project.id, name: 'named' }), 200)
    const ofGroup = await call('GET /groups/:id/labels/:name', { id: group.id, name: 'named' })
    has(ofGroup.row(), { name: 'named' }, ofGroup)
    says(await call(path, { id: project.id, name: 'named' }), 404, '404 Label Not Found')
  },
})

export const duplicate = duplicateRefused(
  {
    id: 'labels/duplicate',
    says: 'Creating a label whose title exists already answers 409 and says so',
    source: 'labels#create-twice, conventions#duplicates',
  },
  [
    {
      operation: `POST ${LABELS}`,
      params: ({ project: { id } }) => ({ id, name: 'bug', color: '#428bca' }),
      text: 'Label already exists',
    },
    {
      operation: 'POST /groups/:id/labels',
      params: ({ group: { id } }) => ({ id, name: 'bug', color: '#428bca' }),
      text: 'Label already exists',
    },
  ],
)
