import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{sim,conformance,fixtures,scripts}/**/*.test.ts'],
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
