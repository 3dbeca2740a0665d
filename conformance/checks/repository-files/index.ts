export * from './blame.ts'
export * from './files.ts'
