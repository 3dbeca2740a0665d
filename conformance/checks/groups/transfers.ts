import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const transfer = check<'projects' | 'groups'>({
  id: 'groups/transfer',
  says: 'A transferred project or group has the path of its new parent group',
  source: 'groups#transfer-group, groups#transfer-project, projects#transfer',
  level: 'should',
  covers: ['PUT /projects/:id/transfer', 'POST /groups/:id/transfer'],
  needs: { in: 'group' },
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    const { call, group, prefix } = stage
    const inner = { name: 'The inner', path: 'inner', parent_id: group.id }
    const into = numberIn(arranged(await call('POST /groups', inner)), 'id')
    const name = `${prefix}-moved`
    if (kind === 'projects') {
      const made = await anotherProject(stage, name, { namespace_id: group.id })
      const moved = await call('PUT /projects/:id/transfer', { id: numberIn(made, 'id'), namespace: into })
      answers(moved, 200)
      has(moved.row(), { path_with_namespace: `${group.path}/inner/${name}` }, moved)
    } else {
      const made = arranged(await call('POST /groups', { name, path: name, parent_id: group.id }))
      const moved = await call('POST /groups/:id/transfer', { id: numberIn(made, 'id'), group_id: into })
      answers(moved, 201)
      has(moved.row(), { full_path: `${group.path}/inner/${name}`, parent_id: into }, moved)
    }
  },
})

export const transferProjectIntoGroup = check<'id' | 'path'>({
  id: 'groups/transfer-project-into-group',
  says: "Administrators transfer a project into a group by the group's path, and its Owner is refused with 403",
  source: 'groups#transfer-project-into-group',
  level: 'should',
  covers: ['POST /groups/:id/projects/:project_id'],
  needs: { in: 'group' },
  each: () => ['id', 'path'],
  holds: async (stage, by) => {
    const { call, group, prefix } = stage
    const name = `${prefix}-brought`
    const made = await anotherProject(stage, name)
    const project_id = String(by === 'id' ? made.id : made.path_with_namespace)
    const bring = 'POST /groups/:id/projects/:project_id'
    answers(await call(bring, { id: group.id, project_id }, { as: 'owner' }), 403)
    const moved = await call(bring, { id: group.id, project_id }, { as: 'admin' })
    answers(moved, 201)
    has(moved.row(), { id: group.id }, moved)
    const one = await call('GET /projects/:id', { id: numberIn(made, 'id') })
    const path = `${group.path}/${name}`
    has(one.row(), { path_with_namespace: path }, one)
    // The path that it had before is nobody's now.
    const again = { id: group.id, project_id: by === 'id' ? project_id : path }
    answers(await call(bring, again, { as: 'admin' }), 400)
  },
})
