export * from './blame.ts'
export * from './concurrent.ts'
export * from './files.ts'
