import { genericPackage, packageNamesAndVersions } from '../../arrange/packages.ts'
import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, refuses, textIn } from '../../kit/expect.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const list = 'GET /groups/:id/packages'

const needs = { in: 'group' } as const

/** Packages in the project, in another one beside it, and in one below the group. */
async function threePlaces(stage: Stage): Promise<{ readonly beside: number; readonly below: number }> {
  const { call, group } = stage
  const subgroup = arranged(
    await call('POST /groups', { name: 'The below', path: 'below', parent_id: group.id }),
  )
  const beside = numberIn(await anotherProject(stage, 'beside', { namespace_id: group.id }), 'id')
  const below = numberIn(
    await anotherProject(stage, 'zebra', { namespace_id: numberIn(subgroup, 'id') }),
    'id',
  )
  await genericPackage(stage, { name: 'b', version: '2' })
  await genericPackage(stage, { name: 'c', version: '1', project: below })
  await genericPackage(stage, { name: 'a', version: '3', project: beside })
  await genericPackage(stage, { name: 'b', version: '1', project: beside })
  return { beside, below }
}

export const groupProjects = check({
  id: 'packages/group-projects',
  says: 'A group lists the packages of its projects and of its subgroups with their project; `exclude_subgroups` leaves out those of subgroups',
  source: 'packages#group-list, packages#project-of-package',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group, project } = stage
    const { beside, below } = await threePlaces(stage)
    const all = await call(list, { id: group.id })
    answers(all, 200)
    const places = all.rows().map((row) => row.project_id ?? null)
    equals('the projects', places, [project.id, below, beside, beside], all)
    const [first = {}] = all.rows()
    has(first, { project_path: project.path }, all)
    const own = await call(list, { id: group.id, exclude_subgroups: true })
    equals(
      'without subgroups',
      own.rows(),
      all.rows().filter((row) => row.project_id !== below),
      own,
    )
    const subgroup = `${group.path}/below`
    const parent = numberIn((await call('GET /groups/:id', { id: subgroup })).row(), 'id')
    const deep = arranged(await call('POST /groups', { name: 'The deep', path: 'deep', parent_id: parent }))
    const deeper = await anotherProject(stage, 'deeper', { namespace_id: numberIn(deep, 'id') })
    await genericPackage(stage, { name: 'd', version: '1', project: numberIn(deeper, 'id') })
    const alone = await call(list, { id: parent, exclude_subgroups: true })
    const there = alone.rows().map((row) => row.project_id ?? null)
    equals('those of the subgroup without those below it', there, [below], alone)
    const whole = await call(list, { id: group.id })
    const everywhere = whole.rows().map((row) => row.project_id ?? null)
    equals('those two groups below, too', everywhere, [...places, numberIn(deeper, 'id')], whole)
  },
})

export const groupOrder = check({
  id: 'packages/group-order',
  says: 'The packages of a group are ordered by date, name, version, type or project path across its projects',
  source: 'packages#order, packages#order-ties',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    await threePlaces(stage)
    // Paths decide, whatever the projects are called.
    const [first = {}] = (await call(list, { id: group.id, order_by: 'project_path' })).rows()
    const renamed = { id: numberIn(first, 'project_id'), name: 'Zz last by its name' }
    expectArranged(await call('PUT /projects/:id', renamed))
    const expected = {
      created_at: ['b 2', 'c 1', 'a 3', 'b 1'],
      name: ['a 3', 'b 2', 'b 1', 'c 1'],
      version: ['c 1', 'b 1', 'b 2', 'a 3'],
      type: ['b 2', 'c 1', 'a 3', 'b 1'],
      project_path: ['a 3', 'b 1', 'b 2', 'c 1'],
    }
    for (const [order_by, names] of Object.entries(expected)) {
      const up = await call(list, { id: group.id, order_by })
      equals(`by ${order_by}`, packageNamesAndVersions(up.rows()), names, up)
      const down = await call(list, { id: group.id, order_by, sort: 'desc' })
      equals(`by ${order_by}, descending`, packageNamesAndVersions(down.rows()), [...names].reverse(), down)
    }
  },
})

