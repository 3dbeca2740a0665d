export * from './cherry-pick-and-revert.ts'
export * from './commits.ts'
export * from './creation.ts'
export * from './status-refusals.ts'
