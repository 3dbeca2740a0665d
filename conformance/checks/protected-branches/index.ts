export * from './access-lists.ts'
export * from './inherited.ts'
export * from './lifecycle.ts'
export * from './protected-branches.ts'
