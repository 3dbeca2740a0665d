export * from './progress.ts'
export * from './reading.ts'
export * from './start.ts'
