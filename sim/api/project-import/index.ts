export * from './authorize.ts'
export * from './remote.ts'
export * from './status.ts'
export * from './upload.ts'