export const groupTypes = check({
  id: 'packages/group-types',
  says: 'The packages of a group are filtered by name, status and type; `terraform_module` answers 400 (real service: it is accepted)',
  source: 'packages#filters, packages#group-terraform, packages#wrong-values',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    await genericPackage(stage, { name: 'a', version: '1' })
    await genericPackage(stage, { name: 'hidden', version: '1', status: 'hidden' })
    const generic = await call(list, { id: group.id, package_type: 'generic' })
    equals('the generic ones', packageNamesAndVersions(generic.rows()), ['a 1'], generic)
    const hidden = await call(list, { id: group.id, status: 'hidden' })
    equals('the hidden ones', packageNamesAndVersions(hidden.rows()), ['hidden 1'], hidden)
    const named = await call(list, { id: group.id, package_name: 'A', include_versionless: true })
    equals('those with an a', packageNamesAndVersions(named.rows()), ['a 1'], named)
    answers(await call(list, { id: group.id, package_name: 'b' }), 200, [])
    for (const [name, value] of [
      ['status', 'gone'],
      ['order_by', 'size'],
      ['sort', 'up'],
    ] as const)
      refuses(await call(list, { id: group.id, [name]: value }), `${name} does not have a valid value`)
    answers(await call(list, { id: group.id, package_type: 'npm' }), 200, [])
    const modules = await call(list, { id: group.id, package_type: 'terraform_module' })
    await stage.differs('S12', {
      specification: () => refuses(modules, 'package_type does not have a valid value'),
      real: () => answers(modules, 200, []),
    })
  },
})

export const groupFilters = check({
  id: 'packages/group-filters',
  says: 'The packages of a group are filtered by name and by status, and hidden ones are listed only when they are asked for',
  source: 'packages#filters, packages#group-list',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    await genericPackage(stage, { name: 'tools', version: '1' })
    await genericPackage(stage, { name: 'other', version: '1' })
    await genericPackage(stage, { name: 'tools', version: '2', status: 'hidden' })
    for (const [params, expected] of [
      [{}, ['tools 1', 'other 1']],
      [{ package_name: 'tool' }, ['tools 1']],
      [{ status: 'hidden' }, ['tools 2']],
      [{ status: 'default' }, ['tools 1', 'other 1']],
      [{ status: 'error' }, []],
    ] as const) {
      const reply = await call(list, { id: group.id, ...params })
      equals(`with ${JSON.stringify(params)}`, packageNamesAndVersions(reply.rows()), expected, reply)
    }
  },
})

export const groupVisibleProjects = check({
  id: 'packages/group-visible-projects',
  says: 'The list of a public group shows each caller the packages of those projects that the caller may read',
  source: 'packages#group-list',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    const open = { namespace_id: group.id, visibility: 'public' }
    const shown = numberIn(await anotherProject(stage, 'shown', open), 'id')
    await genericPackage(stage, { name: 'private', version: '1' })
    await genericPackage(stage, { name: 'public', version: '1', project: shown })
    for (const [as, names] of [
      ['reporter', ['private', 'public']],
      ['guest', ['public']],
      ['stranger', ['public']],
      ['anonymous', ['public']],
    ] as const) {
      if (as !== 'anonymous' && !stage.has(as)) continue
      const reply = await call(list, { id: group.id }, { as })
      equals(
        `what is shown to ${as}`,
        reply.rows().map((row) => textIn(row, 'name')),
        names,
        reply,
      )
    }
  },
})

export const groupRoles = check({
  id: 'packages/group-roles',
  says: 'The packages of a private group need the Reporter role: a Guest gets 403, other callers get 404',
  source: 'packages#group-roles',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    const inner = { name: 'The inner', path: 'inner', parent_id: group.id, visibility: 'private' }
    const id = numberIn(arranged(await call('POST /groups', inner)), 'id')
    for (const [as, status] of [
      ['owner', 200],
      ['maintainer', 200],
      ['developer', 200],
      ['reporter', 200],
      ['guest', 403],
      ['stranger', 404],
      ['anonymous', 404],
    ] as const)
      if (as === 'anonymous' || stage.has(as)) answers(await call(list, { id }, { as }), status)
  },
})

export const groupWithoutCode = check({
  id: 'packages/group-without-code',
  says: 'The list of a group leaves out the packages of projects whose repository is only for members who are not the caller',
  source: 'packages#group-list, packages#group-list-code',
  level: 'must',
  covers: [list],
  needs: { project: 'public', in: 'group' },
  holds: async (stage) => {
    const { call, group, project } = stage
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    const ids = async (as: Who) =>
      (await call(list, { id: group.id }, { as })).rows().map(({ id }) => id ?? null)
    equals('the packages for strangers', await ids('stranger'), [it.id ?? null])
    const members = ['repository', 'merge_requests', 'builds'].map((part) => [
      `${part}_access_level`,
      'private',
    ])
    arranged(
      await call('PUT /projects/:id', { id: project.id, ...Object.fromEntries(members) }, { as: 'owner' }),
    )
    equals('those of a repository for members', await ids('stranger'), [])
    equals('what members see', await ids('owner'), [it.id ?? null])
  },
})
