import fc from 'fast-check'
import { genericPackage, npmName, npmPackage } from '../../arrange/packages.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, refuses, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import {
  listedPackages,
  type PackageFilter,
  type PackageRecord,
  typesInOrder,
} from '../../oracle/packages.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const list = 'GET /projects/:id/packages'

/** Packages that differ in everything that a filter looks at, two of them hidden. */
async function several(stage: Stage): Promise<readonly PackageRecord[]> {
  const rows: Row[] = [
    await genericPackage(stage, { name: 'build-tools', version: '1.10.0' }),
    await genericPackage(stage, { name: 'Build-Tools', version: '1.9.0' }),
    await genericPackage(stage, { name: 'build-tools', version: '1.9.0' }),
    await genericPackage(stage, { name: 'secret', version: '1', status: 'hidden' }),
    await genericPackage(stage, { name: 'x', version: 'v2' }),
    await genericPackage(stage, { name: 'secret-tools', version: '2', status: 'hidden' }),
  ]
  for (const name of ['tools', 'build.tools'])
    rows.push(await npmPackage(stage, { name: npmName(stage, name), version: '1.9.0' }))
  return rows.map(recordOf)
}

function recordOf(row: Row): PackageRecord {
  return {
    id: numberIn(row, 'id'),
    name: textIn(row, 'name'),
    version: textIn(row, 'version'),
    type: row.package_type === 'npm' ? 'npm' : 'generic',
    status: row.status === 'hidden' ? 'hidden' : 'default',
    project: 'project',
  }
}

const filters: fc.Arbitrary<PackageFilter> = fc.record(
  {
    package_type: fc.constantFrom('generic', 'npm', 'maven', 'terraform_module'),
    package_name: fc.constantFrom(
      'tools',
      'TOOLS',
      'build tools',
      'tools build',
      't',
      'x',
      'zz',
      '',
      '-',
      '.',
    ),
    include_versionless: fc.boolean(),
    status: fc.constantFrom('default', 'hidden', 'processing', 'error'),
    order_by: fc.constantFrom('created_at', 'name', 'version', 'type'),
    sort: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
)

export const filtersCheck = check({
  id: 'packages/filters',
  says: 'A list shows exactly the packages that pass all filters, in the order asked for, by default ascending',
  source: 'packages#filters, packages#list, packages#order',
  level: 'must',
  covers: [list],
  readOnly: true,
  arrange: several,
  over: () => filters,
  examples: [{ package_name: 'build tools' }, { package_name: 'tools build' }],
  share: 6,
  holds: async ({ call, project }, filter: PackageFilter, records) => {
    const reply = await call(list, { id: project.id, ...filter })
    answers(reply, 200)
    const ids = reply.rows().map((row) => row.id ?? null)
    equals(
      'the packages',
      ids,
      listedPackages(records, filter).map(({ id }) => id),
      reply,
    )
  },
})

export const filterSelects = check<PackageFilter, unknown>({
  id: 'packages/filter-selects',
  says: 'A filter selects from the whole list exactly the packages that have the value asked for',
  source: 'packages#filters, packages#types, packages#statuses',
  level: 'must',
  covers: [list],
  readOnly: true,
  arrange: several,
  each: () => [
    ...typesInOrder.map((package_type) => ({ package_type })),
    { status: 'default' },
    { status: 'error' },
    { package_name: 'build' },
    { package_name: 'tools' },
  ],
  holds: async ({ call, project }, filter) => {
    const whole = await call(list, { id: project.id, per_page: 100 })
    const reply = await call(list, { id: project.id, per_page: 100, ...filter })
    const { package_type: type, status, package_name: name = '' } = filter
    const expected = whole
      .rows()
      .filter(
        (row) =>
          (type === undefined || row.package_type === type) &&
          (status === undefined || row.status === status) &&
          textIn(row, 'name').toLowerCase().includes(name),
      )
    answers(reply, 200, expected)
  },
})

export const filterValuesRefused = check({
  id: 'packages/filter-values-refused',
  says: 'An unknown order, type or status answers 400, and so does the order of a group in the list of a project',
  source: 'packages#wrong-values, packages#order',
  level: 'must',
  covers: [list],
  readOnly: true,
  each: () => [
    { order_by: 'project_path' },
    { order_by: 'size' },
    { sort: 'up' },
    { package_type: 'sheep' },
    { package_type: 'NPM' },
    { status: 'deleted' },
  ],
  holds: async ({ call, project }, params) => {
    const [name] = Object.keys(params)
    refuses(await call(list, { id: project.id, ...params }), `${name} does not have a valid value`)
  },
})

export const orderOfRefusals = check({
  id: 'packages/order-of-refusals',
  says: 'A missing right is refused before an invalid parameter, and an invalid parameter before an unknown package',
  source: 'packages#order-of-refusals, packages#reading-refused, packages#wrong-values',
  level: 'should',
  covers: [list, 'GET /projects/:id/packages/:package_id'],
  holds: async ({ call, project }) => {
    const { id } = project
    answers(await call(list, { id, sort: 'up' }, { as: 'guest' }), 403, { message: '403 Forbidden' })
    answers(await call(list, { id, sort: 'up' }, { as: 'anonymous' }), 404, {
      message: '404 Project Not Found',
    })
    refuses(
      await call('GET /projects/:id/packages/:package_id', { id, package_id: 'abc' }),
      'package_id is invalid',
    )
  },
})

export const registryDisabled = check({
  id: 'packages/registry-disabled',
  says: 'Reading packages of a project whose package registry is disabled answers 403 to every role, and the list of its group leaves them out',
  source: 'packages#registry-disabled',
  level: 'should',
  covers: [list, 'GET /groups/:id/packages'],
  needs: { role: 'owner', in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    const { id } = project
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    const ofGroup = async () => (await call('GET /groups/:id/packages', { id: group.id })).rows()
    equals('the packages of the group', (await ofGroup())[0]?.id, it.id)
    arranged(await call('PUT /projects/:id', { id, packages_enabled: false }))
    equals('the packages of the group', await ofGroup(), [])
    for (const as of ['owner', 'reporter'] as const)
      answers(await call(list, { id }, { as }), 403, { message: '403 Forbidden' })
  },
})
