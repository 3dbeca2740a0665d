import fc from 'fast-check'
import type { ChangeId } from '../../../sim/contract.ts'
import { scannedProject } from '../../arrange/scanned.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, numberIn, refuses, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { forbidden, projectMissing, unauthorized } from '../../oracle/texts.ts'
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

/** What later releases know, by the change that brought it. */
const later = {
  'dependencies#later-poetry': ['poetry'],
  'dependencies#later-apk': ['apk'],
  'dependencies#later-managers': ['conda', 'pub', 'cargo'],
} as const

export const pnpm = check({
  id: 'dependencies/pnpm',
  says: 'From 15.11 on `pnpm` is a package manager',
  source: 'dependencies#later-pnpm',
  level: 'must',
  covers: [list],
  needs: { tier: 'ultimate' },
  readOnly: true,
  holds: (stage) => isKnownSince(stage, 'dependencies#later-pnpm', 'pnpm'),
})

export const laterManagers = check({
  id: 'dependencies/later-managers',
  says: 'Releases from about 16.6 on know more package managers',
  source: Object.keys(later).join(', '),
  level: 'should',
  covers: [list],
  needs: { tier: 'ultimate' },
  readOnly: true,
  holds: async (stage) => {
    for (const change of Object.keys(later) as (keyof typeof later)[])
      for (const manager of later[change]) await isKnownSince(stage, change, manager)
  },
})

async function isKnownSince(stage: Stage, change: ChangeId, package_manager: string): Promise<void> {
  const reply = await stage.call(list, { id: stage.project.id, package_manager })
  await stage.changed(change, {
    before: () => refuses(reply, 'package_manager does not have a valid value'),
    after: () => answers(reply, 200, []),
  })
}

const severities = ['info', 'unknown', 'low', 'medium', 'high', 'critical']

const needs = { tier: 'ultimate', project: 'none' } as const

export const fieldsAndOrder = check({
  id: 'dependencies/fields-and-order',
  says: 'A dependency shows its fields, vulnerabilities and licences, and the list is ordered by name',
  source:
    'dependencies#object, dependencies#vulnerabilities, dependencies#licenses, dependencies#order, dependencies#order-ties',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  holds: async (stage) => {
    const { id, rows } = await scannedProject(stage)
    const { web_url } = (await stage.call('GET /projects/:id', { id })).row()
    for (const row of rows) {
      names(row, ['name', 'version', 'dependency_file_path', 'vulnerabilities', 'licenses'])
      holds(managers.includes(row.package_manager as 'npm'), 'its manager is known', row.package_manager)
      for (const found of row.vulnerabilities as readonly Row[]) {
        names(found, ['name', 'severity', 'id'])
        holds(textIn(found, 'name') !== '', 'a vulnerability has a name', found)
        holds(severities.includes(textIn(found, 'severity')), 'its severity is known', found)
        equals('its page', found.url ?? null, `${web_url}/-/security/vulnerabilities/${found.id}`)
      }
      for (const license of row.licenses as readonly Row[]) {
        names(license, ['name', 'url'])
        holds(textIn(license, 'name') !== '', 'a licence has a name', license)
      }
    }
    // A scanner need not find any elsewhere.
    if (stage.movesClock)
      for (const what of ['licenses', 'vulnerabilities'])
        holds(
          rows.some((row) => (row[what] as readonly Row[]).length > 0),
          `some dependency has ${what}`,
          rows.length,
        )
    const shown = rows.map(({ name }) => `${name}`)
    equals('the order', shown, [...shown].sort())
    // Which of equal names comes first is the simulator's own rule.
    if (stage.dialect === undefined) return
    const whole = rows.map((row) => [`${row.name}`, `${row.version}`, `${row.dependency_file_path}`])
    const ordered = [...whole].sort(
      ([a = '', b = '', c = ''], [d = '', e = '', f = '']) => compare(a, d) || compare(b, e) || compare(c, f),
    )
    equals('the order of equal names', whole, ordered)
  },
})

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

export const orderOfChecks = check({
  id: 'dependencies/order-of-checks',
  says: 'Dependencies are listed for callers who are signed in and see the project: 401 comes before 400, and 400 before 404',
  source:
    'dependencies#order-of-checks, dependencies#anonymous, dependencies#rights, dependencies#later-role',
  level: 'must',
  covers: [list],
  needs: { tier: 'ultimate', project: 'public' },
  readOnly: true,
  holds: async (stage) => {
    const { call, project } = stage
    const wrong = { package_manager: 'sheep' }
    for (const params of [{ id: project.id }, { id: project.id, ...wrong }, { id: 987_654_321 }])
      answers(await call(list, params, { as: 'anonymous' }), unauthorized.status, unauthorized.body)
    refuses(await call(list, { id: 987_654_321, ...wrong }), 'package_manager does not have a valid value')
    answers(await call(list, { id: 987_654_321 }), projectMissing.status, projectMissing.body)
    if (!stage.has('stranger')) return
    const strangers = await call(list, { id: project.id }, { as: 'stranger' })
    await stage.changed('dependencies#later-role', {
      before: () => answers(strangers, 200, []),
      after: () => answers(strangers, forbidden.status, forbidden.body),
    })
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
  arrange: scannedProject,
  examples: managers.map((manager): [readonly string[], string] => [[manager], 'commas']),
  over: () =>
    fc.tuple(
      fc.shuffledSubarray<string>([...managers], { minLength: 1 }),
      fc.constantFrom('array', 'commas'),
    ),
  holds: async (stage, [chosen, form], { id, rows }) => {
    const package_manager = form === 'array' ? chosen : chosen.join(',')
    const reply = await stage.call(list, { id, per_page: 100, package_manager })
    const expected = rows.filter((row) => chosen.some((name) => name === row.package_manager))
    answers(reply, 200, [...expected])
  },
})

export const emptyFilter = check({
  id: 'dependencies/empty-filter',
  says: 'A `package_manager` that is sent empty lists no dependencies, and from 17.0 on all',
  source: 'dependencies#empty-filter',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: scannedProject,
  holds: async (stage, _, { id, rows }) => {
    const reply = await stage.call(list, { id, per_page: 100, package_manager: '' })
    await stage.changed('dependencies#later-empty-filter', {
      before: () => answers(reply, 200, []),
      after: () => answers(reply, 200, [...rows]),
    })
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
  arrange: scannedProject,
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
  arrange: scannedProject,
  each: () => ['admin', 'owner', 'maintainer', 'developer', 'reporter'] as const,
  holds: async (stage, as, { id, rows }) => {
    if (!stage.has(as)) return stage.observe('no credential to try', as)
    const params: Params = { id, per_page: 100 }
    const reply = await stage.call(list, params, { as })
    // The project was found, not made, so that the caller may have another part in it than his name says, or none.
    const member = { id, user_id: stage.user(as).id }
    const found = await stage.call('GET /projects/:id/members/all/:user_id', member, { as: 'owner' })
    const develops = found.status === 200 && numberIn(found.row(), 'access_level') >= 30
    if (reply.status !== 200 || !(as === 'admin' || as === 'owner' || develops === (as !== 'reporter')))
      return stage.observe('has no such part in a scanned project', as)
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
