export * from './burndown.ts'
export * from './milestones.ts'
export * from './promote.ts'
export * from './related.ts'
