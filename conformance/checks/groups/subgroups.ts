import { anotherGroup } from '../../arrange/groups.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn, says } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'

export const subgroups = check({
  id: 'groups/subgroups',
  says: 'A subgroup is created below its group, listed among its subgroups and descendants, and is a namespace whose path is taken',
  source:
    'groups#create, groups#list, groups#subgroups, groups#group-projects, groups#namespace-get, groups#namespace-list, groups#namespace-exists',
  level: 'should',
  covers: [
    'POST /groups',
    'GET /groups',
    'GET /groups/:id',
    'GET /groups/:id/subgroups',
    'GET /groups/:id/descendant_groups',
    'GET /groups/:id/projects',
    'GET /namespaces',
    'GET /namespaces/:id',
    'GET /namespaces/:namespace/exists',
  ],
  needs: { in: 'group', writes: true },
  holds: async ({ call, group, project }) => {
    const below = async (parent_id: number, path: string) => {
      const created = await call('POST /groups', { name: `The ${path}`, path, parent_id })
      answers(created, 201)
      return created.row()
    }
    const child = await below(group.id, 'child')
    const grandchild = await below(numberIn(child, 'id'), 'grandchild')
    has(child, {
      parent_id: group.id,
      full_path: `${group.path}/child`,
      full_name: `${group.fullName} / The child`,
    })
    const deep = {
      ...{ name: 'The grandchild', path: 'grandchild' },
      full_path: `${group.path}/child/grandchild`,
      full_name: `${group.fullName} / The child / The grandchild`,
    }
    has(grandchild, deep)
    const ids = async (operation: string, params: object) => {
      const listed = await call(operation, { id: group.id, per_page: 100, ...params })
      answers(listed, 200)
      return listed.rows().map(({ id }) => id ?? null)
    }
    const both = [child.id ?? null, grandchild.id ?? null]
    equals('the subgroups', await ids('GET /groups/:id/subgroups', {}), both.slice(0, 1))
    equals('the descendants', await ids('GET /groups/:id/descendant_groups', {}), both)
    const descendants = await call('GET /groups/:id/descendant_groups', {
      id: group.id,
      search: 'grandchild',
    })
    has(descendants.rows()[0] ?? {}, deep, descendants)
    answers(await call('PUT /groups/:id', { id: numberIn(grandchild, 'id'), visibility: 'private' }), 200)
    const { visibility = null } = (await call('GET /groups/:id', { id: numberIn(child, 'id') })).row()
    const seen = visibility === 'private' ? both : both.slice(1)
    const narrowed = await ids('GET /groups/:id/descendant_groups', { visibility: 'private' })
    equals('the private descendants', narrowed, seen)
    const none = await ids('GET /groups/:id/descendant_groups', {
      visibility: visibility === 'internal' ? 'public' : 'internal',
    })
    equals('descendants of a visibility that none has', none, [])
    const projects = await ids('GET /groups/:id/projects', { include_subgroups: true })
    equals('the projects', projects, [project.id])
    equals(
      'the groups found',
      (await ids('GET /groups', { search: 'grandchild' })).includes(both[1] ?? null),
      true,
    )
    has((await call('GET /groups/:id', { id: numberIn(child, 'id') })).row(), { id: child.id ?? null })
    const namespace = await call('GET /namespaces/:id', { id: `${group.path}/child` })
    answers(namespace, 200)
    has(namespace.row(), { id: child.id ?? null, kind: 'group', parent_id: group.id }, namespace)
    const found = await ids('GET /namespaces', { search: 'grandchild' })
    equals('the namespaces found', found.includes(both[1] ?? null), true)
    says(await call('GET /namespaces/:id', { id: 987_654_321 }), 404, '404 Namespace Not Found')
    const exists = async (namespace: string) =>
      (await call('GET /namespaces/:namespace/exists', { namespace, parent_id: group.id })).row()
    equals('a taken path', await exists('child'), { exists: true, suggests: ['child1'] })
    equals('a free path', await exists('free'), { exists: false, suggests: [] })
  },
})

