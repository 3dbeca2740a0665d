export * from './cancel.ts'
export * from './gists.ts'
export * from './progress.ts'
export * from './start.ts'
