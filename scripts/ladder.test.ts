import { expect, test } from 'vitest'
import { type Complaint, lintPlanted } from './testing/planted.ts'

// Each rung may import itself and what stands before it.
const rungs = [
  ['lib'],
  ['git', 'time', 'store'],
  ['model'],
  ['policy', 'jobs', 'entities'],
  ['protocol'],
  ['api', 'control', 'oauth', 'smart-http', 'web'],
  ['simulator.ts', 'simulator', 'contract.ts'],
  ['adapters'],
  ['cli'],
]

const IMPORTS = 'lint/style/noRestrictedImports'
const GLOBALS = 'lint/style/noRestrictedGlobals'
const RANDOM = 'lint/nursery/noJsRestrictedProperties'
const PLUGIN = 'plugin'
const core = rungs.slice(0, 6).flat()

/** A file of that name, the code in it, and the rule that must complain; no rule where the code is fine. */
type Plant = readonly [path: string, code: string, rule?: string]

const ladder: Plant[] = rungs.flatMap((from, low) =>
  rungs.flatMap((to, high) =>
    from
      .filter((folder) => !folder.endsWith('.ts'))
      .flatMap((folder) =>
        to.map((target): Plant => {
          // Operations and rows stand one folder deeper, in their family.
          const deeper = folder === 'api' || folder === 'model'
          const [home, up] = deeper ? [`${folder}/milestones`, '../..'] : [folder, '..']
          const path = `sim/${home}/to-${target.replace('.', '-')}.ts`
          const code = `export { a } from '${up}/${inside(target)}'\n`
          return high > low ? [path, code, IMPORTS] : [path, code]
        }),
      ),
  ),
)

// Single files cannot stand twice in one run: what they may import in one, what they may not in others.
const surfaces = ['sim/simulator.ts', 'sim/contract.ts']
const surfacesDown = surfaces.map(
  (path): Plant => [path, core.map((to) => `import './${inside(to)}'\n`).join('')],
)
const surfacesToAdapters = surfaces.map((path): Plant => [path, "import './adapters/x.ts'\n", IMPORTS])
const surfacesToCommands = surfaces.map((path): Plant => [path, "import './cli/x.ts'\n", IMPORTS])

const platform: Plant[] = [
  ...[...core, 'simulator', 'adapters'].map(
    (folder): Plant => [`sim/${folder}/platform.ts`, "import 'node:fs'\nexport const a = 1\n", IMPORTS],
  ),
  ['sim/adapters/fetch.ts', "export type { A } from 'node:http'\n", IMPORTS],
  ['sim/adapters/msw.ts', "export const a = () => import('node:http')\n", IMPORTS],
  [
    'sim/lib/bare.ts',
    "import { readFileSync } from 'fs'\nexport const a = readFileSync\n",
    'lint/style/useNodejsImportProtocol',
  ],
  ['sim/adapters/node.ts', "import 'node:http'\n"],
  ['sim/adapters/node-body.ts', "import 'node:stream'\n"],
  ['sim/adapters/undici.ts', "import { Agent } from 'undici'\nexport const a = Agent\n"],
  ['sim/adapters/outbound.ts', "import 'node:net'\n"],
  ['sim/cli/main.ts', "import 'node:fs'\n"],
  ['conformance/run/runner.ts', "import 'node:fs'\n", IMPORTS],
  ['conformance/laws/shape.ts', "import 'node:fs'\n", IMPORTS],
  ['conformance/cli.ts', "import 'node:fs'\n"],
  ['conformance/vitest.ts', "import 'node:fs'\n"],
  ['conformance/report/junit.ts', "import 'node:fs'\n", IMPORTS],
  ['conformance/servers/listen.ts', "import 'node:http'\n"],
  ['conformance/servers/side.ts', "import 'node:http'\n", IMPORTS],
  ['fixtures/demo.ts', "import 'node:fs'\n", IMPORTS],
  ['scripts/any.ts', "import 'node:fs'\n"],
]

const determinism: Plant[] = [...core, 'simulator.ts', 'simulator', 'contract.ts'].flatMap(
  (place): Plant[] => {
    const at = (name: string) => (place.endsWith('.ts') ? `sim/${place}` : `sim/${place}/${name}.ts`)
    if (place.endsWith('.ts')) return [[at(''), 'export const a = new Date()\n', GLOBALS]]
    return [
      [at('date'), 'export const a = Date.now()\n', GLOBALS],
      [at('timer'), 'export const a = () => setTimeout(() => 1, 1)\n', GLOBALS],
      [at('interval'), 'export const a = () => setInterval(() => 1, 1)\n', GLOBALS],
      [at('fetch'), "export const a = () => fetch('http://a')\n", GLOBALS],
      [at('process'), 'export const a = process.env.A\n', GLOBALS],
      [at('by-another-name'), 'export const a = new globalThis.Date()\n', GLOBALS],
      [at('random'), 'export const a = Math.random()\n', RANDOM],
      [at('async-function'), 'export async function a() {}\n', PLUGIN],
      [at('async-arrow'), 'export const a = async () => 1\n', PLUGIN],
      [at('async-method'), 'export class A {\n  static async a() {}\n}\n', PLUGIN],
      [at('async-member'), 'export const a = { async *b() {} }\n', PLUGIN],
      [at('named-async'), 'export const a = { async() {} }\n'],
      [at('promise'), 'export const a = new Promise(() => 1)\n', PLUGIN],
      [at('async-test.test'), 'export const a = async () => new Date(Math.random())\n'],
    ]
  },
)

