export * from './branches.ts'
export * from './concurrent.ts'
