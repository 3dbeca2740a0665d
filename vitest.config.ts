import { defineConfig } from 'vitest/config'

// `npm run check -- FAMILY` names families; then what is about them runs, and nothing else.
const families = process.env.FORGERY_FAMILIES?.split(',')
const together =
  families === undefined
    ? ['{sim,conformance,fixtures,scripts}/**/*.test.ts']
    : [
        ...families.map((family) => `sim/{api,model}/${family}/**/*.test.ts`),
        ...['scripts/{house-rules,circles}.test.ts', 'conformance/testing/families.ts'],
      ]

// These replace modules, or what the whole process fetches with.
const alone = ['sim/adapters/{fetch,msw,msw-3,undici,vitest}.test.ts']

export default defineConfig({
  test: {
    // Reading the sources again for each of hundreds of files would take longer than the tests themselves.
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: together,
          exclude: alone,
        },
      },
      ...(families === undefined
        ? [{ extends: true as const, test: { name: 'alone', include: alone } }]
        : []),
    ],
    // Threads start faster than processes; more than two of them only wait for one another on a small machine.
    pool: 'threads',
    maxWorkers: 2,
    // Properties run many requests, and some tests start the built command: the machine may be slow and busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 10_000,
    // A failing test prints what it compared, not the whole world.
    chaiConfig: { truncateThreshold: 400 },
  },
})
