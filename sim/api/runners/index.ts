export * from './group.ts'
export * from './jobs.ts'
export * from './project.ts'
export * from './runners.ts'