const families: Plant[] = [
  ['sim/api/milestones/sibling.ts', "export { a } from '../projects/list.ts'\n", IMPORTS],
  ['sim/api/milestones/registry.ts', "export { a } from '../index.ts'\n", IMPORTS],
  ['sim/api/milestones/surface.ts', "export { a } from '../../index.ts'\n", IMPORTS],
  ['sim/api/shared/family.ts', "export { a } from '../projects/list.ts'\n", IMPORTS],
  ['sim/api/milestones/shared.ts', "export { a } from '../shared/secrets.ts'\n"],
  ['sim/api/milestones/own.ts', "export { a } from './params.ts'\n"],
  ['sim/api/milestones/below.ts', "export { a } from '../../entities/milestone.ts'\n"],
  ['sim/api/index.ts', "export { a } from './projects/index.ts'\n"],
]

const roles: Plant[] = [
  ['sim/model/text.ts', 'export const a = JSON.stringify({})\n', GLOBALS],
  ['sim/store/text.ts', "export const a = JSON.parse('{}')\n", GLOBALS],
  ['sim/model/reply.ts', 'export const a = new Response()\n', GLOBALS],
  ['sim/store/header.ts', 'export const a = new Headers()\n', GLOBALS],
  ['sim/entities/insert.ts', 'export const a = (world: never) => world.issues.insert({})\n', PLUGIN],
  ['sim/entities/put.ts', 'export const a = (view: never) => view.world.issues.put({})\n', PLUGIN],
  [
    'sim/entities/update.ts',
    "export const a = (view: never) => view.world.table('issues')?.update(1)\n",
    PLUGIN,
  ],
  ['sim/entities/delete.ts', 'export const a = (world: never) => world.issues.delete(1)\n', PLUGIN],
  ['sim/entities/read.ts', 'export const a = (world: never) => world.issues.get(1)\n'],
  ['sim/protocol/path.ts', "export const a = '/projects/:id'\n", PLUGIN],
  ['sim/protocol/template.ts', 'export const a = `/groups/`\n', PLUGIN],
  ['sim/protocol/noun.ts', "export type { Milestone } from '../model/milestone.ts'\n", IMPORTS],
  ['sim/protocol/shape.ts', "export { a } from '../entities/milestone.ts'\n", IMPORTS],
  ['sim/protocol/root.ts', "export const a = '/api/v4'\n"],
  [
    'sim/protocol/kit.ts',
    "export { a } from '../entities/entity.ts'\nexport { b } from '../model/world.ts'\n",
  ],
]

// A file that every request comes by is named in the rule.
const hotPath: Plant[] = [
  ['sim/protocol/reply.ts', 'export const a = (b: object) => ({ ...b, c: 1 })\n', PLUGIN],
  ['sim/store/page.ts', 'export const a = (b: number[]) => ({ c: [...b], d: (...e: number[]) => e })\n'],
  ['sim/protocol/challenge.ts', 'export const a = (b: object) => ({ ...b, c: 1 })\n'],
]

