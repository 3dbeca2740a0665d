import { defineConfig } from 'vitest/config'

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
          include: ['{sim,conformance,fixtures,scripts}/**/*.test.ts'],
          exclude: alone,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
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
