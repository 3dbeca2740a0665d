import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compiledSources } from './scripts/testing/compiled-sources.ts'

// For the threads that are made later: worlds leave so much behind that a larger nursery saves a twentieth of the time.
setFlagsFromString('--max-semi-space-size=64')

// Node reads these certificates at the start of each process, 60 ms where a machine names its own, and no test needs them.
delete process.env.NODE_EXTRA_CA_CERTS

// `npm run check -- FAMILY` names families; then what is about them runs, and nothing else.
const families = process.env.FORGERY_FAMILIES?.split(',')
const together =
  families === undefined
    ? ['{sim,conformance,fixtures,scripts}/**/*.test.ts']
    : [
        ...families.map((family) => `sim/{api,model}/${family}/**/*.test.ts`),
        ...['scripts/{house-rules,circles}.test.ts', 'conformance/testing/families.ts'],
      ]

// The first replace modules, and what the whole process fetches with. The others look at how an engine keeps texts and objects:
// where another test made `docs` a key that was cut out of a wide text, each `docs` in JSON is wide from then on.
const alone = ['sim/adapters/{msw,msw-3}.test.ts', 'sim/{simulator-narrow-answers,store/row}.test.ts']

/** What a test has import something else than it says; only vitest can do that. */
const replacing = ['sim/adapters/msw.ts']

// Whoever watches has the sources loaded again as they change.
const once = process.argv.includes('run')

// They take longer than any other. Vitest begins with the largest files where it has never run them, and these are small:
// at the end one of them would run alone.
const longest = ['specification', 'pages', 'inspector', 'newest', 'real'].map((name) => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((end) => moduleId.endsWith(end))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

// A project that extends this file loads it anew, and compiles all sources again: so they share what is here instead.
const plugins = once ? [await compiledSources({ but: replacing })] : []
const each = {
  server: { deps: { external: [/\/dist\.tests\//] } },
  // Threads start faster than processes; more than two of them only wait for one another on a small machine.
  pool: 'threads' as const,
  maxWorkers: 2,
  // Properties run many requests, and some tests start the built command: the machine may be slow and busy.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  teardownTimeout: 10_000,
  // A failing test prints what it compared, not the whole world.
  chaiConfig: { truncateThreshold: 400 },
}

export default defineConfig({
  test: {
    ...each,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Reading the sources again for each of hundreds of files would take longer than the tests themselves.
      { plugins, test: { ...each, name: 'together', isolate: false, include: together, exclude: alone } },
      ...(families === undefined ? [{ plugins, test: { ...each, name: 'alone', include: alone } }] : []),
    ],
  },
})
