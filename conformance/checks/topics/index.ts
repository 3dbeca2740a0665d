export * from './lifecycle.ts'
export * from './topics.ts'
