export * from './agents.ts'
export * from './clusters.ts'
