export * from './branches.ts'
