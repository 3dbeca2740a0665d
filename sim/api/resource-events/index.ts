export * from './epic-events.ts'
export * from './resource-events.ts'
