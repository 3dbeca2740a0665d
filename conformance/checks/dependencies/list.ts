import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, refuses } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'

const list = 'GET /projects/:id/dependencies'

const managers = [
  'bundler',
  'composer',
  'conan',
  'go',
  'gradle',
  'maven',
  'npm',
  'nuget',
  'pip',
  'pipenv',
  'yarn',
  'sbt',
  'setuptools',
] as const

export const notScanned = check({
  id: 'dependencies/not-scanned',
  says: 'A project that was never scanned has no dependencies, with every package manager',
  source: 'dependencies#not-scanned, dependencies#package-managers, dependencies#filter',
  level: 'must',
  covers: [list],
  needs: { tier: 'ultimate' },
  readOnly: true,
  each: () => [{}, { package_manager: '' }, ...managers.map((package_manager) => ({ package_manager }))],
  holds: async ({ call, project }, filter) =>
    answers(await call(list, { id: project.id, ...filter }), 200, []),
})

export const unknownPackageManager = check({
  id: 'dependencies/unknown-package-manager',
  says: 'An unknown package manager answers 400, also among known ones',
  source: 'dependencies#unknown-package-manager',
  level: 'must',
  covers: [list],
  needs: { tier: 'ultimate' },
  readOnly: true,
  each: () => ['sheep', 'npm,sheep', 'NPM', ['npm', 'sheep']],
  holds: async ({ call, project }, package_manager) =>
    refuses(
      await call(list, { id: project.id, package_manager }),
      'package_manager does not have a valid value',
    ),
})

interface Scanned {
  readonly id: number
  readonly rows: readonly Row[]
}

/** A project with dependencies among those of the owner. A scan takes a pipeline, so none can be made for the check. */
async function scanned(stage: Stage): Promise<Scanned> {
  const own = await stage.call('GET /projects', {
    membership: true,
    order_by: 'id',
    sort: 'asc',
    per_page: 20,
  })
  for (const { id } of own.rows()) {
    const reply = await stage.call(list, { id: Number(id), per_page: 100 })
    if (reply.status === 200 && isRows(reply.json) && reply.json.length > 1)
      return { id: Number(id), rows: reply.rows() }
  }
  return stage.skip('no project of the owner has been scanned')
}

const needs = { tier: 'ultimate', project: 'none' } as const

export const fieldsAndOrder = check({
  id: 'dependencies/fields-and-order',
  says: 'A dependency shows its fields, vulnerabilities and licences, and the list is ordered by name',
  source: 'dependencies#object, dependencies#vulnerabilities, dependencies#licenses, dependencies#order',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  holds: async (stage) => {
    const { rows } = await scanned(stage)
    for (const row of rows) {
      names(row, ['name', 'version', 'dependency_file_path', 'vulnerabilities', 'licenses'])
      holds(managers.includes(row.package_manager as 'npm'), 'its manager is known', row.package_manager)
      for (const found of row.vulnerabilities as readonly Row[]) {
        names(found, ['name', 'severity', 'id'])
        holds(
          `${found.url}`.endsWith(`/-/security/vulnerabilities/${found.id}`),
          'its page is told',
          found.url,
        )
      }
      for (const license of row.licenses as readonly Row[]) names(license, ['name', 'url'])
    }
    const shown = rows.map(({ name }) => `${name}`)
    equals('the order', shown, [...shown].sort())
  },
})

export const packageManagerFilter = check({
  id: 'dependencies/package-manager-filter',
  says: '`package_manager` lists exactly the dependencies of the named package managers, in the order of the whole list',
  source: 'dependencies#filter',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: scanned,
  examples: [[], ...managers.map((manager) => [manager])].map((some): [readonly string[], string] => [
    some,
    'commas',
  ]),
  over: () => fc.tuple(fc.shuffledSubarray<string>([...managers]), fc.constantFrom('array', 'commas')),
  holds: async (stage, [chosen, form], { id, rows }) => {
    const package_manager = form === 'array' ? chosen : chosen.join(',')
    const reply = await stage.call(list, { id, per_page: 100, package_manager })
    const expected =
      chosen.length === 0 ? rows : rows.filter((row) => chosen.some((name) => name === row.package_manager))
    answers(reply, 200, [...expected])
  },
})

export const pages = check({
  id: 'dependencies/pages',
  says: 'The pages together are the whole list, and `X-Total` counts it',
  source: 'dependencies#pagination',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: scanned,
  each: () => [1, 2, 3],
  holds: async (stage, per_page, { id, rows }) => {
    const seen: Row[] = []
    for (let page = 1; page <= Math.ceil(rows.length / per_page); page++) {
      const reply = await stage.call(list, { id, page, per_page })
      equals('the total', reply.headers['x-total'], `${rows.length}`, reply)
      seen.push(...reply.rows())
    }
    equals('the pages together', seen, [...rows])
  },
})

export const vulnerabilitiesRights = check({
  id: 'dependencies/vulnerabilities-rights',
  says: '`vulnerabilities` is shown to Developers and above, and absent for Reporters',
  source: 'dependencies#vulnerabilities-rights',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: scanned,
  each: () => ['admin', 'owner', 'maintainer', 'developer', 'reporter'] as const,
  holds: async (stage, as, { id, rows }) => {
    if (!stage.has(as)) return stage.observe('no credential to try', as)
    const params: Params = { id, per_page: 100 }
    const reply = await stage.call(list, params, { as })
    // The project was found, not made, so that the caller may have no part in it.
    if (reply.status !== 200) return stage.observe('has no part in a scanned project', as)
    for (const [i, row] of reply.rows().entries()) {
      const { vulnerabilities = null, ...rest } = rows[i] ?? {}
      has(row, rest, reply)
      if (as === 'reporter') lacks(row, ['vulnerabilities'], reply)
      else has(row, { vulnerabilities }, reply)
    }
  },
})

export const withoutLicence = check({
  id: 'dependencies/without-licence',
  says: 'The list of dependencies answers 403 without an ultimate licence',
  source: 'dependencies#licence',
  level: 'should',
  covers: [list],
  needs: { tier: 'unlicensed' },
  readOnly: true,
  holds: async ({ call, project }) =>
    answers(await call(list, { id: project.id }), 403, { message: '403 Forbidden' }),
})
