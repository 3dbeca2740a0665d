export * from './files.ts'
export * from './group.ts'
export * from './project.ts'
