export * from './cherry-pick-and-revert.ts'
export * from './creation.ts'
