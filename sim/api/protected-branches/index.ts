export * from './group-protected-branches.ts'
export * from './protected-branches.ts'
