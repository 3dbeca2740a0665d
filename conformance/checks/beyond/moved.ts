import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const source = 'dossier 2, section 13; documentation of groups, projects and releases'

export const transferred = check<'projects' | 'groups'>({
  id: 'beyond/transferred',
  says: 'A project or a group is moved into another group, and goes by its path there',
  source,
  level: 'should',
  covers: ['PUT /projects/:id/transfer', 'POST /groups/:id/transfer'],
  needs: { in: 'group' },
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    const { call, group, prefix } = stage
    const inner = { name: 'inner', path: 'inner', parent_id: group.id }
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

export const brought = check<'id' | 'path'>({
  id: 'beyond/brought-into-a-group',
  says: 'An administrator moves a project into a group, and nobody else does',
  source,
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
    has(one.row(), { path_with_namespace: `${group.path}/${name}` }, one)
    answers(await call(bring, { id: group.id, project_id }, { as: 'admin' }), 400)
  },
})

export const released = check({
  id: 'beyond/release-links',
  says: 'A release makes its tag, belongs to milestones, and has links that are changed one by one',
  source,
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
  },
})