export const namespaceOfMembers = check({
  id: 'groups/namespace-of-members',
  says: 'A public group is no namespace for whoever is no member of it: 404',
  source: 'groups#namespace-get',
  level: 'should',
  covers: ['GET /namespaces/:id'],
  needs: { in: 'group', writes: true },
  holds: async (stage) => {
    const id = numberIn(await anotherGroup(stage, 'open', { visibility: 'public' }), 'id')
    const stranger = { as: 'stranger' } as const
    answers(await stage.call('GET /groups/:id', { id }, stranger), 200)
    answers(await stage.call('GET /namespaces/:id', { id }), 200)
    says(await stage.call('GET /namespaces/:id', { id }, stranger), 404, '404 Namespace Not Found')
  },
})

export const unshare = check<'projects' | 'groups'>({
  id: 'groups/unshare',
  says: 'A share of a project or group is removed once, and answers 404 afterwards',
  source: 'groups#share, groups#unshare',
  level: 'should',
  covers: ['projects', 'groups'].flatMap((kind) => [
    `POST /${kind}/:id/share`,
    `DELETE /${kind}/:id/share/:group_id`,
  ]),
  needs: { in: 'group', writes: true },
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    const { call, group, project } = stage
    const guests = numberIn(await anotherGroup(stage, 'guests'), 'id')
    const one = { id: kind === 'projects' ? project.id : group.id, group_id: guests }
    answers(await call(`POST /${kind}/:id/share`, { ...one, group_access: 10 }), 201)
    answers(await call(`DELETE /${kind}/:id/share/:group_id`, one), 204)
    says(await call(`DELETE /${kind}/:id/share/:group_id`, one), 404, '404 Group Link Not Found')
  },
})

export const shareRefused = check({
  id: 'groups/share-refused',
  says: 'A Maintainer is answered 404 when they share a group, and 204 when they unshare it, and neither changes anything',
  source: 'groups#share-refused, groups#unshare-refused',
  level: 'should',
  covers: ['POST /groups/:id/share', 'DELETE /groups/:id/share/:group_id'],
  needs: { in: 'group', writes: true },
  holds: async (stage) => {
    if (!stage.has('maintainer')) return stage.skip('there is no Maintainer')
    const { call, group } = stage
    const guests = numberIn(await anotherGroup(stage, 'guests', { visibility: 'public' }), 'id')
    const others = numberIn(await anotherGroup(stage, 'others', { visibility: 'public' }), 'id')
    const one = { id: group.id, group_id: guests }
    answers(await call('POST /groups/:id/share', { ...one, group_access: 10 }), 201)
    const wish = { id: group.id, group_id: others, group_access: 10 }
    says(await call('POST /groups/:id/share', wish, { as: 'maintainer' }), 404, 'Not Found')
    answers(await call('DELETE /groups/:id/share/:group_id', one, { as: 'maintainer' }), 204)
    const shown = (await call('GET /groups/:id', { id: group.id })).row().shared_with_groups
    const ids = (isRows(shown) ? shown : []).map(({ group_id }) => group_id ?? null)
    equals('the groups that it is shared with', ids, [guests])
  },
})

export const namespaceLimits = check({
  id: 'groups/namespace-limits',
  says: 'Administrators set the limits of a namespace, which they alone are shown',
  source: 'groups#namespace-limits',
  level: 'should',
  covers: ['PUT /namespaces/:id', 'GET /namespaces/:id'],
  needs: { in: 'group', tier: 'premium', role: 'admin', plainOwner: true, rewinds: true },
  holds: async ({ call, group: { id } }) => {
    const limits = {
      shared_runners_minutes_limit: 100,
      extra_shared_runners_minutes_limit: 20,
      additional_purchased_storage_size: 1024,
      additional_purchased_storage_ends_on: '2040-02-03',
    }
    const changed = await call('PUT /namespaces/:id', { id: `${id}`, ...limits })
    answers(changed, 200)
    has(changed.row(), { id, ...limits }, changed)
    const kept = await call('PUT /namespaces/:id', { id: `${id}`, additional_purchased_storage_size: 1 })
    has(kept.row(), { ...limits, additional_purchased_storage_size: 1 }, kept)
    const seen = await call('GET /namespaces/:id', { id }, { as: 'owner' })
    lacks(seen.row(), Object.keys(limits), seen)
    says(await call('PUT /namespaces/:id', { id: `${id}`, ...limits }, { as: 'owner' }), 403, '403 Forbidden')
    says(await call('PUT /namespaces/:id', { id: '987654321' }), 404, '404 Namespace Not Found')
  },
})
