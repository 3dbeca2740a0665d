export * from './kinds.ts'
export * from './resource-events.ts'
