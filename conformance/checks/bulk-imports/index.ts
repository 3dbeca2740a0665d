export * from './arrivals.ts'
export * from './lists.ts'
export * from './progress.ts'
export * from './start.ts'
