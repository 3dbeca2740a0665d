import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, rowIn, says, textIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { typesInOrder } from '../../oracle/packages.ts'
import type { Stage } from '../../run/stage.ts'

const list = 'GET /projects/:id/packages'

const one = 'GET /projects/:id/packages/:package_id'

const needs = { project: 'none' } as const

interface Registry {
  readonly id: number
  readonly rows: readonly Row[]
}

/** A project with packages of several types among those of the owner. Most types take a client of their own to publish. */
async function registry(stage: Stage): Promise<Registry> {
  const { call } = stage
  const own = await call('GET /projects', { membership: true, order_by: 'id', sort: 'asc', per_page: 20 })
  for (const row of own.rows()) {
    const id = numberIn(row, 'id')
    const reply = await call(list, { id, per_page: 100 })
    const rows = reply.status === 200 && isRows(reply.json) ? reply.json : []
    if (rows.length < 100 && new Set(rows.map(typeOf)).size > 2) return { id, rows }
  }
  return stage.skip('no project of the owner has packages of several types')
}

function typeOf(row: Row): string {
  return textIn(row, 'package_type')
}

export const eachType = check<string, Registry>({
  id: 'packages/each-type',
  says: 'Each type selects the packages of that type, and Terraform modules are listed only where they are asked for',
  source: 'packages#types, packages#filters, packages#list',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: registry,
  each: () => typesInOrder,
  holds: async ({ call }, package_type, { id, rows }) => {
    const reply = await call(list, { id, package_type, per_page: 100 })
    answers(reply, 200)
    if (package_type === 'terraform_module') {
      equals('modules in the whole list', rows.filter((row) => typeOf(row) === package_type).length, 0)
      holds(
        reply.rows().every((row) => typeOf(row) === package_type),
        'only modules are listed',
        reply.json,
        reply,
      )
    } else
      equals(
        `the packages of the type ${package_type}`,
        reply.json,
        rows.filter((row) => typeOf(row) === package_type),
        reply,
      )
  },
})

export const orderByType = check<'asc' | 'desc', Registry>({
  id: 'packages/order-by-type',
  says: '`order_by=type` lists packages in the order of the types, which is not that of their names',
  source: 'packages#order, packages#order-ties',
  level: 'should',
  covers: [list],
  needs,
  readOnly: true,
  arrange: registry,
  each: () => ['asc', 'desc'],
  holds: async ({ call }, sort, { id, rows }) => {
    const place = (row: Row) => typesInOrder.indexOf(typeOf(row) as (typeof typesInOrder)[number])
    const up = [...rows].sort((a, b) => place(a) - place(b) || numberIn(a, 'id') - numberIn(b, 'id'))
    const reply = await call(list, { id, order_by: 'type', sort, per_page: 100 })
    const expected = (sort === 'asc' ? up : up.reverse()).map((row) => row.id ?? null)
    equals(
      'the order',
      reply.rows().map((row) => row.id ?? null),
      expected,
      reply,
    )
  },
})

export const conanNames = check<undefined, Registry>({
  id: 'packages/conan-names',
  says: 'A conan package has its recipe as its name, and its bare name beside it; packages of other types lack that',
  source: 'packages#conan, packages#object',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: registry,
  holds: async (stage, _input, { rows }) => {
    if (!rows.some((row) => typeOf(row) === 'conan')) return stage.skip('there is no conan package')
    for (const row of rows) {
      const bare = row.conan_package_name
      if (typeOf(row) !== 'conan') equals('conan_package_name', bare, undefined)
      else {
        const recipe = `${String(bare)}/${textIn(row, 'version')}@`
        holds(textIn(row, 'name').startsWith(recipe), `the name begins with ${recipe}`, row.name)
      }
    }
  },
})

export const brokenPackage = check<undefined, Registry>({
  id: 'packages/broken-package',
  says: 'A package with the status `error` is listed among the others, and reading it answers 404',
  source: 'packages#single-error, packages#statuses, packages#list',
  level: 'must',
  covers: [list, one],
  needs,
  readOnly: true,
  arrange: registry,
  holds: async (stage, _input, { id, rows }) => {
    const listed = async (params: Params) => (await stage.call(list, { id, per_page: 100, ...params })).rows()
    const broken = rows.filter(({ status }) => status === 'error')
    equals('those with the status', await listed({ status: 'error' }), broken)
    for (const status of ['hidden', 'processing', 'pending_destruction'])
      for (const row of await listed({ status })) equals('the status', row.status, status)
    const [first] = broken
    if (first === undefined) return stage.skip('there is no package that went wrong')
    says(await stage.call(one, { id, package_id: numberIn(first, 'id') }), 404, 'Package not found')
  },
})

export const pages = check<string, Registry>({
  id: 'packages/pages-by-type',
  says: 'The page of a Terraform module is in the registry of modules, that of any other package in the registry of packages',
  source: 'packages#links, packages#later-module-page',
  level: 'should',
  covers: [list],
  needs,
  readOnly: true,
  arrange: registry,
  each: () => typesInOrder,
  holds: async ({ call, changed }, package_type, { id }) => {
    const reply = await call(list, { id, package_type, per_page: 100 })
    answers(reply, 200)
    const areBelow = (place: string) => {
      for (const row of reply.rows()) {
        const { web_path } = rowIn(row, '_links')
        if (row.status !== 'default') equals('the page', web_path, undefined, reply)
        else
          holds(
            String(web_path).endsWith(`/-/${place}/${row.id}`),
            `the page of a package of the type ${package_type} is below ${place}`,
            web_path,
            reply,
          )
      }
    }
    if (package_type !== 'terraform_module') areBelow('packages')
    else
      await changed('packages#later-module-page', {
        before: () => areBelow('infrastructure_registry'),
        after: () => areBelow('terraform_module_registry'),
      })
  },
})

const AROUND = 5

export const versionless = check<undefined, Registry>({
  id: 'packages/versionless',
  says: 'A package without a version is listed only with `include_versionless`',
  source: 'packages#filters',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: registry,
  holds: async ({ call, goesBack, unknown }, _input, { id, rows }) => {
    const whole = await call(list, { id, include_versionless: true, per_page: 100 })
    answers(whole, 200)
    if (whole.rows().length === 100) unknown('a page does not hold all packages')
    const withVersion = whole.rows().filter(({ version }) => version !== null)
    equals('those with a version', withVersion, rows, whole)
    holds(
      rows.every(({ version }) => version !== null),
      'the usual list has versions alone',
      rows,
    )
    for (const { name, package_type } of whole
      .rows()
      .filter(({ version }) => version === null)
      .slice(0, 3)) {
      const named = await call(list, { id, package_name: String(name), package_type: String(package_type) })
      const shown = named.rows().map(({ version }) => version !== null)
      equals(
        'whether those of its name have versions',
        shown,
        shown.map(() => true),
        named,
      )
    }
    // A package can be read by its id, listed or not: between those that are listed there may be others.
    const known = whole.rows().map((row) => numberIn(row, 'id'))
    const least = Math.max(1, Math.min(...known) - AROUND)
    const most = Math.min(Math.max(...known) + AROUND, least + (goesBack ? 100 : 15))
    let found = 0
    for (let package_id = least; package_id <= most; package_id++) {
      const it = await call(one, { id, package_id })
      if (it.status !== 200 || it.row().version !== null) continue
      found += 1
      holds(known.includes(package_id), 'a package without a version is listed', known, it)
    }
    if (found === 0) unknown('each package has a version')
  },
})
