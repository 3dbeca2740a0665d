import { afterAll } from 'vitest'
import { servedSimulator } from './targets/simulator.ts'
import { describeConformance } from './vitest.ts'

const server = await servedSimulator({ dialect: 'real' })
afterAll(() => server.close())

describeConformance(
  { url: server.url, mode: 'control' },
  { ids: ['milestones/', 'laws/paging/get-projects-id-milestones'], runs: 5 },
)
