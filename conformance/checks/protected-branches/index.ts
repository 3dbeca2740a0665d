export * from './protected-branches.ts'
