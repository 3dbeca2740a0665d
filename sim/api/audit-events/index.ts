export * from './group.ts'
export * from './instance.ts'
export * from './project.ts'
