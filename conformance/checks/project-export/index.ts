export * from './archive.ts'
export * from './model.ts'
export * from './start.ts'
export * from './status.ts'
