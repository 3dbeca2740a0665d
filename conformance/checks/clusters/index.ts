export * from './agents.ts'
export * from './attributes-kept.ts'
export * from './clusters.ts'
export * from './lifecycle.ts'
