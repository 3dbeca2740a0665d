export * from './resource-events.ts'