const houses: Plant[] = [
  ['conformance/kit/check.ts', "export { a } from '../../sim/contract.ts'\n"],
  ['conformance/oracle/order.ts', "export { a } from '../../sim/lib/glob.ts'\n", IMPORTS],
  ['conformance/oracle/surface.ts', "export { a } from '../../sim/index.ts'\n", IMPORTS],
  ['conformance/report/text.ts', "export { a } from '../../sim/lib/glob.ts'\n", IMPORTS],
  ['conformance/targets/simulator.ts', "export { a } from '../../sim/index.ts'\n"],
  ['conformance/targets/live.ts', "export { a } from '../../sim/index.ts'\n", IMPORTS],
  ['conformance/vitest.ts', "export { a } from '../sim/index.ts'\n"],
  ['conformance/run/stage.ts', "export { a } from '../../fixtures/index.ts'\n", IMPORTS],
  ['fixtures/people.ts', "export { a } from '../sim/model/users/user.ts'\n", IMPORTS],
  ['fixtures/words.ts', "export { a } from '../conformance/kit/check.ts'\n", IMPORTS],
  ['sim/simulator.ts', "export { a } from '../fixtures/index.ts'\n"],
  ['sim/simulator/initial-world.ts', "export { a } from '../../fixtures/index.ts'\n"],
  ['sim/contract.ts', "export { a } from '../fixtures/index.ts'\n", IMPORTS],
  ['sim/model/world.ts', "export { a } from '../jobs/fork.ts'\n", IMPORTS],
  ['sim/model/pipelines/artifacts.ts', "export { a } from '../jobs/job-artifacts.ts'\n"],
  ['sim/model/load.ts', "export { a } from '../../fixtures/schema.ts'\n"],
  ['sim/model/load/users.ts', "export { a } from '../../../fixtures/schema.ts'\n"],
  ['sim/model/user.ts', "export { a } from '../../fixtures/schema.ts'\n", IMPORTS],
  ['sim/api/projects/list.ts', "export { a } from '../../../fixtures/schema.ts'\n", IMPORTS],
  ['sim/cli/world.ts', "export { a } from '../../fixtures/schema.ts'\n", IMPORTS],
  ['sim/protocol/suite.ts', "export { a } from '../../conformance/kit/check.ts'\n", IMPORTS],
  ['sim/adapters/suite.ts', "export { a } from '../../conformance/kit/check.ts'\n", IMPORTS],
  ['sim/cli/eager.ts', "import { a } from '../../conformance/index.ts'\nexport const b = a\n", PLUGIN],
  ['sim/cli/lazy.ts', "export const a = () => import('../../conformance/index.ts')\n"],
  ['sim/cli/types.ts', "import type { A } from '../../conformance/index.ts'\nexport type B = A\n"],
  ['sim/inspector/value.ts', "import { a } from '../lib/json.ts'\nexport const b = a\n", PLUGIN],
  ['sim/inspector/passed-on.ts', "export { a } from '../lib/json.ts'\n", PLUGIN],
  ['sim/inspector/late.ts', "export const a = () => import('../lib/json.ts')\n", PLUGIN],
  ['sim/inspector/views/value.ts', "import { a } from '../../lib/json.ts'\nexport const b = a\n", PLUGIN],
  ['sim/inspector/views/types.ts', "import type { A } from '../../lib/json.ts'\nexport type B = A\n"],
  ['sim/inspector/alone.ts', "import { a } from '../model/references.ts'\nexport const b = a\n"],
  ['sim/inspector/views/own.ts', "import { a } from '../control.ts'\nexport const b = a\n"],
]

const language: Plant[] = [
  ['sim/lib/by-default.ts', 'export default 1\n', 'lint/style/noDefaultExport'],
  ['sim/lib/notKebab.ts', 'export const a = 1\n', 'lint/style/useFilenamingConvention'],
  ['sim/lib/numbered.ts', 'export enum A {\n  B,\n}\n', 'lint/style/noEnum'],
  [
    'sim/lib/loop-a.ts',
    "import { b } from './loop-b.ts'\nexport const a = b\n",
    'lint/suspicious/noImportCycles',
  ],
  [
    'sim/lib/loop-b.ts',
    "import { a } from './loop-a.ts'\nexport const b = a\n",
    'lint/suspicious/noImportCycles',
  ],
]

// The protocol may import only these of the two; everybody above them may as well.
function inside(target: string): string {
  if (target.endsWith('.ts')) return target
  return `${target}/${target === 'model' ? 'world' : target === 'entities' ? 'entity' : 'x'}.ts`
}

const groups = {
  ladder,
  surfacesDown,
  surfacesToAdapters,
  surfacesToCommands,
  platform,
  determinism,
  families,
  roles,
  hotPath,
  houses,
  language,
}

test.each(Object.entries(groups))(
  '%s: the linter refuses what the table forbids, and nothing else',
  (_, plants) => {
    expect(heard(plants)).toEqual(expected(plants))
  },
)

const concerned = new Set([
  IMPORTS,
  GLOBALS,
  RANDOM,
  PLUGIN,
  ...language.map(([, , rule]) => rule),
  'lint/style/useNodejsImportProtocol',
])

function heard(plants: readonly Plant[]): string[] {
  const complaints = lintPlanted(new Map(plants.map(([path, code]) => [path, code])))
  return lines(complaints.filter(({ rule }) => concerned.has(rule)))
}

function expected(plants: readonly Plant[]): string[] {
  return lines(plants.flatMap(([path, , rule]) => (rule === undefined ? [] : [{ path, rule }])))
}

function lines(complaints: readonly Complaint[]): string[] {
  return [...new Set(complaints.map(({ path, rule }) => `${path}: ${rule}`))].sort()
}
